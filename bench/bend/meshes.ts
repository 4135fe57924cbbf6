// Straight steps of sheets beside the discrete query on the frame at their end: tests of nodes, pairs of triangles, processor time. Both use the
// same tree and the same 18-DOPs. Rolls through large turns are taken with one slab and as many as `auto` chooses.
import { formatNumber, formatTable } from '../../lab/table.js'
import { type ClothScene, clothStep } from '../../scenes/index.js'
import { MeshTree, selfCollisions } from '../../src/entries/meshes.js'
import { type Progress, roundFigure } from '../bench.js'
import { median, processorMicros } from '../interleave.js'

export interface MeshStepRow {
  readonly scene: string
  readonly triangles: number
  readonly angle: number
  readonly slabs: number
  readonly outcome: string
  /** Tests of two nodes in one slab, for the step and for the frame at its end, and their ratio. */
  readonly volumeTests: number
  readonly volumeTestsFrame: number
  readonly ratio: number
  readonly leafTests: number
  /** Pairs of hulls that were decided one by one, and those that took whole numbers. */
  readonly hullTests: number
  readonly exactCalls: number
  /** Share of the vertices whose neighbours were proved at once. */
  readonly stars: number
  readonly millis: number
  readonly millisFrame: number
}

interface MeshStepCase {
  readonly scene: ClothScene
  readonly angle: number
  readonly slabs: 'auto' | number
}

const CASES: readonly MeshStepCase[] = [
  { scene: 'wave', angle: 0.4, slabs: 'auto' },
  { scene: 'fold', angle: 0.4, slabs: 'auto' },
  { scene: 'gentle', angle: 0.4, slabs: 'auto' },
  { scene: 'roll', angle: 0.4, slabs: 'auto' },
  { scene: 'roll', angle: 1, slabs: 'auto' },
  { scene: 'roll', angle: 2.5, slabs: 'auto' },
  { scene: 'roll', angle: 2.5, slabs: 4 },
  { scene: 'roll', angle: 2.5, slabs: 1 },
]

/** `triangles`: about that many in each sheet, 5,000 or more. `rounds`: steps that are timed, after one to warm up. */
export function measureMeshSteps(
  plan: { readonly triangles: number; readonly rounds: number },
  progress: Progress,
): MeshStepRow[] {
  return CASES.map((one, k) => {
    progress(k / CASES.length, `${one.scene} ${one.angle}`)
    return measure(one, plan.triangles, plan.rounds)
  })
}

function measure({ scene, angle, slabs }: MeshStepCase, count: number, rounds: number): MeshStepRow {
  const { positions, next, triangles } = clothStep(scene, count, { angle })
  const tree = new MeshTree({ positions, triangles }, { open: 'surface' })
  const end = new MeshTree({ positions, triangles }, { open: 'surface' })
  end.refit(next)
  const [step, frame] = [tree.checkDeform(next, { slabs }), selfCollisions(end)]
  const times: number[] = []
  const timesFrame: number[] = []
  for (let r = 0; r < rounds; r++) {
    times.push(timed(() => tree.checkDeform(next, { slabs })))
    timesFrame.push(timed(() => selfCollisions(end)))
  }
  const { stats } = step
  return {
    scene,
    triangles: tree.size,
    angle,
    slabs: stats.slabs,
    outcome: step.outcome,
    volumeTests: stats.volumeTests,
    volumeTestsFrame: frame.stats.volumeTests,
    ratio: roundFigure(stats.volumeTests / frame.stats.volumeTests),
    leafTests: stats.leafTests,
    hullTests: stats.hullTests,
    exactCalls: stats.exactCalls,
    stars: roundFigure(stats.stars / (positions.length / 3)),
    millis: roundFigure(median(times)),
    millisFrame: roundFigure(median(timesFrame)),
  }
}

/** Milliseconds of processor time. */
function timed(work: () => unknown): number {
  const start = processorMicros()
  work()
  return (processorMicros() - start) / 1000
}

export function meshStepTable(rows: readonly MeshStepRow[]): string {
  const titles = [
    'sheet',
    'triangles',
    'radians',
    'slabs',
    'outcome',
    'node tests',
    'of the frame',
    'ratio',
    'hull pairs',
    'exact',
    'ms',
    'ms frame',
  ]
  const lines = rows.map((row) => [
    row.scene,
    row.triangles.toLocaleString('en'),
    `${row.angle}`,
    `${row.slabs}`,
    row.outcome,
    ...[
      row.volumeTests,
      row.volumeTestsFrame,
      row.ratio,
      row.hullTests,
      row.exactCalls,
      row.millis,
      row.millisFrame,
    ].map(formatNumber),
  ])
  return formatTable(titles, lines, 1)
}
