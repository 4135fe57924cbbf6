// What closing does to real robots: every URDF file of the folder that LIMBER_DATA names that has meshes. Balls deep inside links must be
// hit, points outside must stay outside, self-collisions must not be lost, and loading must not take much longer.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRobot } from '../node/index.js'
import { MeshTree } from '../src/entries/meshes.js'
import { type MeshShape, Random, type Robot, World } from '../src/entries/robots.js'
import { openReach } from '../src/meshes/solid/close-mesh.js'
import { meshShells } from '../src/meshes/solid/mesh-shells.js'
import { type Bench, type Progress, roundFigure } from './bench.js'
import { DATA_ROBOTS } from './data-robots.js'
import { median, processorMicros } from './interleave.js'
import { countPoints, fileOf, type PointCounts } from './solids/points.js'

/** Cracks within this fraction of a mesh's size are zipped. */
const ZIPPED = 1e-6

interface Row extends PointCounts {
  readonly robot: string
  readonly geometry: 'collision' | 'visual'
  readonly meshes: number
  readonly closed: number
  readonly zipped: number
  readonly capped: number
  readonly surfaces: number
  readonly triangles: number
  readonly added: number
  /** The farthest that a filling reaches, as a fraction of its mesh's size. */
  readonly reach: number
  /** With `open: 'close'`, as obstacles have it: how many of the meshes stay surfaces. */
  readonly surfacesIfObstacles: number
  readonly configurations: number
  /** Pairs of links that touch at some configuration with the default and not with `open: 'surface'`, and the other way round. */
  readonly gained: readonly string[]
  readonly lost: readonly string[]
  /** Milliseconds of processor time that reading takes, files and all, with `open: 'surface'`, and the ratio of the default's to that. */
  readonly loadingMs: number
  readonly loadingRatio: number
}

export const solids: Bench = {
  name: 'solids',
  /** `--robot=iiwa`: only URDF files whose path has that in it, of which nothing is kept. */
  async run(quick, progress, { robot: only } = {}) {
    const data = process.env.LIMBER_DATA
    if (data === undefined) return { rows: [], text: 'solids: LIMBER_DATA names no folder with robots' }
    const folder = join(data, 'robots')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.urdf') && (only === undefined || path.includes(only)))
      .sort()
    const rows: Row[] = []
    const notes: string[] = []
    for (const [k, path] of files.entries()) {
      if (quick && rows.length === 2) break
      const show: Progress = (share, label) => progress((k + share) / files.length, `${path}: ${label}`)
      const row = await survey(folder, path, quick, show).catch((error: Error) => error.message)
      if (typeof row === 'string') notes.push(`${path}: ${row}`)
      else if (row !== undefined) rows.push(row)
    }
    return { rows, about: { notes }, keep: only === undefined, text: table(rows, notes) }
  },
}

async function survey(folder: string, path: string, quick: boolean, progress: Progress): Promise<Row | undefined> {
  const packages = packagesOf(folder, path)
  // Robots without collision meshes stand for their visual ones.
  let geometry: 'collision' | 'visual' = 'collision'
  const read = (open: 'solid' | 'surface'): Promise<Robot> =>
    readRobot(join(folder, path), { open, geometry, missing: 'skip', root: folder, packages })
  let robot = await read('solid')
  if (meshesOf(robot).length === 0) {
    geometry = 'visual'
    robot = await read('solid')
  }
  const shapes = meshesOf(robot)
  if (shapes.length === 0) return undefined
  const before = await read('surface')
  progress(0.1, 'points')
  const points = countPoints(shapes, quick ? 30 : 300, 1)
  progress(0.4, 'self-collisions')
  const configurations = quick ? 40 : 400
  const pairs = comparePairs(robot, before, configurations)
  progress(0.7, 'loading')
  const loading = await timeLoading(read, quick ? 2 : 15)
  const kinds = shapes.map(kindOf)
  const count = (kind: string): number => kinds.filter((own) => own.kind === kind).length
  return {
    robot: path,
    geometry,
    meshes: shapes.length,
    closed: count('closed'),
    zipped: count('zipped'),
    capped: count('capped'),
    surfaces: count('surface'),
    triangles: shapes.reduce((sum, { tree }) => sum + tree.size - tree.added, 0),
    added: shapes.reduce((sum, { tree }) => sum + tree.added, 0),
    reach: roundFigure(kinds.reduce((most, { reach }) => Math.max(most, reach), 0)),
    surfacesIfObstacles: shapes.filter((shape) => meshShells(new MeshTree(fileOf(shape))).anyOpen).length,
    ...points,
    configurations,
    ...pairs,
    ...loading,
  }
}

function packagesOf(folder: string, path: string): Record<string, string> {
  const known = Object.values(DATA_ROBOTS).find(({ urdf }) => urdf === path)
  return Object.fromEntries(Object.entries(known?.packages ?? {}).map(([name, to]) => [name, join(folder, to)]))
}

/** Each once, however many links have it. */
function meshesOf(robot: Robot): MeshShape[] {
  const shapes = robot.links.flatMap(({ geometry }) => geometry.map(({ shape }) => shape))
  return [...new Set(shapes)].flatMap((shape) => (shape.kind === 'mesh' ? [shape] : []))
}

function kindOf(shape: MeshShape): { kind: 'closed' | 'zipped' | 'capped' | 'surface'; reach: number } {
  const { tree } = shape
  if (meshShells(tree).anyOpen) return { kind: 'surface', reach: 0 }
  if (tree.added === 0) return { kind: 'closed', reach: 0 }
  const file = fileOf(shape)
  const reach = openReach(file.positions, file.triangles, () => true)
  return { kind: reach <= ZIPPED ? 'zipped' : 'capped', reach }
}

/** Pairs of links that touch at random configurations within the limits. */
function comparePairs(robot: Robot, before: Robot, count: number): Pick<Row, 'gained' | 'lost'> {
  const [world, worldBefore] = [new World({ robots: [robot] }), new World({ robots: [before] })]
  const random = new Random(2)
  const gained = new Set<string>()
  const lost = new Set<string>()
  for (let k = 0; k < count; k++) {
    const q = world.neutral()
    for (let i = 0; i < q.length; i++) {
      const [low, high] = [Math.max(world.lower[i]!, -Math.PI), Math.min(world.upper[i]!, Math.PI)]
      if (low < high) q[i] = random.range(low, high)
    }
    const [now, then] = [world, worldBefore].map((one) => new Set(one.collisions(q).map(({ a, b }) => `${a} – ${b}`)))
    for (const pair of now!) if (!then!.has(pair)) gained.add(pair)
    for (const pair of then!) if (!now!.has(pair)) lost.add(pair)
  }
  return { gained: [...gained].sort(), lost: [...lost].sort() }
}

/** In turn, so that a slow spell of the machine falls on both. */
async function timeLoading(
  read: (open: 'solid' | 'surface') => Promise<Robot>,
  rounds: number,
): Promise<Pick<Row, 'loadingMs' | 'loadingRatio'>> {
  const times: { solid: number[]; surface: number[] } = { solid: [], surface: [] }
  for (let round = 0; round < rounds; round++) {
    for (const open of round % 2 === 0 ? (['solid', 'surface'] as const) : (['surface', 'solid'] as const)) {
      const began = processorMicros()
      await read(open)
      times[open].push((processorMicros() - began) / 1000)
    }
  }
  return {
    loadingMs: roundFigure(median(times.surface)),
    loadingRatio: roundFigure(median(times.solid) / median(times.surface)),
  }
}

function table(rows: readonly Row[], notes: readonly string[]): string {
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const time = sum(({ loadingMs }) => loadingMs)
  const longer = sum(({ loadingMs, loadingRatio }) => loadingMs * loadingRatio)
  return [
    ...rows.flatMap((row) => [
      `${row.robot}`,
      `  ${row.meshes} ${row.geometry} meshes: ${row.closed} closed as they came, ${row.zipped} zipped, ${row.capped} capped, ${row.surfaces} surfaces` +
        ` (${row.surfacesIfObstacles} as obstacles); ${row.added} triangles added to ${row.triangles}, reach ${row.reach.toExponential(1)}`,
      `  balls deep inside: ${row.hit} of ${row.balls} hit (${row.hitBefore} unless closed); outside and newly inside: ${row.newlyInside} of ${row.outside}`,
      `  self-collision at ${row.configurations} configurations: ${row.lost.length} pairs lost, ${row.gained.length} gained${row.gained.length === 0 ? '' : `: ${row.gained.join('; ')}`}`,
      `  loading: ${row.loadingMs} ms, ${row.loadingRatio} times that with closing`,
      ...row.lost.map((pair) => `  LOST ${pair}`),
    ]),
    `all: ${rows.length} robots, ${sum((r) => r.meshes)} meshes (${sum((r) => r.closed)} closed as they came, ${sum((r) => r.zipped)} zipped, ` +
      `${sum((r) => r.capped)} capped, ${sum((r) => r.surfaces)} surfaces), ${sum((r) => r.added)} triangles added to ${sum((r) => r.triangles)}`,
    `balls hit: ${sum((r) => r.hit)} of ${sum((r) => r.balls)} (${sum((r) => r.hitBefore)} unless closed); newly inside: ` +
      `${sum((r) => r.newlyInside)} of ${sum((r) => r.outside)}; pairs lost: ${sum((r) => r.lost.length)}, gained: ${sum((r) => r.gained.length)}`,
    `loading: ${(longer / time).toFixed(3)} times as long with closing (${time.toFixed(0)} ms without)`,
    ...notes.map((note) => `not read: ${note}`),
  ].join('\n')
}
