// Roadmaps of proved edges: what one costs to make and to keep, queries through it beside `plan` on the same starts and goals, and what
// a new obstacle costs. All queries are asked in three passes, and the least time of each counts; where the first time is what is asked
// about, every pass has a fresh copy of the roadmap. Every path is proved again.
import { formatNumber, formatTable } from '../lab/table.js'
import {
  box,
  checkMotion,
  type PlanResult,
  parseRoadmap,
  planNow,
  Random,
  type Roadmap,
  roadmapNow,
  roadmapTrails,
  type World,
} from '../src/entries/robots.js'
import type { Bench, Progress } from './bench.js'
import { roundFigure } from './bench.js'
import { clockMicros, processorMicros } from './interleave.js'
import { benchRobots } from './worlds/robots.js'
import { BOXES, buildCase } from './worlds.js'

interface Size {
  readonly vertices: number
  readonly queries: number
}

const FULL: Size = { vertices: 2000, queries: 300 }
const QUICK: Size = { vertices: 200, queries: 30 }

/** Queries before the first that counts. */
const WARM_UP = 30
const SEED = 7
const PASSES = 3

/** A box that is put into the robot's way: of the ends of the queries, this share touches it, so that others have to go round it. */
const SHARE = [0.03, 0.2] as const
const PLACES = 48

/** What asks for a fraction of a millisecond. */
const MOST_MEDIAN = 1000

interface Row {
  readonly scene: string
  readonly how: string
  readonly queries: number
  readonly solved: number
  readonly inRoadmap: number
  readonly median: number
  readonly upper: number
  readonly length: number
  readonly proved: number
  readonly refused: number
}

type Query = readonly [Float64Array, Float64Array]

export const roadmapBench: Bench = {
  name: 'roadmap',
  async run(quick, progress) {
    const size = quick ? QUICK : FULL
    progress(0, 'reading the robot')
    const { robots, notes } = await benchRobots(1)
    const { world } = buildCase(robots[0]!, BOXES, 'random', 1)
    const began = processorMicros()
    const made = roadmapNow(world, { vertices: size.vertices })
    if (made.outcome === 'nothing-to-check') throw new Error(made.reason)
    const buildMicros = processorMicros() - began
    const bytes = made.roadmap.toBytes(world)
    const name = robots[0]!.name
    const rows: Row[] = []
    const fresh = (): Roadmap => parseRoadmap(bytes)
    progress(0.3, 'queries')
    const queries = randomQueries(world, WARM_UP + size.queries)
    const scene = `${BOXES} boxes`
    rows.push(ask(world, scene, 'plan', queries, () => undefined, progress))
    const kept = fresh()
    rows.push(ask(world, scene, 'roadmap', queries, () => kept, progress))

    addBox(world, queries.flat())
    const after = queries.filter((query) => query.every((q) => !world.collides(q)))
    let learned = fresh()
    const more = `${BOXES + 1} boxes`
    progress(0.6, 'with another box')
    rows.push(ask(world, more, 'plan', after, () => undefined, progress))
    const { open } = fresh().stateIn(world)
    const first = (): Roadmap => {
      learned = fresh()
      return learned
    }
    rows.push(ask(world, more, 'roadmap, first time', after, first, progress))
    const again = learned.stateIn(world)
    rows.push(ask(world, more, 'roadmap, again', after, () => learned, progress))
    // All at once: the pairs that are new of every edge, and every pair of every edge.
    const renewed = timed(() => roadmapNow(world, { extend: fresh(), vertices: 1 }))
    const anew = timed(() => proveAll(world, fresh()))
    const { stats } = made
    const about = {
      robot: name,
      build: { millis: roundFigure(buildMicros / 1000), ...made.roadmap.stateIn(world), bytes: bytes.length, stats },
      added: {
        open,
        stillOpen: again.open,
        blocked: again.blocked,
        renewMillis: roundFigure(renewed / 1000),
        anewMillis: roundFigure(anew / 1000),
      },
      notes,
    }
    const facts = [
      `${name} among ${scene}: ${made.roadmap.vertices} vertices, ${made.roadmap.edges} edges proved in ${formatNumber(buildMicros / 1e6)} s of processor time; ${formatNumber(bytes.length / 1024)} kB`,
      `edges tried: ${stats.edgesSampled}; refuted by a proof: ${stats.edgesRefuted}`,
      `one more box: ${open} edges wait for a proof; after ${after.length} queries ${again.open} wait, ${again.blocked} are blocked`,
      `all edges against the new box: ${formatNumber(renewed / 1000)} ms; against everything again: ${formatNumber(anew / 1000)} ms`,
      target(rows),
    ]
    return { rows, about, text: [table(rows), facts.join('\n'), notes.join('\n')].join('\n\n') }
  },
}

/** The first of some places around the robot where a box is in the way, and not too much. */
function addBox(world: World, configurations: readonly Float64Array[]): void {
  for (let k = 0; k < PLACES; k++) {
    const [angle, height] = [(2 * Math.PI * k) / 12, 0.3 + 0.2 * Math.trunc(k / 12)]
    const at = [0.45 * Math.cos(angle), 0.45 * Math.sin(angle), height]
    world.addObstacle({ name: 'new-box', shape: box({ size: [0.15, 0.15, 0.15] }), pose: { at } })
    const share = configurations.filter((q) => world.collides(q)).length / configurations.length
    if (share >= SHARE[0] && share <= SHARE[1]) return
    world.removeObstacle('new-box')
  }
  throw new Error('no place for another box')
}

/** Free configurations. */
function randomQueries(world: World, count: number): Query[] {
  const random = new Random(SEED)
  const free = (): Float64Array => {
    for (;;) {
      const q = Float64Array.from(world.lower, (low, i) => random.range(low, world.upper[i]!))
      if (!world.collides(q)) return q
    }
  }
  return Array.from({ length: count }, () => [free(), free()] as const)
}

function ask(
  world: World,
  scene: string,
  how: string,
  queries: readonly Query[],
  roadmapOf: () => Roadmap | undefined,
  progress: Progress,
): Row {
  const micros = new Float64Array(queries.length).fill(Infinity)
  let results: PlanResult[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    const roadmap = roadmapOf()
    results = queries.map(([start, goal], k) => {
      const began = clockMicros()
      const result = planNow(world, start, goal, { roadmap, seed: k + 1 })
      micros[k] = Math.min(micros[k]!, clockMicros() - began)
      if (k % 10 === 0) progress((pass + k / queries.length) / PASSES, `${scene}, ${how}`)
      return result
    })
  }
  // Those before are for warming up.
  const times = micros.slice(WARM_UP)
  const solved = results.slice(WARM_UP).filter((result) => result.outcome === 'solved')
  return {
    ...{ scene, how, queries: times.length, solved: solved.length },
    inRoadmap: solved.filter(({ roadmap }) => roadmap?.found === 'in-roadmap').length,
    median: roundFigure(part(times, 0.5)),
    upper: roundFigure(part(times, 0.95)),
    length: roundFigure(
      part(
        solved.map(({ length }) => length),
        0.5,
      ),
    ),
    proved: solved.reduce((sum, { roadmap }) => sum + (roadmap?.edgesProved ?? 0), 0),
    refused: solved.filter(({ path }) => checkMotion(world, path).outcome !== 'free').length,
  }
}

function proveAll(world: World, roadmap: Roadmap): void {
  for (const { waypoints } of roadmapTrails(world, roadmap, { all: true })) {
    for (let k = 1; k < waypoints.length; k++) checkMotion(world, [waypoints[k - 1]!, waypoints[k]!])
  }
}

function timed(work: () => unknown): number {
  const began = processorMicros()
  work()
  return processorMicros() - began
}

function part(values: ArrayLike<number>, share: number): number {
  const sorted = Array.from(values).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

function table(rows: readonly Row[]): string {
  const head = [
    'scene',
    'how',
    'queries',
    'solved',
    'in roadmap',
    'median µs',
    '95 % µs',
    'length',
    'proved',
    'not free',
  ]
  const lines = rows.map((row) => [
    row.scene,
    row.how,
    ...[row.queries, row.solved, row.inRoadmap].map(String),
    ...[row.median, row.upper, row.length].map(formatNumber),
    ...[row.proved, row.refused].map(String),
  ])
  return formatTable(head, lines, 2)
}

function target(rows: readonly Row[]): string {
  const own = rows.find(({ how }) => how === 'roadmap')!
  const wrong = rows.reduce((sum, { refused }) => sum + refused, 0)
  const isMet = own.median < MOST_MEDIAN && wrong === 0
  return `a fraction of a millisecond at the median, and every path free: ${isMet ? 'yes' : 'NO'}, ${formatNumber(own.median)} µs, ${wrong} not free`
}
