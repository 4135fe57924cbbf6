// Robots in worlds: Limber, rapier and, where it is installed, FCL, each with its broad and its narrow phase. Same parts, same
// poses, one interleaved run; configurations a second, ratios to Limber's time, and whether all give the same verdicts.
import { formatNumber, formatTable } from '../lab/table.js'
import { clutter } from '../scenes/index.js'
import type { Bench, Progress } from './bench.js'
import { PeerMissingError } from './meshes/contender.js'
import { nearestPair } from './worlds/brute-force.js'
import { makeCase, type Order, type WorldCase } from './worlds/case.js'
import type { WorldOp, WorldPeer } from './worlds/contender.js'
import { loadWorldFcl } from './worlds/fcl.js'
import { limber } from './worlds/limber.js'
import { type RaceLimits, race, type WorldRow } from './worlds/race.js'
import { loadWorldRapier } from './worlds/rapier.js'
import { type BenchRobot, benchRobots } from './worlds/robots.js'

interface Size extends RaceLimits {
  readonly configurations: number
  readonly orders: readonly Order[]
  readonly robots: number
  /** All ways of using each library and all builds of it, not only those that matter most. */
  readonly all: boolean
}

const FULL: Size = {
  configurations: 2000,
  rounds: 5,
  budget: 100,
  warmUp: 150,
  orders: ['random', 'path'],
  robots: Infinity,
  all: true,
}
const QUICK: Size = {
  configurations: 200,
  rounds: 3,
  budget: 40,
  warmUp: 60,
  orders: ['random'],
  robots: 2,
  all: false,
}

/** Boxes around the robot, and the seeds of these and of the configurations. */
export const BOXES = 20
const SEEDS = { clutter: 4, configurations: 1 }

/** A row of the table and of the results. */
interface Row extends Omit<WorldRow, 'disagreements'> {
  readonly robot: string
  readonly scene: string
  readonly order: Order
  /** Configurations where the answer is not Limber's, and a few of them with what brute force says. */
  readonly differ: number
  readonly examples: readonly string[]
}

export const worlds: Bench = {
  name: 'worlds',
  async run(quick, progress) {
    const size = quick ? QUICK : FULL
    const { peers, notes: missing } = await loadPeers(size.all, progress)
    progress(0, 'reading robots')
    const { robots, notes } = await benchRobots(size.robots)
    const rows: Row[] = []
    const cases = robots.flatMap((robot) =>
      [0, BOXES].flatMap((boxes) => size.orders.map((order) => ({ robot, boxes, order }))),
    )
    for (const [k, { robot, boxes, order }] of cases.entries()) {
      const scene = boxes === 0 ? 'self' : `${boxes} boxes`
      const within: Progress = (share, label) =>
        progress((k + share) / cases.length, `${robot.name}, ${scene}, ${order}: ${label}`)
      within(0, 'building')
      const one = buildCase(robot, boxes, order, size.configurations)
      for (const row of await raceCase(one, peers, size, within)) {
        rows.push({ robot: robot.name, scene, order, ...describe(one, row) })
      }
    }
    return {
      rows,
      about: {
        peers: Object.fromEntries(peers.map(({ name, version }) => [name, version])),
        robots: robots.map(about),
        notes: [...missing, ...notes],
      },
      text: [table(rows), ...target(rows), ...examples(rows), [...missing, ...notes].join('\n')].join('\n\n'),
    }
  },
}

export async function loadPeers(all: boolean, progress: Progress): Promise<{ peers: WorldPeer[]; notes: string[] }> {
  const peers = [limber()]
  const notes: string[] = []
  const loaders: [string, () => Promise<WorldPeer>][] = [
    ['FCL', () => loadWorldFcl('installed')],
    ['rapier', loadWorldRapier],
  ]
  // Minutes of compiling and two gigabytes of memory, once: only on request.
  const tuned = process.env.LIMBER_FCL_TUNED === '1'
  if (all && tuned) loaders.splice(1, 0, ['FCL tuned', () => loadWorldFcl('tuned')])
  if (all && !tuned) notes.push('without FCL compiled anew for this processor: LIMBER_FCL_TUNED=1 asks for it')
  for (const [name, load] of loaders) {
    progress(0, `loading ${name}`)
    try {
      peers.push(await load())
    } catch (error) {
      if (!(error instanceof PeerMissingError)) throw error
      notes.push(`without ${name}: ${error.message}`)
    }
  }
  return { peers, notes }
}

export function buildCase(
  { robot, reach, allowed }: BenchRobot,
  boxes: number,
  order: Order,
  count: number,
): WorldCase {
  const obstacles = clutter(SEEDS.clutter, boxes, reach, robot)
  return makeCase(robot, { obstacles, order, count, seed: SEEDS.configurations, allowed })
}

export async function raceCase(
  one: WorldCase,
  peers: readonly WorldPeer[],
  size: RaceLimits & { readonly all: boolean },
  progress: Progress,
): Promise<WorldRow[]> {
  const contenders = (await Promise.all(peers.map((peer) => peer.contenders(one, size.all)))).flat()
  const ops: readonly WorldOp[] = ['collide', 'distance']
  try {
    const rows: WorldRow[] = []
    for (const [k, op] of ops.entries()) {
      const able = contenders.filter(({ how }) => how[op] !== undefined)
      const within: Progress = (share, label) => progress((k + share) / ops.length, `${op}, ${label}`)
      rows.push(...(await race(op, able, one.configurations.length, size, within)))
    }
    return rows
  } finally {
    for (const contender of contenders) contender.close?.()
  }
}

/** Brute force has the last word on a few of the configurations where others differ. */
function describe(one: WorldCase, { disagreements, ...row }: WorldRow): Omit<Row, 'robot' | 'scene' | 'order'> {
  const show = (answer: number): string =>
    row.op === 'distance' ? `${answer}` : answer === 1 ? 'contact' : 'no contact'
  const examples = disagreements.slice(0, 5).map(({ configuration, answer, limber }) => {
    const { distance, a, b } = nearestPair(one, configuration, row.op === 'collide' ? one.checked : one.counted)
    return `${configuration}: ${show(answer)}, Limber ${show(limber)}; the nearest surfaces, ${a} and ${b}, are ${distance} apart`
  })
  return { ...row, differ: disagreements.length, examples }
}

function about({ name, robot, reach }: BenchRobot): object {
  const shapes = robot.links.flatMap(({ geometry }) => geometry.map(({ shape }) => shape))
  const triangles = shapes.reduce((sum, shape) => sum + (shape.kind === 'mesh' ? shape.triangles.length / 3 : 0), 0)
  return { name, joints: robot.dof, geometries: shapes.length, triangles, reach }
}

function table(rows: readonly Row[]): string {
  const titles = [
    'robot',
    'scene',
    'order',
    'op',
    'contender',
    'config/s',
    'µs',
    '× Limber',
    'touch',
    'differ',
    'asked',
  ]
  const lines = rows.map((row) => [
    row.robot,
    row.scene,
    row.order,
    row.op,
    row.contender,
    row.perSecond.toLocaleString('en', { maximumFractionDigits: 0 }),
    formatNumber(row.micros),
    formatNumber(row.ratio),
    row.op === 'collide' ? `${Math.round(100 * row.mean)} %` : '',
    `${row.differ}`,
    `${row.configurations}`,
  ])
  return formatTable(titles, lines, 5)
}

/** What Limber sets out to show, and whether this run does. */
const TARGET = { robot: 'Panda', scene: `${BOXES} boxes`, order: 'random', perSecond: 20_000, timesFcl: 3 }

function target(rows: readonly Row[]): string[] {
  const those = rows.filter(
    ({ robot, scene, order, op }) =>
      op === 'collide' && robot === TARGET.robot && scene === TARGET.scene && order === TARGET.order,
  )
  const own = those.find(({ contender }) => contender === 'Limber')
  if (own === undefined) return []
  const best = (pattern: RegExp): string => {
    const found = those.filter(({ contender }) => pattern.test(contender))
    if (found.length === 0) return 'not there'
    const { contender, ratio } = found.reduce((a, b) => (b.ratio < a.ratio ? b : a))
    return `${formatNumber(ratio)}× (${contender})`
  }
  return [
    `${TARGET.robot}, ${TARGET.scene}, ${TARGET.order}: ${formatNumber(own.perSecond)} configurations a second ` +
      `(wanted: ${formatNumber(TARGET.perSecond)}); as fast as FCL: ${best(/^FCL OBB/)} (wanted: ${TARGET.timesFcl}×), ` +
      `as FCL compiled anew for this processor: ${best(/^FCL tuned/)}`,
  ]
}

/** Answers that are not Limber's, a few of them at length. */
function examples(rows: readonly Row[]): string[] {
  return rows
    .filter(({ differ }) => differ > 0)
    .map(({ robot, scene, order, op, contender, differ, configurations, examples }) =>
      [
        `${contender}, ${robot}, ${scene}, ${order}, ${op}: ${differ} of ${configurations} answers differ:`,
        ...examples.map((example) => `  ${example}`),
      ].join('\n'),
    )
}
