// The two trees of SBL (adaptive-checking-2004, section V.D): milestones, each with its parent, and what is known of the segment
// between them. One root is the start, the others are the goals; every milestone hangs from exactly one of them.
//
// Where a segment of a path between two roots is cut, the part that hung from it does not fall off: it still hangs from the other
// root, by the bridge that made the path. So it changes trees, and from the bridge to the cut parents and children swap. Segments
// move with it as they are: a segment has ends of its own, which no swap touches, and what was found out along it stays true of
// the way from its `from` to its `to`.
import { BrokenInvariantError } from '../../errors.js'

export const NO_MILESTONE = -1

/** A straight segment between two milestones, with what is known of it. */
export interface MilestoneSegment<Work> {
  /** Not swapped with parents and children: `work` is about the way from here … */
  from: number
  /** … to here. */
  to: number
  /** Made when the segment is first checked. */
  work: Work | undefined
}

export class MilestoneForest<Work> {
  /** By milestone. */
  readonly configurations: Float64Array[] = []
  private readonly parents: number[] = []
  private readonly roots: number[] = []
  /** Between a milestone and its parent. */
  private readonly segments: (MilestoneSegment<Work> | undefined)[] = []
  /** Children are lists, linked both ways. */
  private readonly firstChild: number[] = []
  private readonly nextSibling: number[] = []
  private readonly lastSibling: number[] = []
  /** Scratch of one walk through a subtree. */
  private readonly stack: number[] = []

  get size(): number {
    return this.parents.length
  }

  /** A tree of its own. The configuration is kept, not copied. */
  addRoot(q: Float64Array): number {
    const root = this.put(q)
    this.roots[root] = root
    return root
  }

  addChild(parent: number, q: Float64Array): number {
    const child = this.put(q)
    this.roots[child] = this.roots[parent]!
    this.hang(child, parent, { from: parent, to: child, work: undefined })
    return child
  }

  /** NO_MILESTONE for a root. */
  parentOf(milestone: number): number {
    return this.parents[milestone]!
  }

  rootOf(milestone: number): number {
    return this.roots[milestone]!
  }

  /** To the parent; undefined for a root. */
  segmentOf(milestone: number): MilestoneSegment<Work> | undefined {
    return this.segments[milestone]
  }

  /** Milestones from the root to this one. */
  wayTo(milestone: number): number[] {
    const way: number[] = []
    for (let m = milestone; m !== NO_MILESTONE; m = this.parents[m]!) way.push(m)
    return way.reverse()
  }

  /**
   * Takes away the segment from `below` to its parent. All that hangs there hangs from now on by `bridge`, one end of which,
   * `end`, is among it and the other in another tree. `moved` is called with every milestone that has changed trees, after the
   * change.
   */
  cut(below: number, end: number, bridge: MilestoneSegment<Work>, moved: (milestone: number) => void): void {
    const anchor = bridge.from === end ? bridge.to : bridge.from
    if (this.roots[anchor] === this.roots[below] || (bridge.from !== end && bridge.to !== end)) {
      throw new BrokenInvariantError('a bridge joins two trees')
    }
    // From the bridge down to the cut, each hangs from the one that hung from it.
    let child = end
    let parent = anchor
    let segment = bridge
    for (;;) {
      const last = this.parents[child]!
      const old = this.segments[child]
      if (last === NO_MILESTONE || old === undefined) throw new BrokenInvariantError('the bridge is not below the cut')
      this.unhang(child)
      this.hang(child, parent, segment)
      if (child === below) break
      parent = child
      child = last
      segment = old
    }
    const root = this.roots[anchor]!
    const { stack } = this
    stack.push(end)
    while (stack.length > 0) {
      const m = stack.pop()!
      this.roots[m] = root
      moved(m)
      for (let c = this.firstChild[m]!; c !== NO_MILESTONE; c = this.nextSibling[c]!) stack.push(c)
    }
  }

  /** Checks everything that is kept; throws BrokenInvariantError. */
  validate(): void {
    const { parents, roots, segments, firstChild, nextSibling, lastSibling, size } = this
    const broken = (milestone: number, what: string): never => {
      throw new BrokenInvariantError(`milestone ${milestone} of ${size}: ${what}`)
    }
    const seen = new Uint8Array(size)
    for (let m = 0; m < size; m++) {
      let last = NO_MILESTONE
      for (let c = firstChild[m]!; c !== NO_MILESTONE; c = nextSibling[c]!) {
        if (parents[c] !== m) broken(c, `a child of ${m} with another parent`)
        if (lastSibling[c] !== last) broken(c, 'siblings are not linked back')
        if (seen[c] === 1) broken(c, 'a child twice')
        seen[c] = 1
        last = c
      }
    }
    for (let m = 0; m < size; m++) {
      const parent = parents[m]!
      const segment = segments[m]
      if (parent === NO_MILESTONE) {
        if (roots[m] !== m || segment !== undefined || seen[m] === 1) broken(m, 'a root that hangs')
        continue
      }
      if (seen[m] === 0) broken(m, 'not among the children of its parent')
      if (roots[m] !== roots[parent]) broken(m, 'in another tree than its parent')
      const { from, to } = segment ?? broken(m, 'no segment to its parent')
      if (!((from === m && to === parent) || (from === parent && to === m))) {
        broken(m, `its segment is from ${from} to ${to}, its parent is ${parent}`)
      }
      let steps = 0
      for (let up = m; up !== NO_MILESTONE; up = parents[up]!) if (steps++ > size) broken(m, 'in a ring')
    }
  }

  private put(q: Float64Array): number {
    const milestone = this.size
    this.configurations.push(q)
    this.parents.push(NO_MILESTONE)
    this.roots.push(NO_MILESTONE)
    this.segments.push(undefined)
    this.firstChild.push(NO_MILESTONE)
    this.nextSibling.push(NO_MILESTONE)
    this.lastSibling.push(NO_MILESTONE)
    return milestone
  }

  private hang(child: number, parent: number, segment: MilestoneSegment<Work>): void {
    const first = this.firstChild[parent]!
    this.parents[child] = parent
    this.segments[child] = segment
    this.nextSibling[child] = first
    this.lastSibling[child] = NO_MILESTONE
    if (first !== NO_MILESTONE) this.lastSibling[first] = child
    this.firstChild[parent] = child
  }

  private unhang(child: number): void {
    const parent = this.parents[child]!
    const next = this.nextSibling[child]!
    const last = this.lastSibling[child]!
    if (last === NO_MILESTONE) this.firstChild[parent] = next
    else this.nextSibling[last] = next
    if (next !== NO_MILESTONE) this.lastSibling[next] = last
    this.parents[child] = NO_MILESTONE
    this.segments[child] = undefined
  }
}
