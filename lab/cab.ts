// The CAB paper's section 4 (2004), Tables 1 to 5: how often the exact query is called and how long everything takes, with
// hierarchies of boxes over articulated bodies that are updated in every frame. Two chains that meet, of convex links 3 : 1 and
// 6 : 1, of dented ones, and braided; and a hand over a table with a ball.
import { articulatedChains, articulatedHand } from '../scenes/index.js'
import { type Check, checkAll } from './cab/checks.js'
import { cabFindings } from './cab/findings.js'
import { type Boxes, type Measured, measureScene, type Row } from './cab/measure.js'
import { CAB_SCENES, type CabOptions, type CabScene, readCabOptions } from './cab/options.js'
import { printCab } from './cab/print.js'
import { type Published, publishedTable } from './cab/published.js'
import { recordScene } from './cab/record.js'
import { checkRobustness } from './cab/robustness.js'
import type { Experiment, Progress, RunControl } from './experiment.js'
import { part, runJobs } from './jobs.js'
import { machineName } from './machine.js'

export interface CabDocument {
  readonly experiment: 'cab'
  readonly seed: number
  readonly node: string
  readonly rounds: number
  readonly scenes: readonly {
    readonly name: CabScene
    readonly table: number
    readonly what: string
    readonly frames: number
    readonly bodies: number
    /** Checked in each frame: as many exact queries as brute force makes. */
    readonly pairs: number
    readonly collisions: number
    readonly deepest: number
    /** Pairs of leaf boxes that overlap, all pairs tested one by one. */
    readonly leafPairs: number
    /** For meshes: milliseconds of the queries where they begin with the meshes' boxes, by method (cab/exact-query.ts). */
    readonly boxesFirstMs?: Measured['boxesFirstMs']
  }[]
  readonly rows: readonly Row[]
  readonly boxes: readonly Boxes[]
  readonly published: readonly Published[]
  readonly checks: readonly Check[]
}

export const cab: Experiment<CabOptions> = {
  name: 'cab',
  summary: 'box hierarchies over chains and a hand that move in every frame: exact queries and time, eight ways',
  paper: 'CAB: Fast Update of OBB Trees for Collision Detection between Articulated Bodies, 2004',
  options: [
    { flags: '--scene <list>', description: `of ${CAB_SCENES.join(', ')}, separated by commas (default: all)` },
    { flags: '--frames <count>', description: 'of each scene (default: 10000, 4000 of the hand)' },
    { flags: '--rounds <count>', description: 'timed rounds, of which the quickest counts (default: 3)' },
    { flags: '--seed <number>', description: 'seed of the motions (default: 1)' },
    { flags: '--quick', description: '300 frames of each, 2 rounds' },
  ],
  plan: readCabOptions,
  async run(options, progress, control) {
    const { complete, ...document } = await runCab(options, progress, control)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printCab(document), good, findings: cabFindings(document), complete }
  },
}

export async function runCab(
  options: CabOptions,
  progress: Progress,
  control: RunControl = {},
): Promise<CabDocument & { readonly complete: boolean }> {
  const { seed, rounds } = options
  const scenes = options.scenes.map((name) =>
    name === 'hand' ? articulatedHand({ seed }) : articulatedChains(name, { seed }),
  )
  const measured: Measured[] = []
  const jobs = scenes.map((scene) =>
    part(
      scene.name,
      options.frames ?? scene.frames,
      async (tell) => {
        const recording = await recordScene(scene, options.frames ?? scene.frames, (share, label) =>
          tell(0.2 * share, label),
        )
        return measureScene(recording, rounds, (share, label) => tell(0.2 + 0.8 * share, label))
      },
      (result) => measured.push(result),
    ),
  )
  const complete = await runJobs(jobs, progress, control)
  return {
    experiment: 'cab',
    seed,
    node: machineName(),
    rounds,
    scenes: measured.map(({ scene, frames, collisions, deepest, leafPairs, boxesFirstMs }) => {
      const { table, what, bodies, pairs } = scenes.find(({ name }) => name === scene)!
      return {
        name: scene,
        table,
        what,
        frames,
        bodies: bodies.length,
        pairs: pairs.length / 2,
        collisions,
        deepest,
        leafPairs,
        ...(boxesFirstMs === undefined ? {} : { boxesFirstMs }),
      }
    }),
    rows: measured.flatMap((m) => m.rows),
    boxes: measured.flatMap((m) => m.boxes),
    published: measured.flatMap((m) => publishedTable(m.scene)),
    checks: checkAll(measured, checkRobustness()),
    complete,
  }
}
