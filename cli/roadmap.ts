// `limber roadmap scene.json --out cell.roadmap`: a graph of proved motions, for "limber plan --roadmap".
import type { Command } from 'commander'
import { readRoadmap } from '../node/index.js'
import {
  type BlindSpots,
  InvalidInputError,
  LimberError,
  type RoadmapOptions,
  type RoadmapProgress,
  type RoadmapResult,
  type RoadmapState,
  roadmap,
  type World,
} from '../src/entries/robots.js'
import type { Printed } from './check/check-path.js'
import { length, number } from './check/check-path-options.js'
import { count, duration, size } from './check/check-path-report.js'
import { complaints, oneLine } from './check/check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { readStart } from './plan/plan-goals.js'
import { variablesNamed } from './plan/plan-names.js'
import { isCount, isSeed, readBounds, readMoving } from './plan/plan-options.js'
import { type Ran, runWithProgress, seconds } from './plan/plan-run.js'
import { collect } from './plan.js'
import { blindSpotsOf, type CoverageOptions, describeBlindSpots, goodCode } from './print/blind-spots.js'
import { emit } from './print/emit.js'
import { inFlags, withFlags } from './read/flags.js'
import { GIVEN_HELP } from './read/read-given.js'
import { addSceneOptions, openScene, SCENE_HELP, type SceneOptions } from './read/scene-options.js'
import { roadmapPlace, writeRoadmap } from './roadmap/roadmap-output.js'

const HELP = `${SCENE_HELP}

A roadmap is configurations of the robots and straight motions between them, each of them
proved free at every instant. "limber plan --roadmap" answers from it; "limber verify"
checks it with the independent verifier. The same seed gives the same roadmap, unless
time runs out.

The file names the robots and every obstacle that its edges are proved for. It can be
used with other obstacles: edges are proved against those that are new when they are
wanted, and obstacles that are gone cost nothing. Another robot, attached object or
allowed pair needs another roadmap. --update proves all edges of a roadmap for this
scene at once, joins what obstacles have cut, and replaces vertices that collide.

--from says where joints stand that do not move (--moving); it takes ${GIVEN_HELP}.

Exit code 3: the scene has no pair to check; fewer vertices were made than wanted, which
are written all the same; or links were not seen (--skip-missing) and --accept-unseen is
not given. Ctrl-C writes nothing.`

export interface RoadmapCommandOptions extends SceneOptions, Pick<CoverageOptions, 'acceptUnseen'> {
  readonly vertices?: string
  readonly neighbours?: string
  readonly out?: string
  readonly update?: string
  readonly from?: string
  readonly moving?: readonly string[]
  readonly bounds?: readonly string[]
  readonly seed?: string
  readonly time?: string
  readonly resolution?: string
  readonly clearance?: string
  readonly delta?: string
  readonly json?: true
}

export function addRoadmapCommand(program: Command): void {
  const command = program
    .command('roadmap')
    .description('make a roadmap of a scene: motions that are proved free, for many plans')
    .argument('<scene>', 'a scene file, or a URDF or xacro file')
    .option('--vertices <count>', 'free configurations; default 1000')
    .option('--neighbours <count>', 'nearest vertices that each is joined to; default: that of PRM*')
    .option('--out <file>', 'write the roadmap')
    .option('--update <file>', 'begin with this roadmap, and write it again, or to --out')
    .option('--from <values>', 'where joints stand that do not move; default: neutral')
    .option('--moving <joints>', 'joints or robots that may move, separated by commas; default: all', collect)
    .option('--bounds <joint=least:most>', 'range of one joint; repeatable', collect)
    .option('--seed <number>', 'seed of the random numbers; default 1')
    .option('--time <seconds>', 'stop after this time; default: no limit')
    .option('--resolution <step>', 'distance of the samples that test an edge before it is proved; default 0.25')
    .option('--clearance <length>', 'the least distance to keep between objects')
    .option('--delta <length>', 'reject what is found closer than this; limits work near contacts')
    .option('--accept-unseen', 'exit with 0 even if links were left out (--skip-missing)')
  addSceneOptions(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string, options: RoadmapCommandOptions) => emit(await roadmapOfScene(scene, options)))
}

/** What the command prints, and its exit code. */
export async function roadmapOfScene(file: string, options: RoadmapCommandOptions = {}): Promise<Printed> {
  const read = readOptions(options)
  const target = options.out ?? options.update
  if (target === undefined)
    throw new LimberError('no --out: give the name of a roadmap to write, or --update with one to extend')
  const { world, notes } = await openScene(file, options)
  const place = await roadmapPlace(target)
  const own = options.update === undefined ? await questionOf(world, options) : {}
  const extend = options.update === undefined ? undefined : await readRoadmap(options.update)
  const { result, interrupted } = await withFlags(() => make(world, { ...read, ...own, extend }))
  const isWritten = result.outcome !== 'nothing-to-check' && !interrupted
  const bytes = isWritten ? await writeRoadmap(place, world, result.roadmap) : 0
  const state = result.outcome === 'nothing-to-check' ? undefined : result.roadmap.stateIn(world)
  const report = { result, interrupted, state, file: target, bytes, blindSpots: blindSpotsOf(world), notes }
  const good = result.outcome === 'made' ? goodCode(world, options) : ExitCode.Undecided
  const code = interrupted ? ExitCode.Interrupted : good
  if (options.json === true) return { code, stdout: `${JSON.stringify(documentOf(report))}\n`, stderr: '' }
  return { code, stdout: describe(report), stderr: complaints(notes) }
}

interface Report extends Ran<RoadmapResult> {
  /** Undefined where there is none. */
  readonly state: RoadmapState | undefined
  readonly file: string
  readonly bytes: number
  readonly blindSpots: BlindSpots
  readonly notes: readonly string[]
}

function readOptions(options: RoadmapCommandOptions): RoadmapOptions {
  const time = number('--time', options.time, 'a number of seconds above zero', (value) => value > 0)
  if (options.update !== undefined) {
    for (const flag of ['from', 'moving', 'bounds', 'clearance', 'delta'] as const) {
      if (options[flag] === undefined) continue
      throw new InvalidInputError(`--${flag}`, options[flag], 'left out: it is as in the roadmap of --update')
    }
  }
  const delta = length('--delta', options.delta)
  const clearance = length('--clearance', options.clearance)
  return {
    vertices: number('--vertices', options.vertices, 'a whole number above zero', isCount),
    neighbours: number('--neighbours', options.neighbours, 'a whole number above zero', isCount),
    seed: number('--seed', options.seed, 'a whole number of zero or more, at most 4294967295', isSeed),
    maxMillis: time === undefined ? undefined : 1000 * time,
    resolution: number('--resolution', options.resolution, 'a step above zero', (value) => value > 0),
    ...(delta === undefined ? {} : { delta }),
    ...(clearance === undefined ? {} : { clearance }),
  }
}

/** What a roadmap that is extended has of its own. */
async function questionOf(world: World, { from, moving, bounds }: RoadmapCommandOptions): Promise<RoadmapOptions> {
  const names = readMoving(moving)?.flatMap((name) => variablesNamed(world, '--moving', name))
  const ranges = [...readBounds(bounds ?? [])].flatMap(([name, range]) =>
    variablesNamed(world, '--bounds', name).map((variable) => [variable, range] as const),
  )
  return {
    ...(from === undefined ? {} : { home: (await readStart(world, from)).q }),
    ...(names === undefined ? {} : { moving: [...new Set(names)] }),
    ...(ranges.length === 0 ? {} : { bounds: Object.fromEntries(ranges) }),
  }
}

function make(world: World, options: RoadmapOptions): Promise<Ran<RoadmapResult>> {
  return runWithProgress(
    'roadmap',
    (signal) => roadmap(world, { ...options, signal }),
    ({ phase, done, vertices, edges, millis }: RoadmapProgress) => ({
      share: phase === 'sampling' ? 0.1 * done : phase === 'connecting' ? 0.1 + 0.9 * done : done,
      label: `${phase}, ${vertices} vertices, ${edges} edges, ${seconds(millis)}`,
    }),
  )
}

function documentOf({ result, interrupted, state, file, bytes, blindSpots, notes }: Report): object {
  return {
    outcome: result.outcome,
    ...(result.reason === '' ? {} : { reason: inFlags(result.reason) }),
    ...(interrupted ? { interrupted: true } : {}),
    ...(state === undefined ? {} : { ...state, proved: true }),
    ...(bytes === 0 ? {} : { file, bytes }),
    ...blindSpots,
    notes,
    stats: result.stats,
  }
}

function describe({ result, interrupted, state, file, bytes, blindSpots }: Report): string {
  const lines: string[] = []
  if (state === undefined) lines.push(`nothing to check, so no edge would be proved: ${inFlags(result.reason)}`)
  else {
    const { vertices, edges, free, blocked, open, components } = state
    const word = interrupted ? 'interrupted' : result.outcome
    const why = result.reason === '' || interrupted ? '' : `${inFlags(result.reason)}; `
    const parts = components === 1 ? 'one component' : `${components} components`
    lines.push(
      `${word}: ${why}${vertices.toLocaleString('en-US')} vertices, ${count(edges, 'edge')}, ${parts}, ${duration(result.stats.millis)}`,
    )
    const others = [
      ...(blocked > 0 ? [`${blocked} blocked by obstacles`] : []),
      ...(open > 0 ? [`${open} not proved for this scene yet`] : []),
    ]
    lines.push(`proved free at every instant: ${[count(free, 'edge'), ...others].join(', ')}`)
    lines.push(interrupted ? 'nothing is written' : `Roadmap: ${file}, ${size(bytes)}`)
  }
  lines.push(...describeBlindSpots(blindSpots))
  return `${lines.map(oneLine).join('\n')}\n`
}
