// The necklace paper's section 6 (2002): Figure 7's table, necklaces under motion, and the bounds of sections 4 and 5: growth on
// grids and the √(log n) of Lemma 4.3.
import type { Experiment, Progress, RunControl } from './experiment.js'
import { type Check, type Job, part, runJobs } from './jobs.js'
import { dataFolder, machineName } from './machine.js'
import { checkAll } from './necklace/checks.js'
import { necklaceFindings } from './necklace/findings.js'
import { type GridRow, type LayerRow, measureGrid, measureLayers } from './necklace/growth.js'
import { type Measured, measureNecklace, type Row } from './necklace/measure.js'
import { hairpin, necklacesAtRest, necklacesInMotion } from './necklace/models.js'
import { type MotionRow, measureMotion } from './necklace/motion.js'
import { NECKLACE_MODELS, type NecklaceLabOptions, readNecklaceLabOptions, SIZED_MODELS } from './necklace/options.js'
import { printNecklace } from './necklace/print.js'
import { PUBLISHED, PUBLISHED_MOTION, type Published } from './necklace/published.js'
import {
  countBasisChanges,
  countHelixes,
  countMost,
  countRadii,
  type Tremble,
  type Variant,
} from './necklace/variants.js'

export interface NecklaceDocument {
  readonly experiment: 'necklace'
  readonly node: string
  /** Figure 7. */
  readonly rows: readonly Row[]
  /** The printed rows of the models and sizes above. */
  readonly published: readonly Published[]
  /** The rows again, with everything that was counted. */
  readonly measured: readonly Measured[]
  /** What a necklace can have at most by the inferred rule of counting, where the print has more. */
  readonly most: readonly { readonly n: number; readonly selfTests: number; readonly separatingPairs: number }[]
  readonly motion: readonly MotionRow[]
  readonly publishedMotion: typeof PUBLISHED_MOTION
  readonly grids: readonly GridRow[]
  readonly layers: readonly LayerRow[]
  /** Radii that were chosen to meet the print, varied; one helix for both series; how strongly the hairpin trembles. */
  readonly radii: readonly Variant[]
  readonly helixes: readonly Variant[]
  readonly trembles: readonly Tremble[]
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
  async run(options, progress, control) {
    const { complete, ...document } = await runNecklace(options, progress, control)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printNecklace(document), good, findings: necklaceFindings(document), complete }
  },
}

export async function runNecklace(
  options: NecklaceLabOptions,
  progress: Progress,
  control: RunControl = {},
): Promise<NecklaceDocument & { readonly complete: boolean }> {
  const data = dataFolder()
  const [still, moving] = await Promise.all([necklacesAtRest(options, data), necklacesInMotion(options, data)])
  const measured: Measured[] = []
  const motion: MotionRow[] = []
  const grids: GridRow[] = []
  const layers: LayerRow[] = []
  const varied: Varied = { radii: [], helixes: [], trembles: [] }
  const jobs: Job[] = [
    ...still.map((one) => {
      const n = one.scene.centres.length / 3
      const name = `${one.model}, ${n.toLocaleString('en')} beads${one.source === '' ? '' : `, ${one.source}`}`
      const measure = async (tell: Progress): Promise<Measured> => {
        await tell(0, name)
        return measureNecklace(one, options.rounds)
      }
      return part(name, n, measure, (result) => measured.push(result))
    }),
    ...moving.map((one) => {
      const name = `${one.model} in motion, ${one.source}`
      const measure = (tell: Progress): Promise<MotionRow> => measureMotion(one, (share) => tell(share, name))
      return part(name, (one.scene.frames * one.scene.centres.length) / 300, measure, (result) => motion.push(result))
    }),
    ...bounds(options, grids, layers),
    ...(options.variants ? variants(options, data, varied) : []),
  ]
  const complete = await runJobs(jobs, progress, control)
  const rows = measured.map(({ row }) => row)
  return {
    experiment: 'necklace',
    node: machineName(),
    rows,
    published: PUBLISHED.filter((p) => rows.some(({ model, n }) => p.model === model && p.n === n)),
    measured,
    most: rows
      .filter(({ model, n }) => model === 'helix-scaling' && n === 100)
      .map(({ n }) => ({ n, ...countMost(n) })),
    motion,
    publishedMotion: PUBLISHED_MOTION,
    grids,
    layers,
    ...varied,
    checks: checkAll({ measured, motion, grids, layers }),
    complete,
  }
}

/** Sections 4 and 5, where no model was picked. */
function bounds(options: NecklaceLabOptions, grids: GridRow[], layers: LayerRow[]): Job[] {
  if (options.models.length < NECKLACE_MODELS.length) return []
  const gridJobs = ([2, 3] as const).flatMap((dimension) =>
    options.sides[dimension - 2]!.map((side) => {
      const name = `a grid of ${side}${dimension === 2 ? '²' : '³'}`
      const measure = async (tell: Progress): Promise<GridRow> => {
        await tell(0, name)
        return measureGrid(side, dimension)
      }
      return part(name, side ** dimension / 4, measure, (result) => grids.push(result))
    }),
  )
  const measureAll = async (tell: Progress): Promise<LayerRow[]> => {
    const out: LayerRow[] = []
    for (let k = 1; k <= options.levels; k++) {
      await tell(k / options.levels, 'Lemma 4.3')
      out.push(measureLayers(k))
    }
    return out
  }
  return [...gridJobs, part('Lemma 4.3', 2 ** options.levels / 4, measureAll, (result) => layers.push(...result))]
}

/** Parameters of ours, varied. */
interface Varied {
  readonly radii: Variant[]
  readonly helixes: Variant[]
  readonly trembles: Tremble[]
}

const STRENGTHS = [0.5, 1, 1.5, 2]

function variants(options: NecklaceLabOptions, data: string | undefined, { radii, helixes, trembles }: Varied): Job[] {
  const sizes = options.sizes['helix-scaling'].filter((n) => n <= 6400)
  return [
    part('radii of beads', 20_000, countRadii, (result) => radii.push(...result)),
    part(
      'one helix',
      20_000,
      () => countHelixes(sizes),
      (result) => helixes.push(...result),
    ),
    ...STRENGTHS.map((strength) =>
      part(
        `hairpin, trembling ${strength} times`,
        options.frames[1] * 51,
        async () => ({
          strength,
          chosen: strength === 1,
          basisChanges: countBasisChanges(await hairpin(data, options.frames[1], strength)),
        }),
        (result) => trembles.push(result),
      ),
    ),
  ]
}
