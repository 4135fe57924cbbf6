// Straight steps of ropes that are loose, coiled and packed: beads, thin beads and strands, by each method and by the one that is chosen.
import {
  measureRopeStep,
  ROPE_SCENES,
  type RopeItems,
  type RopeMotion,
  type RopeSceneName,
  type RopeStepCase,
  type RopeStepRow,
} from '../../lab/bend/rope-steps.js'
import type { NecklaceMethod } from '../../src/entries/chains.js'
import type { Progress } from '../bench.js'

export interface RopeStepPlan {
  readonly sizes: readonly number[]
  readonly motions: readonly RopeMotion[]
  /** Steps that are timed of each kind, after as many to warm up; fewer of long ropes. */
  readonly rounds: number
}

const ITEMS: readonly RopeItems[] = ['beads', 'thin beads', 'strands']
const LONG = 20_000

export function measureRopeSteps({ sizes, motions, rounds }: RopeStepPlan, progress: Progress): RopeStepRow[] {
  const cases = sizes.flatMap((beads) =>
    (Object.keys(ROPE_SCENES) as RopeSceneName[]).flatMap((scene) =>
      motions.flatMap((motion) =>
        ITEMS.flatMap((items) =>
          methodsOf(scene, beads, motion, items).map(
            (method): RopeStepCase => ({ scene, beads, motion, items, method }),
          ),
        ),
      ),
    ),
  )
  return cases.map((one, k) => {
    progress(k / cases.length, `${one.scene} rope, ${one.beads} ${one.items}, ${one.motion}, ${one.method}`)
    return one.beads > LONG ? measureRopeStep(one, 2, 0) : measureRopeStep(one, rounds, rounds)
  })
}

/**
 * Thick beads that turn, and halves that swing through each other, collide in thousands of places, which takes long and is no ordinary
 * step: loose ropes alone, and short ones. Cages of a long packed rope take seconds a step: there the thin ones are enough.
 */
function methodsOf(
  scene: RopeSceneName,
  beads: number,
  motion: RopeMotion,
  items: RopeItems,
): readonly (NecklaceMethod | 'auto')[] {
  const isLong = beads > LONG
  if (motion === 'gentle' || motion === 'middle') {
    const isSlow = scene === 'packed' && isLong && (items === 'beads' || motion === 'middle')
    return isSlow ? ['auto', 'grid'] : ['auto', 'cages', 'grid']
  }
  if (items === 'beads' && scene !== 'loose') return []
  return motion.startsWith('turn') ? ['auto', 'cages', 'grid'] : isLong ? [] : ['auto']
}
