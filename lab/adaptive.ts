// Adaptive checking (2004): distances, bounds of motion and whole segments, by fixed resolution, by the paper's two checkers and
// by ours. Tables I and II, Figure 9, Tables III, VI, VIII to X and XI, Figure 13; what the paper describes in words only; the largest
// step at which fixed resolution stays right (section V.D, for segments); and what each of our sharper tests saves.
import { measureAblation } from './adaptive/ablation.js'
import { checkAll } from './adaptive/checks.js'
import { measureDistances } from './adaptive/distances.js'
import { measureTipCurve, type TipCurve } from './adaptive/figure-13.js'
import { measureGrazing } from './adaptive/grazing.js'
import type { LabScene, Segment } from './adaptive/lab-scene.js'
import { findEpsilon, type LargestEpsilon, measureAtEpsilon, RUN_KINDS } from './adaptive/largest-epsilon.js'
import { type Histogram, measureBounds } from './adaptive/motion-bounds.js'
import { type AdaptiveOptions, readAdaptiveOptions, TABLES, type Table } from './adaptive/options.js'
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
  part,
  type Tabled,
} from './adaptive/segments.js'
import { measureVariants } from './adaptive/variants.js'
import type { Experiment, Progress } from './experiment.js'
import { FindingLists } from './findings.js'
import { type Check, type Job, runJobs } from './jobs.js'
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
    { flags: '--quick', description: "a few of everything, six scenes, and no ζ below 0.01 for the paper's methods" },
  ],
  plan: readAdaptiveOptions,
  async run(options, progress) {
    const document = await runAdaptive(options, progress)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printAdaptive(document), good, findings: new FindingLists(), complete: true }
  },
}

/** Of Figure 13: that of Figure 11b. */
const TIP_SCENE: LabSceneName = 'cage-gun'

export async function runAdaptive(options: AdaptiveOptions, progress: Progress): Promise<AdaptiveDocument> {
  const { seed, rounds, segments } = options
  const rows: Row[] = []
  const histograms: Histogram[] = []
  const epsilons: LargestEpsilon[] = []
  const tipCurves: TipCurve[] = []
  const contradictions: Contradiction[] = []
  const facts: SceneFacts[] = []
  const wants = (table: Table): boolean => options.tables.includes(table)
  const keep = ({ rows: own, contradictions: wrong }: Tabled): void => {
    rows.push(...own)
    contradictions.push(...wrong)
  }
  const jobs: Job[] = []
  const job = (table: Table, weight: number, run: (progress: Progress) => Promise<void>): void => {
    if (wants(table)) jobs.push({ weight, run })
  }
  for (const sample of boundRobots()) {
    job('figure-9', 1, async (p) => {
      histograms.push(...(await measureBounds(sample, options.bounds, seed, p)))
    })
  }
  for (const name of options.scenes) {
    // Made when it is first needed: the larger ones take a second, and room.
    let made: LabScene | undefined
    const scene = (): LabScene => {
      made ??= loadScene(name)
      if (!facts.some((known) => known.name === name)) facts.push(describeScene(made))
      return made
    }
    const inPaper = PAPER_SCENES.includes(name)
    job('I', 4, async (p) => {
      rows.push(...(await measureDistances(scene(), options.configurations, seed, p)))
    })
    let found: readonly Segment[] | undefined
    const colliding = async (p: Progress): Promise<readonly Segment[]> => {
      found ??= await drawColliding(scene(), segments, seed, p)
      return found
    }
    if (inPaper) {
      job('III', 4, async (p) =>
        keep(await measureColliding(scene(), await colliding(part(p, 0, 0.3)), rounds, part(p, 0.3, 0.7))),
      )
    }
    let drawn: readonly Segment[] | undefined
    const free = async (p: Progress): Promise<readonly Segment[]> => {
      drawn ??= await drawFree(scene(), Math.ceil(segments * shareOf(name)), seed + 1, p)
      return drawn
    }
    job('VI', 6, async (p) => keep(await measureFree(scene(), await free(part(p, 0, 0.5)), rounds, part(p, 0.5, 0.5))))
    if (name === TIP_SCENE) {
      job('figure-13', 1, async (p) => {
        const { curve, rows: own } = await measureTipCurve(scene(), await free(p), rounds, p)
        tipCurves.push(curve)
        rows.push(...own)
      })
    }
    if (inPaper) {
      for (const run of RUN_KINDS) {
        job('epsilon', 6, async (p) => {
          const { found, rows: own } = await findEpsilon(scene(), run, options.runs, seed + 2, rounds, p)
          epsilons.push(found)
          rows.push(...own)
          if (run === 'path') {
            rows.push(...(await measureAtEpsilon(scene(), 'free', found.epsilon, await free(p), rounds, p)))
          }
        })
      }
      job('XI', 3, async (p) => keep(await measureRefined(scene(), await free(p), rounds, p)))
      job('random', 3, async (p) => keep(await measureRandom(scene(), segments, seed + 3, rounds, p)))
      job('variants', 12, async (p) =>
        keep(await measureVariants(scene(), await colliding(p), await free(p), rounds, p)),
      )
      job('ablation', 4, async (p) => {
        rows.push(...(await measureAblation(scene(), await free(p), rounds, p)))
      })
    }
    jobs.push({
      weight: 0,
      run: async () => {
        made = undefined
      },
    })
  }
  for (const table of GRAZE_TABLES) {
    job(table, 8, async (p) => {
      rows.push(...(await measureGrazing(table, options, p)))
    })
  }
  await runJobs(jobs, progress)
  return {
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
}
