// The CAB paper's section 4 (2004), Tables 1 to 5: how often the exact query is called and how long everything takes, with
// hierarchies of boxes over articulated bodies that are updated in every frame. Two chains that meet, of convex links 3 : 1 and
// 6 : 1, of dented ones, and braided; and a hand over a table with a ball.
import { articulatedChains, articulatedHand } from '../scenes/index.js'
import { type Check, checkAll } from './cab/checks.js'
import { type Measured, measureScene, type Row } from './cab/measure.js'
import { CAB_SCENES, type CabOptions, type CabScene, readCabOptions } from './cab/options.js'
import { printCab } from './cab/print.js'
import { type Published, publishedTable } from './cab/published.js'
import { recordScene } from './cab/record.js'
import { checkRobustness } from './cab/robustness.js'
import type { Experiment, Progress } from './experiment.js'
import { FindingLists } from './findings.js'
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
  readonly published: readonly Published[]
  readonly checks: readonly Check[]
}

export const cab: Experiment<CabOptions> = {
  name: 'cab',
  summary: 'box hierarchies over chains and a hand that move in every frame: exact queries and time, seven ways',
  paper: 'CAB: Fast Update of OBB Trees for Collision Detection between Articulated Bodies, 2004',
  options: [
    { flags: '--scene <list>', description: `of ${CAB_SCENES.join(', ')}, separated by commas (default: all)` },
    { flags: '--frames <count>', description: 'of each scene (default: 10000, 4000 of the hand)' },
    { flags: '--rounds <count>', description: 'timed rounds, of which the quickest counts (default: 3)' },
    { flags: '--seed <number>', description: 'seed of the motions (default: 1)' },
    { flags: '--quick', description: '300 frames of each, 2 rounds' },
  ],
  plan: readCabOptions,
  async run(options, progress) {
    const document = await runCab(options, progress)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printCab(document), good, findings: new FindingLists(), complete: true }
  },
}

export async function runCab(options: CabOptions, progress: Progress): Promise<CabDocument> {
  const { seed, rounds } = options
  const scenes = options.scenes.map((name) =>
    name === 'hand' ? articulatedHand({ seed }) : articulatedChains(name, { seed }),
  )
  const measured: Measured[] = []
  for (const [i, scene] of scenes.entries()) {
    const part = (from: number, size: number): Progress => {
      return (share, label) => progress((i + from + size * share) / scenes.length, label)
    }
    const recording = await recordScene(scene, options.frames ?? scene.frames, part(0, 0.2))
    measured.push(await measureScene(recording, rounds, part(0.2, 0.8)))
  }
  const checks = checkAll(measured, checkRobustness())
  await progress(1, 'done')
  return {
    experiment: 'cab',
    seed,
    node: machineName(),
    rounds,
    scenes: scenes.map(({ table, what, bodies, pairs }, i) => {
      const { scene, frames, collisions, deepest, leafPairs, boxesFirstMs } = measured[i]!
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
    published: options.scenes.flatMap(publishedTable),
    checks,
  }
}
