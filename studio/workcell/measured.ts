// Two bodies of a cell, measured exactly: links, what they carry, obstacles; whether or not the pair is checked.
import { contact, type Shape } from '../../src/entries/meshes.js'
import { placedPoint, product } from '../../view/poses.js'
import type { Measured } from '../app/scene.js'
import type { CellEdits } from './edits.js'
import type { Workcell } from './workcell.js'

export interface MeasureQuestion {
  readonly edits: CellEdits
  readonly q: readonly number[]
  readonly a: string
  readonly b: string
}

interface Placed {
  readonly shape: Shape
  /** Twelve numbers, row by row, in the world. */
  readonly pose: Float64Array
}

/** Undefined where a body has no geometry: nothing of it was read, or it has none. */
export function measured(cell: Workcell, { edits, q, a, b }: MeasureQuestion): Measured | undefined {
  const others = shapesAt(cell, edits, q, b)
  let best: Measured | undefined
  let least = Infinity
  for (const one of shapesAt(cell, edits, q, a)) {
    for (const other of others) {
      const { distance, depth, pointA, pointB } = contact(one.shape, other.shape, relative(one.pose, other.pose))
      if (distance >= least) continue
      least = distance
      best = {
        distance: Math.max(0, distance),
        depth: distance > 0 ? undefined : depth,
        pointA: placedPoint(one.pose, 0, pointA),
        pointB: placedPoint(one.pose, 0, pointB),
      }
    }
  }
  return best
}

/** The shapes of a body, where they are. */
function shapesAt(cell: Workcell, edits: CellEdits, q: readonly number[], name: string): Placed[] {
  const world = cell.world(edits)
  const { link, geometry } = world.geometryOf(name)
  const frame = link === undefined ? undefined : world.linkPose(q, link)
  return geometry.map(({ shape, pose }) => ({ shape, pose: frame === undefined ? pose : product(frame, pose) }))
}

/** B in A's frame. */
function relative(a: Float64Array, b: Float64Array): Float64Array {
  return Float64Array.from({ length: 12 }, (_, i) => {
    const [row, column] = [i >> 2, i % 4]
    let sum = 0
    for (let k = 0; k < 3; k++) {
      const from = column === 3 ? b[4 * k + 3]! - a[4 * k + 3]! : b[4 * k + column]!
      sum += a[4 * k + row]! * from
    }
    return sum
  })
}
