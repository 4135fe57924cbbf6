// What each of our sharper tests saves: the same free segments with some of the checker's rules left out. (The paper's checkers on
// them: Table XI.) `radii` alone is the paper's inequality with radii at the anchor instead of over the joints' whole ranges, one anchor
// in the middle instead of two ends, on fronts of pairs of nodes; it is always at work.
import type { Progress } from '../experiment.js'
import type { LabScene, Segment } from './lab-scene.js'
import { measureSettings, type Setting, toRow } from './methods.js'
import type { Row } from './rows.js'
import { DELTA } from './segments.js'

const SETTINGS: readonly Setting[] = [
  { method: 'limber', delta: DELTA, rules: 'radii, directions, frames' },
  { method: 'limber', delta: DELTA, rules: 'radii, directions' },
  { method: 'limber', delta: DELTA, rules: 'radii, frames' },
  { method: 'limber', delta: DELTA, rules: 'radii' },
]

export async function measureAblation(
  lab: Pick<LabScene, 'name' | 'figure' | 'world'>,
  segments: readonly Segment[],
  rounds: number,
  progress: Progress,
): Promise<Row[]> {
  const measured = await measureSettings(lab, SETTINGS, segments, rounds, progress, `what rules save: ${lab.name}`)
  return measured.map((m) => toRow('ablation', m, undefined))
}
