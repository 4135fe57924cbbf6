// Which joints have changed since the chain was last known to be free of self-collision. Pairs of links with none of
// them in between have not moved against each other since, so they are free still and need no test.
//
// One span. Where the links between two joints are all that has moved, against a rest that has kept its shape (one link with
// another shape; a crankshaft), a pair that has both joints in between has not moved either: both its links are of the rest.

/** Up to this many are inserted in order one by one. */
const FEW = 4

export class Pending {
  /** Ascending, without repeats; the first `count` are in use. */
  joints = new Int32Array(16)
  count = 0
  /** Nothing is known: every pair must be tested. */
  everything = true
  /** The joints are two, and the links between them are all that has moved: pairs with both in between have not. */
  span = false

  /** The links first ≤ i < end of a chain of `size` have moved, against a rest that has kept its shape. */
  addSpan(first: number, end: number, size: number): void {
    const before = first - 1
    const last = end - 1
    if (this.span && this.joints[0] === before && this.joints[1] === last) return
    const alone = this.count === 0
    if (before >= 0) this.addOne(before)
    if (end < size) this.addOne(last)
    this.span = alone && this.count === 2
  }

  private addOne(joint: number): void {
    one[0] = joint
    this.add(one, 1)
  }

  /** Adds joints, in any order; they may repeat. */
  add(changed: ArrayLike<number>, count = changed.length): void {
    if (count === 0 || this.everything) return
    this.span = false
    if (this.count + count > this.joints.length) {
      const more = new Int32Array(2 * (this.count + count))
      more.set(this.joints.subarray(0, this.count))
      this.joints = more
    }
    if (count <= FEW) {
      for (let k = 0; k < count; k++) this.insert(changed[k]!)
      return
    }
    const merged = Int32Array.from(
      new Set([...this.joints.subarray(0, this.count), ...Array.prototype.slice.call(changed, 0, count)]),
    ).sort()
    this.joints.set(merged)
    this.count = merged.length
  }

  private insert(joint: number): void {
    const at = firstAtOrAfter(this, joint)
    if (at < this.count && this.joints[at] === joint) return
    if (at < this.count) this.joints.copyWithin(at + 1, at, this.count)
    this.joints[at] = joint
    this.count++
  }

  clear(): void {
    this.count = 0
    this.everything = false
    this.span = false
  }

  copyFrom(other: Pending): void {
    if (other.count > this.joints.length) this.joints = new Int32Array(other.joints.length)
    if (other.count < 16) for (let k = 0; k < other.count; k++) this.joints[k] = other.joints[k]!
    else this.joints.set(other.joints.subarray(0, other.count))
    this.count = other.count
    this.everything = other.everything
    this.span = other.span
  }
}

const one = new Int32Array(1)

/** Has a change moved link i < j against link j? */
export function movedApart(pending: Pending, i: number, j: number): boolean {
  return anyPending(pending, i, j) && !(pending.span && bothPending(pending, i, j))
}

/** Are both joints of a span between these? */
export function bothPending(pending: Pending, from: number, to: number): boolean {
  return pending.joints[0]! >= from && pending.joints[1]! < to
}

/** Is there a pending joint j with from ≤ j < to? */
export function anyPending(pending: Pending, from: number, to: number): boolean {
  if (pending.count === 1) {
    const joint = pending.joints[0]!
    return joint >= from && joint < to
  }
  const at = firstAtOrAfter(pending, from)
  return at < pending.count && pending.joints[at]! < to
}

function firstAtOrAfter(pending: Pending, joint: number): number {
  const { joints } = pending
  let low = 0
  let high = pending.count
  while (low < high) {
    const mid = (low + high) >> 1
    if (joints[mid]! < joint) low = mid + 1
    else high = mid
  }
  return low
}
