// What checks segments in the bench of motions. Apart from the segments, so that those can be compared with builds that have other checkers.
import { checkMotionAsPublished } from '../../lab/published/check-motion.js'
import { checkMotion, sampleMotion } from '../../src/entries/robots.js'
import type { SegmentCase } from './segment-cases.js'
import type { SegmentAnswer, SegmentContender } from './segment-race.js'

/** Tests after which a check of the bench gives up. */
const MOST = 2e6

/** Limber first. */
export function contendersOf({ world, resolutions }: SegmentCase, all: boolean): SegmentContender[] {
  const published = (method: 'adaptive' | 'refined', how: string): SegmentContender => ({
    name: `${method}, as published`,
    how,
    check: (segment) => answer(checkMotionAsPublished(world, segment, { method, maxSteps: MOST })),
  })
  return [
    {
      name: 'Limber',
      how: 'checkMotion',
      check: (segment) => answer(checkMotion(world, segment, { maxSteps: MOST })),
    },
    published('refined', 'REFINED-ADAPTIVE-BISECTION'),
    ...(all ? [published('adaptive', 'ADAPTIVE-BISECTION')] : []),
    ...resolutions.map(
      (resolution): SegmentContender => ({
        name: `sampled, ε ${resolution}`,
        how: `sampleMotion, resolution ${resolution} rad: no proof`,
        check: (segment) => answer(sampleMotion(world, segment, { resolution, maxSteps: MOST })),
      }),
    ),
  ]
}

interface Verdict {
  readonly outcome: string
  readonly stats: Pick<SegmentAnswer, 'volumeTests' | 'leafTests' | 'configurations'>
}

function answer({ outcome, stats }: Verdict): SegmentAnswer {
  const { volumeTests, leafTests, configurations } = stats
  if (outcome !== 'free' && outcome !== 'sampled' && outcome !== 'collision') {
    return { outcome: 'undecided', volumeTests, leafTests, configurations }
  }
  return { outcome, volumeTests, leafTests, configurations }
}
