// Long chains: what `pairsWithin` and `closestPair` cost after one joint has turned, and a step against a grid that is built again.
import { createBaseline } from '../../lab/baselines/index.js'
import { compactChain, torsionMoves } from '../../scenes/index.js'
import { ChainTree } from '../../src/entries/chains.js'
import { type SpeedCase, type SpeedSize, speedCase } from './speed-case.js'

const LONG = 100_000
const CUTOFF = 8
const TURNS = 40

/** Links of a compact chain; a burst of steps is an item. */
const SIZES = [1000, 10_000]
const BURST = 1000

export function chainCases({ every, seed }: SpeedSize): SpeedCase[] {
  const turns = torsionMoves(LONG, seed, Math.ceil(TURNS / every))
  const asks = {
    pairsWithin: (chain: ChainTree) => chain.pairsWithin(CUTOFF).count,
    closestPair: (chain: ChainTree) => chain.closestPair()!.distance,
  }
  const kept = Object.entries(asks).map(([name, ask]) =>
    speedCase({
      name,
      unit: 'ms',
      order: 'items',
      load: () => ({
        inputs: turns,
        figures: [
          { name: `${name} after one joint, ${LONG.toLocaleString('en')} links`, of: 'median' },
          { name: `${name} after one joint, box tests`, of: 'answer', most: 2000 },
        ],
      }),
      make: ({ joints, angles }) => {
        const chain = ChainTree.fromSpheres(compactChain(LONG), 1)
        ask(chain)
        let sign = 1
        return {
          items: joints.length,
          run: (i) => {
            // There and back: each round finds the chain as the one before did.
            chain.rotate(joints[i]!, 0.01 * sign * Math.sign(angles[i]!))
            sign = -sign
            ask(chain)
            return chain.stats.volumeTests
          },
        }
      },
    }),
  )
  return [...kept, ...SIZES.flatMap((n) => stepCases(n, seed, every))]
}

/** What a grid takes over what the ChainTree takes, by links, at the least. */
const LEAST_TIMES: Readonly<Record<number, number>> = { 1000: 10, 10000: 65 }

interface Stepper {
  reset(): void
  /** One step; true if it hit and was undone. */
  step(joint: number, angle: number): boolean
}

/** Bursts of steps of a ChainTree, and of grids on the same states. */
function stepCases(n: number, seed: number, every: number): SpeedCase[] {
  const bursts = Math.ceil(10 / every)
  const moves = torsionMoves(n, seed, bursts * BURST)
  const prefix = `${n.toLocaleString('en')} links, 1,000 steps`
  const steppers: Readonly<Record<string, () => Stepper>> = {
    ChainTree: () => chainStepper(n),
    grid: () => gridStepper('grid', n),
    'grid of the smaller side': () => gridStepper('grid-side', n),
  }
  return Object.entries(steppers).map(([who, makeStepper]) => {
    const name = `${prefix}, ${who}`
    const asked = who === 'grid' ? { leastTimes: LEAST_TIMES[n]! } : {}
    const rival = who === 'ChainTree' ? {} : { rivalOf: `${prefix}, ChainTree`, ...asked }
    return speedCase({
      name,
      unit: 'ms',
      order: 'passes',
      load: () => ({
        inputs: moves,
        figures: [
          { name, of: 'mean', ...rival },
          { name: `${name}: hits`, of: 'answer' },
        ],
      }),
      make: ({ joints, angles }) => {
        const stepper = makeStepper()
        return {
          items: bursts,
          prepare: (burst) => {
            if (burst === 0) stepper.reset()
          },
          run: (burst) => {
            let hits = 0
            for (let k = burst * BURST; k < (burst + 1) * BURST; k++) if (stepper.step(joints[k]!, angles[k]!)) hits++
            return hits
          },
        }
      },
    })
  })
}

function chainStepper(n: number): Stepper {
  let chain = ChainTree.fromSpheres(compactChain(n), 1)
  return {
    reset() {
      chain = ChainTree.fromSpheres(compactChain(n), 1)
      chain.selfCollides()
    },
    step(joint, angle) {
      chain.rotate(joint, angle)
      const hit = chain.selfCollides()
      if (hit) chain.undo()
      return hit
    },
  }
}

function gridStepper(method: 'grid' | 'grid-side', n: number): Stepper {
  const grid = createBaseline(method, n, 1)
  return {
    reset: () => grid.sync(ChainTree.fromSpheres(compactChain(n), 1).positions()),
    step(joint, angle) {
      grid.update(joint, angle)
      const hit = grid.test()
      if (hit) grid.undo()
      return hit
    },
  }
}
