// Steps of ropes for sampling: bundles that sway and turn and stay free, halves that swing through each other, a melt, a knot that is undone.
import { mirroredTrefoil, polymerMelt } from '../../scenes/index.js'
import { Necklace, type NecklaceOptions } from '../../src/entries/chains.js'
import { confirmsCrossing } from './confirm-crossing.js'
import { nextFrame, ROPE_SCENES, type RopeMotion, type RopeSceneName, testsOf } from './rope-steps.js'
import { type SampledSet, type SampledStep, THINNER } from './sampling.js'

interface RopeStep {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly radius: number
  readonly cuts: readonly number[]
  readonly options: NecklaceOptions
}

/** Strands of radius 0.45, two neighbours left out: as the growth of tests is measured. */
export function ropeSet(
  scene: RopeSceneName,
  beads: number,
  motions: readonly RopeMotion[],
  radius: number,
): SampledSet {
  return {
    kind: 'rope',
    scene: `${scene}, ${motions.join(', ')}, r ${radius}`,
    *steps() {
      const rope = ROPE_SCENES[scene](beads, 1)
      for (const motion of motions) {
        const options = { neighbours: 2 }
        yield ropeStep({ from: rope.frame(0), to: nextFrame(rope, 0, motion), radius, cuts: [], options })
      }
    },
  }
}

export function meltSet(frames: number, radius: number): SampledSet {
  return {
    kind: 'rope',
    scene: `melt, r ${radius}`,
    *steps() {
      const melt = polymerMelt({ frames })
      for (let k = 1; k < frames; k++) {
        yield ropeStep({ from: melt.frame(k - 1), to: melt.frame(k), radius, cuts: melt.cuts, options: {} })
      }
    },
  }
}

export function knotSet(radius: number): SampledSet {
  return {
    kind: 'rope',
    scene: `trefoil to its mirror image, r ${radius}`,
    *steps() {
      const { frame, frames } = mirroredTrefoil()
      yield ropeStep({ from: frame(0), to: frame(frames - 1), radius, cuts: [], options: { closed: true } })
    },
  }
}

/** Passages are pairs of strands that cross: those that meet without any thickness. */
function ropeStep({ from, to, radius, cuts, options }: RopeStep): SampledStep {
  const cut = cuts.length === 0 ? {} : { cuts }
  const rope = new Necklace(from, 0, options)
  const sampler = new Necklace(from, 0, options)
  const n = from.length / 3
  const at = from.slice()
  const crossing = rope.between(to, { strands: 0, ...cut }).pairs
  return {
    passages: crossing.map(({ a, b }) => a * n + b),
    confirmed: crossing.filter((pair) => confirmsCrossing(from, to, pair)).length,
    prove() {
      const { outcome, pairs, stats } = rope.between(to, { strands: radius, ...cut })
      return { outcome, touches: pairs.length > 0, met: pairs.map(({ a, b }) => a * n + b), tests: testsOf(stats) }
    },
    sample(t) {
      for (let k = 0; k < at.length; k++) at[k] = from[k]! * (1 - t) + to[k]! * t
      sampler.step(at)
      const { pairs, stats } = sampler.between(at, { strands: radius * (1 - THINNER), ...cut })
      return { touches: pairs.length > 0, met: pairs.map(({ a, b }) => a * n + b), tests: testsOf(stats) }
    },
  }
}
