// What the paper describes in words and gives no figures for: another order of the queue ("this heuristic ordering leads to finding a
// collision faster", section II.C), other covering strategies ("the potential gains are small", section II.E), and exact or approximate
// distances ("the best results were obtained with GREEDY-DIST", section III.C). The order matters to segments that collide only. Figure 3c
// comes up to a contact from outside and never looks beyond it: without a δ it ends there, undecided.
import type { Progress } from '../experiment.js'
import type { LabScene, Segment } from './lab-scene.js'
import { measureSettings, type Setting, toRow, VARIANTS } from './methods.js'
import { contradictions, DELTA, portion, type Tabled } from './segments.js'

/** The segments of Table III at both δ, and those of Table VI at the paper's. */
export async function measureVariants(
  lab: LabScene,
  colliding: readonly Segment[],
  free: readonly Segment[],
  rounds: number,
  progress: Progress,
): Promise<Tabled> {
  const measure = async (run: 'colliding' | 'free', segments: readonly Segment[], from: number): Promise<Tabled> => {
    const settings = (run === 'free' ? [DELTA] : [0, DELTA]).flatMap((delta) =>
      (Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]).map(
        (variant): Setting => ({ method: 'adaptive', delta, variant }),
      ),
    )
    const label = `variants, ${run}: ${lab.name}`
    const measured = await measureSettings(lab, settings, segments, rounds, portion(progress, from, 0.5), label)
    const truth = run === 'free' ? 'free' : 'collision'
    return {
      rows: measured.map((m) => ({ ...toRow('variants', m, undefined), run })),
      contradictions: contradictions(
        'variants',
        lab,
        measured,
        segments.map(() => truth),
      ),
    }
  }
  const both = [await measure('colliding', colliding, 0), await measure('free', free, 0.5)]
  return { rows: both.flatMap(({ rows }) => rows), contradictions: both.flatMap((one) => one.contradictions) }
}
