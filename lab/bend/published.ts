// There is no paper behind this experiment: what is compared with are the figures of our prototype, in plain JavaScript, which was written
// before the engine had any of it. Counts of it are exact, times rough. × is against the discrete query on the frame at the end of a step.
import type { ClothScene } from '../../scenes/index.js'
import type { RopeSceneName } from './rope-steps.js'

/** Tests of cages for a step of a rope of 10³ to 10⁵ beads of radius 0.45, two neighbours left out. */
export const PROTOTYPE_ROPES: Readonly<Record<RopeSceneName, Readonly<Record<string, number>>>> = {
  loose: { gentle: 1, middle: 1.03, 'turn 0.5': 1.23, 'turn 1.5': 1.61 },
  coil: { gentle: 1, middle: 1, 'turn 0.5': 1.08, 'turn 1.5': 1.42 },
  packed: { gentle: 1.01, middle: 1.01, 'turn 0.5': 1.07, 'turn 1.5': 1.55 },
}

/** Strands in place of beads: ordinary steps, and wild ones. */
export const PROTOTYPE_STRANDS = { ordinary: 1.13, wild: 1.35 }

/** Seconds that a packed rope of 10⁵ beads takes by cages. */
export const PROTOTYPE_PACKED_SECONDS = 1.2

/** 20,000 triangles, 18-DOPs: node tests, pairs of triangles that were proved one by one, seconds. A range where several scenes share a row. */
export const PROTOTYPE_CLOTH: readonly {
  readonly scenes: readonly ClothScene[]
  readonly angle: number
  readonly slabs: number
  readonly ratio?: number
  readonly pairs?: number
  readonly seconds: number
}[] = [
  { scenes: ['wave', 'fold', 'gentle'], angle: 0.4, slabs: 1, ratio: 1.01, pairs: 0, seconds: 0.4 },
  { scenes: ['roll'], angle: 0.4, slabs: 1, ratio: 1.15, pairs: 43_040, seconds: 0.44 },
  { scenes: ['roll'], angle: 2.5, slabs: 1, ratio: 13.6, pairs: 4_200_000, seconds: 31 },
  { scenes: ['roll'], angle: 2.5, slabs: 4, seconds: 2.2 },
]

/** Tests of balls for one joint of a loose chain that turns by 0.1 rad; and by 1 rad, as a multiple of the query at its end. */
export const PROTOTYPE_CHAINS: readonly { readonly links: number; readonly tests: number }[] = [
  { links: 1000, tests: 29 },
  { links: 10_000, tests: 172 },
  { links: 100_000, tests: 261 },
]
export const PROTOTYPE_CHAIN_RADIAN = 1.7
