// Limber's own documents: paths, trajectories, certificates, reports of pairs, worlds; and files of one JSON object a line.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkJobs, readJobs } from '../../node/batch/job-file.js'
import { readPath, readRoadmap } from '../../node/index.js'
import { joinedBy, readAllowedPairs, SceneFileError } from '../../src/entries/robots.js'
import { InvalidInputError } from '../../src/index.js'
import { count } from '../check/check-path-report.js'
import { short } from '../check/check-report.js'
import { parseSignals } from '../coordinate/signal-table.js'
import { PoseLines, poseOf } from '../read/pose-lines.js'
import { columns, type Described, finite, table, tally } from './described.js'
import type { FileLook } from './file-look.js'

type Fields = Readonly<Record<string, unknown>>

/** Waypoints, or points of a trajectory: Limber's own, or a message of ROS. */
export async function describePath({ file }: FileLook): Promise<Described> {
  const { joints, waypoints, times, notes = [] } = await readPath(file)
  const seconds = times === undefined ? undefined : times.at(-1)! - times[0]!
  const ranges = rangesOf(joints, waypoints)
  return {
    facts: { joints: ranges, waypoints: waypoints.length, ...(seconds === undefined ? {} : { seconds }) },
    lines: [
      ...table([
        ['waypoints', waypoints.length === 1 ? '1: a configuration' : String(waypoints.length)],
        ...(seconds === undefined ? [] : ([['seconds', short(seconds)]] as const)),
        ['joints', String(joints.length)],
      ]),
      ...rangeTable(ranges),
    ],
    notes,
  }
}

export async function describeTrajectory({ file }: FileLook): Promise<Described> {
  const path = await readPath(file)
  const { joints, waypoints, times, notes = [] } = path
  const ranges = rangesOf(joints, waypoints)
  const seconds = times === undefined ? null : times.at(-1)! - times[0]!
  return {
    facts: { joints: ranges, points: waypoints.length, seconds },
    lines: [
      ...table([
        ['points', String(waypoints.length)],
        ['seconds', seconds === null ? 'no times' : short(seconds)],
        ['joints', String(joints.length)],
      ]),
      ...rangeTable(ranges),
    ],
    notes: path.message === undefined ? [...notes, joinedBy(path)] : notes,
  }
}

function rangesOf(joints: readonly string[], waypoints: readonly (readonly number[])[]) {
  return joints.map((joint, k) => ({ joint, ...rangeOf(waypoints.map((q) => q[k]!)) }))
}

/** What `limber coordinate --signals` has written. */
export async function describeSignals({ file }: FileLook): Promise<Described> {
  const { robots, signals } = parseSignals(await readFile(file, 'utf8'), file)
  const names = robots?.map(({ name }) => name) ?? [...new Set(signals.flatMap(({ robot, after }) => [robot, after]))]
  const waiting = tally(signals.map(({ robot, after }) => `${robot} for ${after}`))
  return {
    facts: { robots: names, signals: signals.length, waiting: Object.fromEntries(waiting) },
    lines: table([
      ['robots', names.join(', ')],
      ['signals', String(signals.length)],
      ['waiting', waiting.map(([who, n]) => `${who} ${n === 1 ? 'once' : `${n} times`}`).join(', ') || 'nobody'],
    ]),
    notes: [],
  }
}

/** Of one joint over all waypoints. */
export function rangeOf(values: readonly number[]): { readonly from: number; readonly to: number } {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity)
  return { from: least, to: values.reduce((a, b) => Math.max(a, b), -Infinity) }
}

export function rangeTable(
  ranges: readonly { readonly joint: string; readonly from: number; readonly to: number }[],
): string[] {
  return columns(
    ['joint', 'least', 'greatest'],
    ranges.map(({ joint, from, to }) => [joint, short(from), short(to)]),
  )
}

/** What a certificate says it proves; whether it does, `limber verify` says. */
export async function describeCertificate({ json }: FileLook): Promise<Described> {
  const {
    kind,
    world,
    clearance,
    pieces,
    proofs,
    surfaces,
    unseen,
    ignoreLimits,
    limitTolerance,
    steps,
    source,
    robots,
    signals,
  } = json as Fields
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
  const verify = 'What it says is not verified here: "limber verify" does that.'
  if (kind === 'steps') {
    const { command = null, files = [] } = (source ?? {}) as Fields
    return {
      facts: { proves: 'steps', steps: list(steps).length, command, files },
      lines: table([
        ['proves', `${count(list(steps).length, 'step')} of a rope or a mesh`],
        ['made by', `limber ${command ?? '?'} ${list(files).join(' ')}`.trimEnd()],
      ]),
      notes: [verify],
    }
  }
  if (kind === 'coordination') {
    const names = list(robots).map((robot) => String((robot as Fields | null)?.name))
    return {
      facts: {
        ...{ proves: 'coordination', world: world ?? null, clearance: clearance ?? null, robots: names },
        ...{ signals: list(signals).length, surfaces: list(surfaces).length, unseen: list(unseen) },
      },
      lines: table([
        ['proves', 'several robots never touch, whatever their timing'],
        ['world', String(world)],
        ['robots', names.join(', ')],
        ['signals', String(list(signals).length)],
        ['clearance', String(clearance)],
      ]),
      notes: [verify],
    }
  }
  if (kind !== 'motion') {
    const proves = kind === 'step-proof' ? 'step' : 'move'
    return { facts: { proves }, lines: table([['proves', `a ${proves}`]]), notes: [verify] }
  }
  const pairs = list(proofs).reduce<number>((sum, piece) => sum + list(piece).length, 0)
  return {
    facts: {
      ...{ proves: 'motion', world: world ?? null, segments: list(pieces).length, pairs, clearance: clearance ?? null },
      ...{ ignoreLimits: ignoreLimits === true, limitTolerance: limitTolerance ?? null },
      ...{ surfaces: list(surfaces).length, unseen: list(unseen) },
    },
    lines: table([
      ['proves', 'a motion is free'],
      ['world', String(world)],
      ['segments', String(list(pieces).length)],
      ['pairs', `${count(pairs, 'proof')} of pairs of geometries`],
      ['clearance', String(clearance)],
      ['limits', ignoreLimits === true ? 'ignored' : `tolerance ${limitTolerance}`],
      ['surfaces', `${list(surfaces).length} that stay open`],
      ...(list(unseen).length === 0 ? [] : ([['unseen', list(unseen).join(', ')]] as const)),
    ]),
    notes: [verify],
  }
}

export async function describeAllowedPairs({ file, json }: FileLook): Promise<Described> {
  const { robot, hash, pairs, limits, unseen, surfaces } = readAllowedPairs(json, file)
  const classes = tally(pairs.map((pair) => pair.class))
  const proofs = pairs.filter(({ proof }) => proof !== undefined).length
  return {
    facts: {
      ...{
        robot,
        hash,
        pairs: pairs.length,
        classes: Object.fromEntries(classes),
        proofs,
        unseen,
        surfaces: surfaces.length,
      },
      limits: limits.map(({ joint, lower, upper }) => ({
        joint,
        lower: finite(lower ?? -Infinity),
        upper: finite(upper ?? Infinity),
      })),
    },
    lines: table([
      ['robot', `${robot}, ${hash}`],
      ['pairs', `${pairs.length}: ${classes.map(([name, n]) => `${n} ${name}`).join(', ')}`],
      ['proofs', proofs === 0 ? 'none in this file' : `${proofs} in this file`],
      ['joints', `${limits.length} with their limits`],
      ...(unseen.length === 0 ? [] : ([['unseen', unseen.join(', ')]] as const)),
    ]),
    notes: ['What it says is not verified here: "limber verify" does that.'],
  }
}

export async function describeWorld({ file, json }: FileLook): Promise<Described> {
  const fields = json as Fields
  const counts = Object.fromEntries(
    ['variables', 'links', 'objects', 'geometries', 'shapes', 'allowed', 'proved'].map((name) => {
      const list = fields[name]
      if (!Array.isArray(list)) throw new SceneFileError(file, { field: name }, 'a list, as "limber world" writes it')
      return [name, list.length]
    }),
  )
  const shapes = tally((fields.shapes as readonly Fields[]).map((shape) => String(shape?.kind)))
  return {
    facts: { ...counts, hash: fields.hash ?? null, shapeKinds: Object.fromEntries(shapes) },
    lines: table([
      ['hash', String(fields.hash)],
      ...Object.entries(counts).map(([name, n]): [string, string] => [name, String(n)]),
      ['of shapes', shapes.map(([kind, n]) => `${n} ${kind}`).join(', ') || 'none'],
    ]),
    notes: [],
  }
}

export async function describeRoadmap({ file }: FileLook): Promise<Described> {
  const { vertices, edges, moving, robots, obstacles, clearance, delta, world } = await readRoadmap(file)
  return {
    facts: { world, vertices, edges, robots, moving, obstacles, clearance, delta },
    lines: table([
      ['world', world],
      ['vertices', String(vertices)],
      ['edges', `${edges}, proved free`],
      ['robots', robots.join(', ')],
      ['moving', moving.join(', ')],
      ['obstacles', obstacles.length === 0 ? 'none' : `${obstacles.length}: ${obstacles.join(', ')}`],
      ['clearance', String(clearance)],
    ]),
    notes: ['What it says is not verified here: "limber verify" does that.'],
  }
}

export async function describeJobs({ file }: FileLook): Promise<Described> {
  // Files that jobs name may be anywhere: they are not read.
  const { count: all } = await checkJobs(file, { folder: resolve('/'), root: resolve('/') })
  const kinds: string[] = []
  for await (const job of readJobs(file)) kinds.push(job.job)
  const by = tally(kinds)
  return {
    facts: { jobs: all, kinds: Object.fromEntries(by) },
    lines: table([['jobs', `${all}: ${by.map(([kind, n]) => `${n} ${kind}`).join(', ')}`]]),
    notes: ['Files that the jobs name are not read here: "limber batch" runs them.'],
  }
}

/** Every line is read as `limber query` does. */
export async function describePoses({ file }: FileLook): Promise<Described> {
  const lines = new PoseLines(file)
  let poses = 0
  let motions = 0
  for await (const piece of lines.pieces()) {
    for (const line of piece) {
      lines.read(line, (value) => {
        const { from, to } = (value ?? {}) as Fields
        if (from === undefined || to === undefined) {
          poseOf('the pose', value)
          poses++
        } else {
          poseOf('from', from)
          poseOf('to', to)
          motions++
        }
      })
    }
  }
  return {
    facts: { poses, motions },
    lines: table([
      ...(poses === 0 ? [] : ([['poses', String(poses)]] as const)),
      ...(motions === 0 ? [] : ([['motions', String(motions)]] as const)),
    ]),
    notes: [`"limber query" takes ${motions > 0 ? 'them with --op sweep' : 'them'}.`],
  }
}

export async function describeRequests({ file }: FileLook): Promise<Described> {
  const lines = new PoseLines(file)
  const methods: string[] = []
  for await (const piece of lines.pieces()) {
    for (const line of piece) {
      lines.read(line, (value) => {
        const { method } = (value ?? {}) as Fields
        if (typeof method !== 'string') throw new InvalidInputError('method', method, 'the name of a method')
        methods.push(method)
      })
    }
  }
  const by = tally(methods)
  return {
    facts: { requests: methods.length, methods: Object.fromEntries(by) },
    lines: table([['requests', `${methods.length}: ${by.map(([name, n]) => `${n} ${name}`).join(', ')}`]]),
    notes: ['"limber serve" answers them.'],
  }
}
