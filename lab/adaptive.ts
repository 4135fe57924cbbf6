// Adaptive checking (2004): distances, bounds of motion and whole segments, by fixed resolution, by the paper's two checkers and
// by ours. Tables I and II, Figure 9, Tables III, VI, VIII to X and XI, Figure 13; what the paper describes in words only; the largest
// step at which fixed resolution stays right (section V.D, for segments); and what each of our sharper tests saves.
import { measureAblation } from './adaptive/ablation.js'
import { checkAll } from './adaptive/checks.js'
import { measureDistances } from './adaptive/distances.js'
import { measureTipCurve, type TipCurve } from './adaptive/figure-13.js'
import { findAdaptive } from './adaptive/findings.js'
import { measureGrazing } from './adaptive/grazing.js'
import type { LabScene, Segment } from './adaptive/lab-scene.js'
import { findEpsilon, type LargestEpsilon, measureAtEpsilon, RUN_KINDS } from './adaptive/largest-epsilon.js'
import { type Histogram, measureBounds } from './adaptive/motion-bounds.js'
import { type AdaptiveOptions, readAdaptiveOptions, SCENE_TABLES, TABLES, type Table } from './adaptive/options.js'
import { printAdaptive } from './adaptive/print.js'
import { GRAZE_TABLES } from './adaptive/published.js'
import type { Row } from './adaptive/rows.js'
import { boundRobots, LAB_SCENES, type LabSceneName, loadScene, PAPER_SCENES, shareOf } from './adaptive/scenes.js'
import {
  type Contradiction,
  drawColliding,
  drawFree,
  measureColliding,
  measureFree,
  measureRandom,
  measureRefined,
  portion,
  type Tabled,
} from './adaptive/segments.js'
import { measureVariants } from './adaptive/variants.js'
import type { Experiment, Progress, RunControl } from './experiment.js'
import { type Check, type Job, part, runJobs } from './jobs.js'
import { machineName } from './machine.js'
import { describeScene, type SceneFacts } from './scene-facts.js'

export interface AdaptiveDocument {
  readonly experiment: 'adaptive'
  readonly seed: number
  readonly node: string
  readonly rounds: number
  readonly scenes: readonly SceneFacts[]
  readonly rows: readonly Row[]
  readonly histograms: readonly Histogram[]
  readonly epsilons: readonly LargestEpsilon[]
  readonly tipCurves: readonly TipCurve[]
  readonly contradictions: readonly Contradiction[]
  readonly checks: readonly Check[]
}

export const adaptive: Experiment<AdaptiveOptions> = {
  name: 'adaptive',
  summary: 'is a whole motion free: fixed resolution, adaptive and refined bisection, and ours, on thin things',
  paper: 'Adaptive Dynamic Collision Checking for Single and Multiple Articulated Robots in Complex Environments, 2004',
  options: [
    { flags: '--table <list>', description: `of ${TABLES.join(', ')}, separated by commas (default: all)` },
    { flags: '--scene <list>', description: `of ${LAB_SCENES.join(', ')}, separated by commas (default: all)` },
    { flags: '--configurations <count>', description: 'of each scene in Table I (default: 200)' },
    { flags: '--bounds <count>', description: 'segments of each robot in Figure 9 (default: 1000)' },
    { flags: '--segments <count>', description: 'of each scene in Tables III, VI and XI (default: 60)' },
    { flags: '--runs <count>', description: 'in which fixed resolution has to be right (default: 100)' },
    { flags: '--rounds <count>', description: 'timed rounds, of which the quickest counts (default: 2)' },
    { flags: '--seed <number>', description: 'seed of configurations and segments (default: 1)' },
    {
      flags: '--quick',
      description: "a few of everything, six scenes, no variants, and no ζ below 0.01 for the paper's methods",
    },
  ],
  plan: readAdaptiveOptions,
  async run(options, progress, control) {
    const { document, complete } = await runAdaptive(options, progress, control)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printAdaptive(document), good, findings: findAdaptive(document), complete }
  },
}

/** Of Figure 13: that of Figure 11b. */
const TIP_SCENE: LabSceneName = 'cage-gun'

export async function runAdaptive(
  options: AdaptiveOptions,
  progress: Progress,
  control: RunControl = {},
): Promise<{ document: AdaptiveDocument; complete: boolean }> {
  const { seed, rounds, segments } = options
  const rows: Row[] = []
  const histograms: Histogram[] = []
  const epsilons: LargestEpsilon[] = []
  const tipCurves: TipCurve[] = []
  const contradictions: Contradiction[] = []
  const facts: SceneFacts[] = []
  const keep = ({ rows: own, contradictions: wrong }: Tabled): void => {
    rows.push(...own)
    contradictions.push(...wrong)
  }
  const keepRows = (own: readonly Row[]): void => keep({ rows: own, contradictions: [] })
  const jobs: Job[] = []
  const job = <T>(
    table: Table,
    of: string,
    weight: number,
    measure: (progress: Progress) => Promise<T>,
    take: (result: T) => void,
  ): void => {
    if (options.tables.includes(table)) jobs.push(part(`${table}: ${of}`, weight, measure, take))
  }
  for (const sample of boundRobots()) {
    job(
      'figure-9',
      sample.part,
      1,
      (p) => measureBounds(sample, options.bounds, seed, p),
      (found) => histograms.push(...found),
    )
  }
  for (const name of options.scenes) {
    // Made when it is first needed: the larger ones take a second, and room.
    let made: LabScene | undefined
    const scene = (): LabScene => {
      made ??= loadScene(name)
      return made
    }
    let hits: readonly Segment[] | undefined
    const colliding = async (p: Progress): Promise<readonly Segment[]> => {
      hits ??= await drawColliding(scene(), segments, seed, p)
      return hits
    }
    let misses: readonly Segment[] | undefined
    const free = async (p: Progress): Promise<readonly Segment[]> => {
      misses ??= await drawFree(scene(), Math.ceil(segments * shareOf(name)), seed + 1, p)
      return misses
    }
    const [first, second] = [(p: Progress) => portion(p, 0, 0.3), (p: Progress) => portion(p, 0.3, 0.7)]
    const inPaper = PAPER_SCENES.includes(name)
    if (options.tables.some((table) => SCENE_TABLES.includes(table))) {
      jobs.push(
        part(
          `scene: ${name}`,
          0,
          () => describeScene(scene()),
          (found) => facts.push(found),
        ),
      )
    }
    job('I', name, 4, (p) => measureDistances(scene(), options.configurations, seed, p), keepRows)
    if (inPaper) {
      const measure = async (p: Progress): Promise<Tabled> =>
        measureColliding(scene(), await colliding(first(p)), rounds, second(p))
      job('III', name, 4, measure, keep)
    }
    job('VI', name, 6, async (p) => measureFree(scene(), await free(first(p)), rounds, second(p)), keep)
    if (name === TIP_SCENE) {
      job(
        'figure-13',
        name,
        1,
        async (p) => measureTipCurve(scene(), await free(first(p)), rounds, second(p)),
        (found) => {
          tipCurves.push(found.curve)
          keepRows(found.rows)
        },
      )
    }
    if (inPaper) {
      for (const run of RUN_KINDS) {
        job(
          'epsilon',
          `${name}, ${run}s`,
          6,
          async (p) => {
            const { found, rows: own } = await findEpsilon(scene(), run, options.runs, seed + 2, rounds, p)
            if (run !== 'path') return { found, rows: own }
            const onFree = await measureAtEpsilon(scene(), 'free', found.epsilon, await free(p), rounds, p)
            return { found, rows: [...own, ...onFree] }
          },
          ({ found, rows: own }) => {
            epsilons.push(found)
            keepRows(own)
          },
        )
      }
      job('XI', name, 3, async (p) => measureRefined(scene(), await free(first(p)), rounds, second(p)), keep)
      job('random', name, 3, (p) => measureRandom(scene(), segments, seed + 3, rounds, p), keep)
      const measure = async (p: Progress): Promise<Tabled> =>
        measureVariants(scene(), await colliding(p), await free(first(p)), rounds, second(p))
      job('variants', name, 12, measure, keep)
      job('ablation', name, 4, async (p) => measureAblation(scene(), await free(first(p)), rounds, second(p)), keepRows)
    }
    jobs.push({
      weight: 0,
      run: async () => {
        made = undefined
      },
    })
  }
  for (const table of GRAZE_TABLES) job(table, 'all', 8, (p) => measureGrazing(table, options, p), keepRows)
  const complete = await runJobs(jobs, progress, control)
  const document: AdaptiveDocument = {
    experiment: 'adaptive',
    seed,
    node: machineName(),
    rounds,
    scenes: facts,
    rows,
    histograms,
    epsilons,
    tipCurves,
    contradictions,
    checks: checkAll({ rows, epsilons, contradictions }),
  }
  return { document, complete }
}
