// Arms in cages of thin bars (Figures 11a and 11b): 36 bars, 432 triangles.
import type { ObstacleInput } from '../src/entries/robots.js'
import { heavyArm, sixAxisArm } from './motion-arms.js'
import { type MotionScene, motionScene } from './motion-scene.js'
import { Surface, type Vec3 } from './motion-surface.js'

/** Of the bars. */
const THICKNESS = 0.08

/**
 * Figure 11a: an arm in the proportions of an IRB 2400 stands in a cage of nine sets of four bars: three of parallel edges, and
 * one for each face with two bars either way.
 */
export function cage(): MotionScene {
  const low: Vec3 = [-1.8, -1.8, -0.1]
  const high: Vec3 = [2.2, 1.8, 3.7]
  const edges = [0, 1, 2].map((axis): ObstacleInput => {
    return { name: `edges-${'xyz'[axis]}`, shape: bars(low, high, axis, [0, 1], [0, 1]).shape() }
  })
  return motionScene({
    name: 'cage',
    paper: 'Fig. 11a',
    lref: 1.77,
    robots: [{ robot: sixAxisArm('irb', { name: 'arm', forearm: 1.77, sides: 17, gunSides: 12, gunBands: 4 }) }],
    obstacles: [...edges, ...faces(low, high, [1 / 3, 2 / 3])],
    goal: [1.59, -0.55, 0.65, 2.91, 0.93, 0.99],
  })
}

/** Figure 11b: a larger arm stands in a cage of six faces of six bars, three either way. */
export function cageGun(): MotionScene {
  return motionScene({
    name: 'cage-gun',
    paper: 'Fig. 11b',
    lref: 1.65,
    robots: [{ robot: heavyArm(1.65) }],
    obstacles: faces([-1.7, -1.9, -0.1], [2.3, 1.9, 3.4], [0.1, 0.5, 0.9]),
    // At zero it would reach through the bar in front.
    start: [0.4],
    goal: [1.19, -0.25, 0.21, 0.44, -0.43, -3.09],
  })
}

/** One obstacle for each face of a box: bars either way, at these fractions of its length. */
function faces(low: Vec3, high: Vec3, fractions: readonly number[]): ObstacleInput[] {
  return [0, 1, 2].flatMap((axis) =>
    [0, 1].map((side): ObstacleInput => {
      const [b, c] = [(axis + 1) % 3, (axis + 2) % 3]
      const shape = bars(low, high, b, ...inOrder(b, axis, [side], fractions))
        .add(bars(low, high, c, ...inOrder(c, axis, [side], fractions)))
        .shape()
      return { name: `face-${side === 0 ? '-' : '+'}${'xyz'[axis]}`, shape }
    }),
  )
}

/** Where bars along `axis` stand across it: the first list is of the axis after it, the second of the one after that. */
function bars(low: Vec3, high: Vec3, axis: number, first: readonly number[], second: readonly number[]): Surface {
  const s = new Surface()
  const [b, c] = [(axis + 1) % 3, (axis + 2) % 3]
  for (const f of first) {
    for (const g of second) {
      const from: [number, number, number] = [0, 0, 0]
      const to: [number, number, number] = [0, 0, 0]
      from[axis] = low[axis]!
      to[axis] = high[axis]!
      for (const [k, fraction] of [
        [b, f],
        [c, g],
      ] as const) {
        const middle = low[k]! + fraction * (high[k]! - low[k]!)
        from[k] = middle - THICKNESS / 2
        to[k] = middle + THICKNESS / 2
      }
      s.box(from, to)
    }
  }
  return s
}

/** Lists for the two axes across `axis`: `there` for `fixed`, `here` for the other one. */
function inOrder<T>(axis: number, fixed: number, there: T, here: T): [T, T] {
  return (axis + 1) % 3 === fixed ? [there, here] : [here, there]
}
