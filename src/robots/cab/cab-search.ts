// Which leaves of a hierarchy of bodies come within a margin of each other: of one tree among themselves, and of two trees. Depth
// first (cab-2004, section 3.2). Of two nodes whose boxes meet both are opened, which takes the fewest tests where they are about as
// large; a node that is more than twice as large as the other is opened alone, which saves a fifth of the tests of a robot
// against a thousand obstacles. Inner nodes are tested along their faces' normals only: the axes of edges would save two tests in
// a hundred and cost more.
//
// Twin of PairTraversal.search (base/work/traverse-pair.ts), in half its time: cab-twins.test.ts compares the two.
//
// Whether two leaves are visited depends on their own two boxes alone, tested in one order: the hierarchy above them only saves
// tests.
import { OPEN_A, OPEN_B, OPEN_BOTH, type PairVisitor } from '../../base/work/traverse-pair.js'
import { AABB } from '../../volumes/aabb.js'
import { facesApart, obbsApart, WORLD_OBB, WORLD_SIZE } from '../../volumes/world-obb.js'
import type { CabArrays } from './cab-arrays.js'
import { type CheckedPairs, hasBit } from './cab-checked.js'

/** Stack and counters, owned by the tree. A search allocates only where it needs a larger stack. */
export class CabSearch {
  /** Pairs of boxes tested since this was last set to 0. */
  volumeTests = 0
  /** The margin: an array, because a number argument would be boxed. */
  readonly limit = new Float64Array(1)
  /** Pairs of nodes; two of the same are a node against itself. */
  stack = new Int32Array(512)

  /** Makes room for four more pairs. */
  grow(): void {
    const stack = new Int32Array(2 * this.stack.length)
    stack.set(this.stack)
    this.stack = stack
  }
}

/** The most that one pair puts on the stack, less itself. */
const ROOM = 8

/** Visits every checked pair of leaves whose boxes come within the visitor's margin, until it has enough: true then. */
export function searchCab(c: CabArrays, checked: CheckedPairs, s: CabSearch, visitor: PairVisitor): boolean {
  const { child, leafOf, box, oriented } = c
  const { self, row, bits } = checked
  const { limit } = s
  limit[0] = visitor.margin
  const { roots } = checked
  while (roots.length + ROOM > s.stack.length) s.grow()
  // The first pair on top.
  let top = 0
  for (let r = roots.length - 2; r >= 0; r -= 2) {
    s.stack[top++] = roots[r]!
    s.stack[top++] = roots[r + 1]!
  }
  let { stack } = s
  let tests = 0
  let stopped = false
  while (top > 0) {
    top -= 2
    const a = stack[top]!
    const b = stack[top + 1]!
    const la = child[a]!
    const ra = la + 1
    if (top + ROOM > stack.length) {
      s.grow()
      stack = s.stack
    }
    if (a === b) {
      if (self[la] === 1) {
        stack[top++] = la
        stack[top++] = la
      }
      if (self[ra] === 1) {
        stack[top++] = ra
        stack[top++] = ra
      }
      stack[top++] = la
      stack[top++] = ra
      continue
    }
    if (!hasBit(bits, row[a]!, b)) continue
    tests++
    const lb = child[b]!
    const rb = lb + 1
    if (la < 0 && lb < 0) {
      const leafA = leafOf[a]!
      const leafB = leafOf[b]!
      if (leafA < leafB ? leavesApart(c, a, b, limit) : leavesApart(c, b, a, limit)) continue
      if (leafA < leafB ? visitor.visit(leafA, leafB) : visitor.visit(leafB, leafA)) {
        stopped = true
        break
      }
      limit[0] = visitor.margin
      continue
    }
    if (oriented ? facesApart(box, WORLD_OBB * a, WORLD_OBB * b, limit) : boundsApart(box, AABB * a, AABB * b, limit)) {
      continue
    }
    const which = la < 0 ? OPEN_B : lb < 0 ? OPEN_A : toOpen(c, a, b)
    if (which === OPEN_B) {
      stack[top++] = a
      stack[top++] = rb
      stack[top++] = a
      stack[top++] = lb
    } else if (which === OPEN_A) {
      stack[top++] = ra
      stack[top++] = b
      stack[top++] = la
      stack[top++] = b
    } else {
      stack[top++] = ra
      stack[top++] = rb
      stack[top++] = ra
      stack[top++] = lb
      stack[top++] = la
      stack[top++] = rb
      stack[top++] = la
      stack[top++] = lb
    }
  }
  s.volumeTests += tests
  return stopped
}

/** A node this many times larger than the other is opened alone. */
const MUCH_LARGER = 2

/** Which of two inner nodes to open. */
export function toOpen(c: CabArrays, a: number, b: number): number {
  const { box } = c
  let sizeA: number
  let sizeB: number
  if (c.oriented) {
    sizeA = box[WORLD_OBB * a + WORLD_SIZE]!
    sizeB = box[WORLD_OBB * b + WORLD_SIZE]!
  } else {
    const i = AABB * a
    const j = AABB * b
    sizeA = box[i + 3]! - box[i]! + (box[i + 4]! - box[i + 1]!) + (box[i + 5]! - box[i + 2]!)
    sizeB = box[j + 3]! - box[j]! + (box[j + 4]! - box[j + 1]!) + (box[j + 5]! - box[j + 2]!)
  }
  if (sizeA > MUCH_LARGER * sizeB) return OPEN_A
  return sizeB > MUCH_LARGER * sizeA ? OPEN_B : OPEN_BOTH
}

/** The test that decides on two leaves, given by their nodes, the one of the smaller leaf first. */
export function leavesApart(c: CabArrays, a: number, b: number, limit: Float64Array): boolean {
  return c.oriented
    ? obbsApart(c.box, WORLD_OBB * a, WORLD_OBB * b, limit)
    : boundsApart(c.box, AABB * a, AABB * b, limit)
}

/** True only if two axis-aligned boxes are farther apart than limit[0] along an axis. */
export function boundsApart(box: Float64Array, i: number, j: number, limit: Float64Array): boolean {
  const margin = limit[0]!
  // Rounding is monotone: a difference that is not above the margin does not become so.
  return (
    box[j]! - box[i + 3]! > margin ||
    box[i]! - box[j + 3]! > margin ||
    box[j + 1]! - box[i + 4]! > margin ||
    box[i + 1]! - box[j + 4]! > margin ||
    box[j + 2]! - box[i + 5]! > margin ||
    box[i + 2]! - box[j + 5]! > margin
  )
}
