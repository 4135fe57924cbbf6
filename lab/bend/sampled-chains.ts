// Moves of a chain for sampling: one joint of a loose chain that turns, both ways, all along the chain.
import { looseRope } from '../../scenes/index.js'
import { type ChainChange, ChainTree } from '../../src/entries/chains.js'
import { chainMove } from './chain-moves.js'
import { testsOf } from './rope-steps.js'
import { type SampledSet, type SampledStep, THINNER } from './sampling.js'

const RADIUS = 0.45

/** A passage is a move: links touch on its way and at neither end. Where links touch at the end of a move it is left out. */
export function chainSet(links: number, angle: number, moves: number): SampledSet {
  return {
    kind: 'chain',
    scene: `loose, one joint by ${angle} rad`,
    *steps() {
      const centres = looseRope(links, 1).frame(0)
      const chain = ChainTree.fromSpheres(centres, RADIUS)
      const thin = ChainTree.fromSpheres(centres, RADIUS * (1 - THINNER))
      thin.selfCollides()
      for (let k = 0; k < moves; k++) {
        const step = chainStep(chain, thin, k, angle)
        if (step !== undefined) yield step
      }
    },
  }
}

function chainStep(chain: ChainTree, thin: ChainTree, k: number, angle: number): SampledStep | undefined {
  const changes = chainMove(chain.size, k, { joints: 1, angle })
  chain.change(changes)
  const isBad = chain.selfCollides()
  chain.undo()
  chain.selfCollides()
  if (isBad) return undefined
  const { outcome, at = 0, a = 0, b = 0 } = chain.checkMove(changes)
  const passes = outcome === 'collision'
  const turn = (t: number): ChainChange[] => chainMove(chain.size, k, { joints: 1, angle: angle * t })
  return {
    passages: passes ? [0] : [],
    confirmed: passes && touchesAt(chain, turn(at), a, b) ? 1 : 0,
    prove() {
      const { outcome, stats } = chain.checkMove(changes)
      const touches = outcome === 'collision'
      return { outcome, touches, met: touches ? [0] : [], tests: testsOf(stats) }
    },
    sample(t) {
      // At its start it is as before.
      if (t > 0) thin.change(turn(t))
      const touches = thin.selfCollides()
      const tests = testsOf(thin.stats)
      if (t > 0) thin.undo()
      return { touches, met: touches ? [0] : [], tests }
    },
  }
}

/** Rounding of poses of up to thousands of links, and of the instant. */
const SLACK = 1e-9

function touchesAt(chain: ChainTree, changes: readonly ChainChange[], a: number, b: number): boolean {
  chain.change(changes)
  const [p, q] = [chain.linkPose(a), chain.linkPose(b)]
  chain.undo()
  return Math.hypot(p[3]! - q[3]!, p[7]! - q[7]!, p[11]! - q[11]!) <= 2 * RADIUS + SLACK
}
