// For each kind of margin a world in which it alone decides: what slides along x towards an obstacle, a micrometre to a millimetre from
// contact, or from a distance that is asked about, on both sides. Everything that kernels ask before is loose there, so a margin that is wrong by 0.1 mm makes answers wrong.
import { box, cylinder, group, type Shape, sphere, World } from '../../src/entries/robots.js'
import type { MarginKind } from '../../src/gpu/ball-tables.js'
import { type OddWorld, slider } from './odd-worlds.js'

const ball = (at: readonly [number, number, number] = [0, 0, 0]): Shape => sphere({ radius: 0.1, at })
const cube = (): Shape => box({ size: [0.2, 0.2, 0.2] })

/** About z. */
const EIGHTH = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)] as const

/** What hulls are asked to be farther apart than. */
export const HULLS_APART = 0.01

export const TIGHT_WORLDS: Record<MarginKind, () => OddWorld> = {
  /** Two balls: that around all of each is the ball itself. */
  whole: () => towards(ball(), ball([0.5, 0, 0])),
  /** Two balls far from each other: one around both is much larger, those of the parts are the balls. */
  balls: () => towards(group([ball([0, 0.3, 0]), ball([0, -0.3, 0])]), ball([0.5, 0.3, 0])),
  /** The middle of a face: the ball inside touches it, no ball around the cube does. */
  inner: () => towards(cube(), ball([0.5, 0, 0])),
  /** A face, not in its middle, and an edge: balls are nowhere near them, and hulls are the cubes. That they are apart takes no margin. */
  hulls: () => towards(cube(), box({ size: [0.2, 0.2, 0.2], at: [0.5, 0.08, 0], rotation: EIGHTH }), HULLS_APART),
  /** Of a cylinder's sixteen corners around, one faces the box: the prism inside reaches it, that around stands off by 2 mm. */
  inside: () => towards(cylinder({ radius: 0.1, length: 0.2 }), box({ size: [0.2, 0.2, 0.2], at: [0.5, 0, 0] })),
}

function towards(moving: Shape, standing: Shape, least = 0): OddWorld {
  const world = new World({ robots: [slider(moving)], obstacles: [standing] })
  let [free, hit] = [0, 0.5]
  for (let k = 0; k < 60; k++) {
    const middle = free / 2 + hit / 2
    if (world.distance([middle]).distance > least) free = middle
    else hit = middle
  }
  const configurations = Array.from({ length: 120 }, (_, k) =>
    Float64Array.of(free + (k % 2 === 0 ? -1 : 1) * 10 ** (-6.5 + (k % 60) / 17)),
  )
  // To there from a little farther away.
  const segments = configurations.map((to) => [to.map((x) => x - 1e-6), to] as const)
  return { world, configurations, segments }
}
