// The necklace paper's section 6 (2002): Figure 7's table, necklaces under motion, and the bounds of sections 4 and 5: growth on
// grids and the √(log n) of Lemma 4.3.
import type { Experiment, Progress } from './experiment.js'
import { FindingLists } from './findings.js'
import { type Check, type Job, runJobs } from './jobs.js'
import { dataFolder, machineName } from './machine.js'
import { checkAll } from './necklace/checks.js'
import { type GridRow, type LayerRow, measureGrid, measureLayers } from './necklace/growth.js'
import { type Measured, measureNecklace, type Row } from './necklace/measure.js'
import { necklacesAtRest, necklacesInMotion } from './necklace/models.js'
import { type MotionRow, measureMotion } from './necklace/motion.js'
import { NECKLACE_MODELS, type NecklaceLabOptions, readNecklaceLabOptions, SIZED_MODELS } from './necklace/options.js'
import { printNecklace } from './necklace/print.js'
import { PUBLISHED, PUBLISHED_MOTION, type Published } from './necklace/published.js'

export interface NecklaceDocument {
  readonly experiment: 'necklace'
  readonly node: string
  /** Figure 7. */
  readonly rows: readonly Row[]
  /** The printed rows of the models and sizes above. */
  readonly published: readonly Published[]
  /** The rows again, with everything that was counted. */
  readonly measured: readonly Measured[]
  readonly motion: readonly MotionRow[]
  readonly publishedMotion: typeof PUBLISHED_MOTION
  readonly grids: readonly GridRow[]
  readonly layers: readonly LayerRow[]
  readonly checks: readonly Check[]
}

export const necklace: Experiment<NecklaceLabOptions> = {
  name: 'necklace',
  summary: 'wrapped hierarchies over necklaces of beads: tests, frontiers and basis changes, at rest and in motion',
  paper: 'Collision Detection for Deforming Necklaces, SoCG 2002',
  options: [
    { flags: '--model <list>', description: `of ${NECKLACE_MODELS.join(', ')}, separated by commas (default: all)` },
    { flags: '--n <list>', description: `numbers of beads of ${SIZED_MODELS.join(', ')} (default: as published)` },
    { flags: '--quick', description: 'no more than 6,400 beads, a shorter motion of the hairpin' },
  ],
  plan: readNecklaceLabOptions,
  async run(options, progress) {
    const document = await runNecklace(options, progress)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printNecklace(document), good, findings: new FindingLists(), complete: true }
  },
}

export async function runNecklace(options: NecklaceLabOptions, progress: Progress): Promise<NecklaceDocument> {
  const data = dataFolder()
  const [still, moving] = await Promise.all([necklacesAtRest(options, data), necklacesInMotion(options, data)])
  const measured: Measured[] = []
  const motion: MotionRow[] = []
  const grids: GridRow[] = []
  const layers: LayerRow[] = []
  const jobs: Job[] = [
    ...still.map(
      (one): Job => ({
        weight: one.scene.centres.length / 3,
        async run(tell) {
          await tell(0, `${one.model}, ${(one.scene.centres.length / 3).toLocaleString('en')} beads`)
          measured.push(measureNecklace(one, options.rounds))
        },
      }),
    ),
    ...moving.map(
      (one): Job => ({
        weight: (one.scene.frames * one.scene.centres.length) / 300,
        async run(tell) {
          motion.push(await measureMotion(one, (share) => tell(share, `${one.model}, ${one.source}`)))
        },
      }),
    ),
    ...bounds(options, grids, layers),
  ]
  await runJobs(jobs, progress)
  const rows = measured.map(({ row }) => row)
  return {
    experiment: 'necklace',
    node: machineName(),
    rows,
    published: PUBLISHED.filter((p) => rows.some(({ model, n }) => p.model === model && p.n === n)),
    measured,
    motion,
    publishedMotion: PUBLISHED_MOTION,
    grids,
    layers,
    checks: checkAll({ measured, motion, grids, layers }),
  }
}

/** Sections 4 and 5, where no model was picked. */
function bounds(options: NecklaceLabOptions, grids: GridRow[], layers: LayerRow[]): Job[] {
  if (options.models.length < NECKLACE_MODELS.length) return []
  const gridJobs = ([2, 3] as const).flatMap((dimension) =>
    options.sides[dimension - 2]!.map(
      (side): Job => ({
        weight: side ** dimension / 4,
        async run(tell) {
          await tell(0, `a grid of ${side}${dimension === 2 ? '²' : '³'}`)
          grids.push(measureGrid(side, dimension))
        },
      }),
    ),
  )
  const layerJob: Job = {
    weight: 2 ** options.levels / 4,
    async run(tell) {
      for (let k = 1; k <= options.levels; k++) {
        await tell(k / options.levels, 'Lemma 4.3')
        layers.push(measureLayers(k))
      }
    },
  }
  return [...gridJobs, layerJob]
}
