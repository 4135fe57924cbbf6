// What diagrams and schedules cost, by number of arms; and makespans against one after the other, against the lower bound, and
// against the optimum of diagrams that are sampled, not proved.
import { Random, type World } from '../../src/entries/robots.js'
import type { Diagram } from '../../src/robots/coordinate/diagram.js'
import { median } from '../interleave.js'
import type { CellPart } from './part.js'
import { type CellKind, cellScene } from './scenes.js'
import { tryCell } from './try-cell.js'

interface Asked extends CellKind {
  readonly name: string
  readonly seeds: number
  /** Milliseconds: of the median, and of the worst. */
  readonly medianMs: number
  readonly worstMs: number
}

export const KINDS: readonly Asked[] = [
  { name: 'two Pandas, 1.0 m', arms: ['panda', 'panda'], radius: 0.5, seeds: 16, medianMs: 300, worstMs: 1000 },
  { name: 'three arms', arms: ['panda', 'ur5', 'irb2400'], radius: 0.7, seeds: 8, medianMs: 600, worstMs: 600 },
  { name: 'four arms', arms: ['panda', 'ur5', 'panda', 'ur5'], radius: 0.8, seeds: 8, medianMs: 1200, worstMs: 1200 },
  {
    name: 'six arms',
    arms: ['panda', 'ur5', 'irb2400', 'panda', 'ur5', 'panda'],
    radius: 1,
    seeds: 4,
    medianMs: 3000,
    worstMs: 3000,
  },
]

export const measureDiagrams: CellPart = (robots, quick, progress) => {
  const rows = []
  const checks = []
  const ratios: number[] = []
  // Code and hulls are warm before anything is timed.
  const first = cellScene(robots, KINDS[0]!, 1)
  if (first !== undefined) tryCell(first)
  for (const [k, kind] of (quick ? KINDS.slice(0, 1) : KINDS).entries()) {
    const seeds = quick ? 2 : kind.seeds
    const times: number[] = []
    const schedules: number[] = []
    for (let seed = 1; times.length < seeds && seed <= 4 * seeds; seed++) {
      progress((k + times.length / seeds) / KINDS.length, `${kind.name}, seed ${seed}`)
      const scene = cellScene(robots, kind, seed)
      if (scene === undefined) continue
      const { paths, diagrams, found, diagramMs, scheduleMs } = tryCell(scene)
      times.push(diagramMs)
      schedules.push(scheduleMs)
      const lengths = paths.map(({ duration }) => duration)
      const sampled = tryCell(scene, 0, (diagram) => sampledStates(scene.world, diagram, new Random(seed)))
      const isBoth = found?.kind === 'schedule' && sampled.found?.kind === 'schedule'
      if (isBoth) ratios.push(found.cost / sampled.found.cost)
      rows.push({
        arms: kind.name,
        seed,
        cells: diagrams.reduce((sum, { stats }) => sum + stats.cells, 0),
        diagramMs,
        scheduleMs,
        outcome: found?.kind ?? 'undecided',
        nodes: found?.nodes ?? 0,
        signals: found?.kind === 'schedule' ? found.signals.length : 0,
        makespan: found?.kind === 'schedule' ? found.cost : NaN,
        lowerBound: Math.max(...lengths),
        oneAfterOther: lengths.reduce((sum, length) => sum + length, 0),
        sampledMakespan: sampled.found?.kind === 'schedule' ? sampled.found.cost : NaN,
      })
    }
    const worst = Math.max(...times)
    checks.push({
      claim: `${kind.name}: diagrams median ≤ ${kind.medianMs} ms, worst ≤ ${kind.worstMs} ms of processor time`,
      passed: median(times) <= kind.medianMs && worst <= kind.worstMs,
      seen: `${median(times).toFixed(0)}, ${worst.toFixed(0)} over ${times.length}`,
    })
    const slowest = Math.max(...schedules)
    checks.push({ claim: `${kind.name}: schedule ≤ 50 ms`, passed: slowest <= 50, seen: slowest.toFixed(1) })
  }
  const near = ratios.filter((ratio) => ratio <= 1.05).length
  checks.push({
    claim: 'makespan ≤ 1.05 × the sampled optimum in nine of ten scenes',
    passed: near >= 0.9 * ratios.length,
    seen: `${near} of ${ratios.length}, worst ${Math.max(...ratios).toFixed(3)}`,
  })
  return {
    rows,
    head: [
      'arms',
      'seed',
      'cells',
      'diagrams ms',
      'schedule ms',
      'outcome',
      'signals',
      's',
      '/ bound',
      '/ in turn',
      '/ sampled',
    ],
    table: rows.map((row) => [
      row.arms,
      `${row.seed}`,
      `${row.cells}`,
      row.diagramMs.toFixed(0),
      row.scheduleMs.toFixed(1),
      row.outcome,
      `${row.signals}`,
      row.makespan.toFixed(2),
      (row.makespan / row.lowerBound).toFixed(3),
      (row.makespan / row.oneAfterOther).toFixed(3),
      (row.makespan / row.sampledMakespan).toFixed(3),
    ]),
    checks,
  }
}

/** Samples of every cell that is not free: blocked only where something of these two robots is seen to touch. */
function sampledStates(world: World, { a, b, states }: Diagram, random: Random): Uint8Array {
  const out = new Uint8Array(states.length)
  const q = world.neutral()
  const [ownA, ownB] = [new Float64Array(a.world.dof), new Float64Array(b.world.dof)]
  states.forEach((state, k) => {
    if (state === 0) return
    const i = Math.floor(k / b.atoms)
    const j = k % b.atoms
    for (let n = 0; n < 3 && out[k] === 0; n++) {
      a.at(ownA, n === 0 ? i + 0.5 : i + random.unit())
      b.at(ownB, n === 0 ? j + 0.5 : j + random.unit())
      a.placeIn(q, ownA)
      b.placeIn(q, ownB)
      if (world.collides(q)) {
        const isTheirs = world
          .collisions(q)
          .some((pair) => pair.a.startsWith(`${a.name}/`) && pair.b.startsWith(`${b.name}/`))
        if (isTheirs) out[k] = 1
      }
    }
  })
  return out
}
