// Arms in cages of thin bars (Figures 11a and 11b): 36 bars, 432 triangles.
import type { ObstacleInput } from '../src/index.js'
import { sixAxisArm } from './motion-arms.js'
import { type MotionScene, motionScene } from './motion-scene.js'
import { Surface, type Vec3 } from './motion-surface.js'

/** Figure 11a: an arm in the proportions of an IRB 2400 stands in a cage of nine sets of four bars: edges, and two ways across each face. */
export function cage(): MotionScene {
  const low: Vec3 = [-1.8, -1.8, -0.1]
  const high: Vec3 = [2.2, 1.8, 3.7]
  const thickness = 0.08
  const obstacles: ObstacleInput[] = []
  for (let axis = 0; axis < 3; axis++) {
    obstacles.push({ name: `edges-${'xyz'[axis]}`, shape: bars(low, high, thickness, axis, [0, 1], [0, 1]).shape() })
  }
  for (let axis = 0; axis < 3; axis++) {
    const [b, c] = [(axis + 1) % 3, (axis + 2) % 3]
    for (const side of [0, 1]) {
      const s = bars(low, high, thickness, b, ...inOrder(b, axis, [side], [1 / 3, 2 / 3]))
      s.add(bars(low, high, thickness, c, ...inOrder(c, axis, [side], [1 / 3, 2 / 3])))
      obstacles.push({ name: `face-${side === 0 ? '-' : '+'}${'xyz'[axis]}`, shape: s.shape() })
    }
  }
  const robot = sixAxisArm('irb', { name: 'arm', forearm: 1.77, sides: 17, gunSides: 12, gunBands: 4 })
  return motionScene({ name: 'cage', paper: 'Fig. 11a', lref: 1.77, robots: [{ robot }], obstacles })
}

/** Where bars along `axis` stand across it: the first list is of the axis after it, the second of the one after that. */
function bars(
  low: Vec3,
  high: Vec3,
  thickness: number,
  axis: number,
  first: readonly number[],
  second: readonly number[],
): Surface {
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
        from[k] = middle - thickness / 2
        to[k] = middle + thickness / 2
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
