// Which leaves of a hierarchy of bodies come within a margin of each other: of one tree among themselves, and of two trees. Depth
// first; of two nodes whose boxes meet both are opened, which takes the fewest tests (cab-2004, section 3.2).
//
// Whether two leaves are visited depends on their own two boxes alone, tested in one order: the hierarchy above them only saves
// tests.
import { facesApart, obbsApart, WORLD_OBB } from '../volumes/world-obb.js'
import { AABB, type CabArrays } from './cab-arrays.js'
import { type CheckedPairs, hasBit } from './cab-checked.js'

export interface CabVisitor {
  /** Leaves whose boxes are farther apart than this are passed over. 0 for collisions. The visitor may shrink it. */
  margin: number
  /** Two leaves, leafA < leafB. True ends the search. */
  visit(leafA: number, leafB: number): boolean
}

/** Stack and counters, owned by the tree. A search allocates only where it needs a larger stack. */
export class CabSearch {
  /** Pairs of boxes tested since this was last set to 0. */
  boxTests = 0
  /** The margin: an array, because a number argument would be boxed. */
  readonly limit = new Float64Array(1)
  stack = new Int32Array(256)
  top = 0

  push(a: number, b: number): void {
    if (this.top === this.stack.length) {
      const stack = new Int32Array(2 * this.top)
      stack.set(this.stack)
      this.stack = stack
    }
    this.stack[this.top] = a
    this.stack[this.top + 1] = b
    this.top += 2
  }
}

/** Visits every checked pair of leaves whose boxes come within the visitor's margin, until it has enough: true then. */
export function searchCab(c: CabArrays, checked: CheckedPairs, s: CabSearch, visitor: CabVisitor): boolean {
  const { left, right, roots } = c
  const { self } = checked
  s.top = 0
  s.limit[0] = visitor.margin
  for (let t = 0; t < c.trees; t++) {
    const root = roots[t]!
    if (root < 0) continue
    if (self[root] === 1) s.push(root, root)
    for (let u = t + 1; u < c.trees; u++) {
      const other = roots[u]!
      if (other < 0) continue
      const turned = checked.row[root]! < 0
      if (turned && checked.row[other]! < 0) continue
      if (meet(c, checked, s, visitor, turned ? other : root, turned ? root : other)) return true
    }
  }
  while (s.top > 0) {
    s.top -= 2
    const a = s.stack[s.top]!
    const b = s.stack[s.top + 1]!
    const la = left[a]!
    const ra = right[a]!
    if (a === b) {
      if (self[la] === 1) s.push(la, la)
      if (self[ra] === 1) s.push(ra, ra)
      if (meet(c, checked, s, visitor, la, ra)) return true
      continue
    }
    const lb = left[b]!
    const rb = right[b]!
    if (la < 0) {
      if (meet(c, checked, s, visitor, a, lb)) return true
      if (meet(c, checked, s, visitor, a, rb)) return true
    } else if (lb < 0) {
      if (meet(c, checked, s, visitor, la, b)) return true
      if (meet(c, checked, s, visitor, ra, b)) return true
    } else {
      if (meet(c, checked, s, visitor, la, lb)) return true
      if (meet(c, checked, s, visitor, la, rb)) return true
      if (meet(c, checked, s, visitor, ra, lb)) return true
      if (meet(c, checked, s, visitor, ra, rb)) return true
    }
  }
  return false
}

/** Tests two nodes, of which the first has a row: visits them if they are leaves, keeps them for later if not. */
function meet(c: CabArrays, checked: CheckedPairs, s: CabSearch, visitor: CabVisitor, a: number, b: number): boolean {
  if (!hasBit(checked.bits, checked.row[a]!, b)) return false
  s.boxTests++
  const la = c.leafOf[a]!
  const lb = c.leafOf[b]!
  if (la < 0 || lb < 0) {
    if (
      c.oriented
        ? facesApart(c.box, WORLD_OBB * a, WORLD_OBB * b, s.limit)
        : boundsApart(c.box, AABB * a, AABB * b, s.limit)
    )
      return false
    s.push(a, b)
    return false
  }
  if (leavesApart(c, la < lb ? a : b, la < lb ? b : a, s.limit)) return false
  if (la < lb ? visitor.visit(la, lb) : visitor.visit(lb, la)) return true
  s.limit[0] = visitor.margin
  return false
}

/** The test that decides on two leaves, given by their nodes, the one of the smaller leaf first. */
export function leavesApart(c: CabArrays, a: number, b: number, limit: Float64Array): boolean {
  return c.oriented
    ? obbsApart(c.box, WORLD_OBB * a, WORLD_OBB * b, limit)
    : boundsApart(c.box, AABB * a, AABB * b, limit)
}

/** True only if two axis-aligned boxes are farther apart than limit[0] along an axis. */
function boundsApart(box: Float64Array, i: number, j: number, limit: Float64Array): boolean {
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
