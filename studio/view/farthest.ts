// The point of a thing that is farthest from the origin of its frame: its tip, whose way is drawn.
import type { DrawnShape } from '../../view/drawn-shape.js'

/** From the origin of their frame. */
export function farthestOf(shapes: readonly DrawnShape[]): readonly [number, number, number] {
  let best: [number, number, number] = [0, 0, 0]
  let mostSq = 0
  const take = (x: number, y: number, z: number): void => {
    const sq = x * x + y * y + z * z
    if (sq <= mostSq) return
    mostSq = sq
    best = [x, y, z]
  }
  for (const shape of shapes) {
    const { pose } = shape
    const points = shape.kind === 'mesh' ? shape.positions : shape.kind === 'capsule' ? shape.to : [0, 0, 0]
    for (let i = 0; i < points.length; i += 3) {
      const at = (k: number): number =>
        pose[4 * k]! * points[i]! +
        pose[4 * k + 1]! * points[i + 1]! +
        pose[4 * k + 2]! * points[i + 2]! +
        pose[4 * k + 3]!
      take(at(0), at(1), at(2))
    }
  }
  return best
}
