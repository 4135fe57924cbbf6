import { expect, test } from 'vitest'
import { composeInversePose, composePose, POSE } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import {
  type DroppedVisitor,
  lastFirst,
  OPEN_A,
  OPEN_B,
  type PairRules,
  PairTraversal,
  type PairVisitor,
  ROOT_PAIR,
} from '../../../src/base/work/traverse-pair.js'
import { lowerRectangles } from '../../../src/geometry/pairs/distance-rectangles.js'
import { BoxFront, boxFrames } from '../../../src/meshes/tree/box-front.js'
import type { BoxTree } from '../../../src/meshes/tree/box-tree.js'
import { greedyBoxes } from '../../../src/meshes/tree/greedy-distance.js'
import { MeshTree } from '../../../src/meshes/tree/mesh-tree.js'
import { gaps, NearestSearch, nearestBoxes, poseGap } from '../../../src/meshes/tree/nearest-boxes.js'
import { rootPose, searchBoxes, searchSlack } from '../../../src/meshes/tree/search-boxes.js'
import { BOX, BOX_HALF, BOX_SIZE } from '../../../src/volumes/node-box.js'
import { JOINED } from '../../../src/volumes/obb.js'
import { Recorder, VISITS } from '../../oracle/base/twins.js'
import { randomPose } from '../../oracle/geometry/volumes.js'

/** Boxes of two trees, compared as the twins compare them: the relative pose of every pair is kept in its slot. */
class BoxRules {
  readonly trustsRoots: boolean = true
  readonly slack: number
  poses = new Float64Array(0)
  lastSlot = 0

  constructor(
    readonly a: BoxTree,
    readonly b: BoxTree,
    protected readonly x: Float64Array,
  ) {
    this.slack = searchSlack(a, b, x, 0)
  }

  /** The one root pair has the first slot. */
  reserve(slots: number): void {
    const poses = new Float64Array(POSE * slots)
    if (this.poses.length === 0 || slots === 64) rootPose(poses, 0, this.a, this.b, this.x, 0)
    else poses.set(this.poses)
    this.poses = poses
  }

  opens(a: number, b: number): number {
    return this.a.boxes[BOX * a + BOX_SIZE]! >= this.b.boxes[BOX * b + BOX_SIZE]! ? OPEN_A : OPEN_B
  }

  protected move(slot: number, from: number, side: number, a: number, b: number): void {
    const { poses } = this
    if (side === OPEN_A) composeInversePose(poses, POSE * slot, this.a.boxes, BOX * a, poses, POSE * from)
    else composePose(poses, POSE * slot, poses, POSE * from, this.b.boxes, BOX * b)
    this.lastSlot = slot
  }
}

/** Nearest first: by the widest gap. */
class GapRules extends BoxRules implements PairRules {
  rank: PairRules['rank'] = undefined

  lower(slot: number, from: number, side: number, a: number, b: number): number {
    this.move(slot, from, side, a, b)
    poseGap(this.poses, POSE * slot, this.a.boxes, BOX * a + BOX_HALF, this.b.boxes, BOX * b + BOX_HALF, 0)
    return gaps[0]!
  }
}

/** From a front: the poses of its pairs come of the boxes' poses in the mesh's frame. */
class FrontRules extends GapRules {
  override readonly trustsRoots = false
  override rank = lastFirst
  /** Pairs of the front that were taken. */
  taken = 0
  private readonly framesA = boxFrames(this.a)
  private readonly framesB = boxFrames(this.b)
  private readonly placed = new Float64Array(POSE)

  protected override move(slot: number, from: number, side: number, a: number, b: number): void {
    if (side !== ROOT_PAIR) {
      super.move(slot, from, side, a, b)
      return
    }
    this.taken++
    composePose(this.placed, 0, this.x, 0, this.framesB, POSE * b)
    composeInversePose(this.poses, POSE * slot, this.framesA, POSE * a, this.placed, 0)
  }
}

/** Depth first: apart or not, the nearer centres first. */
class ApartRules extends BoxRules implements PairRules {
  constructor(
    a: BoxTree,
    b: BoxTree,
    x: Float64Array,
    private readonly visitor: PairVisitor,
    private readonly moved?: GapRules,
  ) {
    super(a, b, x)
  }

  /** Searched after the others, these go on with their poses. */
  override reserve(slots: number): void {
    if (this.moved === undefined) super.reserve(slots)
    else this.moved.reserve(slots)
  }

  lower(slot: number, from: number, side: number, a: number, b: number): number {
    if (this.moved !== undefined) this.poses = this.moved.poses
    this.move(slot, from, side, a, b)
    const margin = this.visitor.margin + this.slack
    const x = this.poses.subarray(POSE * slot, POSE * slot + POSE)
    const halfA = this.a.boxes.subarray(BOX * a + BOX_HALF)
    const halfB = this.b.boxes.subarray(BOX * b + BOX_HALF)
    let apart = false
    for (const [own, other, step, across] of [
      [halfA, halfB, 4, 1],
      [halfB, halfA, 1, 4],
    ] as const) {
      let sum = 0
      for (let i = 0; i < 3; i++) {
        const r = [0, 1, 2].map((j) => x[step * i + across * j]!)
        const at = step === 4 ? x[4 * i + 3]! : x[3]! * r[0]! + x[7]! * r[1]! + x[11]! * r[2]!
        const reach = own[i]! + other[0]! * Math.abs(r[0]!) + other[1]! * Math.abs(r[1]!) + other[2]! * Math.abs(r[2]!)
        const gap = Math.abs(at) - reach
        if (gap > margin) apart = true
        if (gap > 0) sum += gap * gap
      }
      if (this.visitor.margin > 0 && sum > (margin + this.slack) * (margin + this.slack)) apart = true
    }
    return apart ? Infinity : 0
  }

  rank(slot: number): number {
    const o = POSE * slot
    const { poses } = this
    return poses[o + 3]! * poses[o + 3]! + poses[o + 7]! * poses[o + 7]! + poses[o + 11]! * poses[o + 11]!
  }
}

/** The visitor with a margin that has room for rounding. */
function widened(visitor: PairVisitor, by: number): PairVisitor {
  return {
    get margin() {
      return visitor.margin + by
    },
    visit: (a, b) => visitor.visit(a, b),
  }
}

const random = new Random(7)

function soup(triangles: number, leafSize: number): MeshTree {
  const positions: number[] = []
  for (let t = 0; t < triangles; t++) {
    const centre = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]
    for (let k = 0; k < 9; k++) positions.push(centre[k % 3]! + random.range(-0.3, 0.3))
  }
  return new MeshTree({ positions }, { leafSize, open: 'surface' })
}

const CASES = Array.from({ length: 30 }, (_, k) => {
  const a = soup(1 + random.integer(120), 1 + (k % 4))
  const b = k % 5 === 0 ? a : soup(1 + random.integer(120), 1 + (k % 3))
  return { a, b, x: randomPose(random, [0.3, 1, 3][k % 3]!) }
})

function compare(twin: { tests: NearestSearch; seen: Recorder }, reference: { tests: PairTraversal; seen: Recorder }) {
  expect(twin.seen.visited).toEqual(reference.seen.visited)
  expect(twin.tests.trace).toEqual(reference.tests.trace)
  expect(twin.tests.volumeTests).toBe(reference.tests.volumeTests)
  expect(twin.tests.mixedTests).toBe(reference.tests.mixedTests)
}

function fresh(): { s: NearestSearch; traversal: PairTraversal } {
  const s = new NearestSearch()
  const traversal = new PairTraversal()
  s.trace = []
  traversal.trace = []
  return { s, traversal }
}

test('twin: searchBoxes visits, traces and counts as the reference does', () => {
  let visits = 0
  for (const { a, b, x } of CASES) {
    for (const visit of VISITS) {
      const { s, traversal } = fresh()
      const [seen, same] = [new Recorder(...visit), new Recorder(...visit)]
      const ended = searchBoxes(s, a, b, x, 0, seen)
      expect(traversal.search(a, b, new ApartRules(a, b, x, same), same)).toBe(ended)
      compare({ tests: s, seen }, { tests: traversal, seen: same })
      visits += seen.visited.length
    }
  }
  expect(visits).toBeGreaterThan(4000)
})

test('twin: nearestBoxes visits, traces and counts as the reference does', () => {
  let visits = 0
  for (const { a, b, x } of CASES) {
    for (const visit of [...VISITS, [Infinity, 0.9, Infinity], [8, 0.9, Infinity], [8, 0.95, 4]] as typeof VISITS) {
      const { s, traversal } = fresh()
      const [seen, same] = [new Recorder(...visit), new Recorder(...visit)]
      const ended = nearestBoxes(s, a, b, x, 0, seen)
      const rules = new GapRules(a, b, x)
      const below = new ApartRules(a, b, x, same, rules)
      const visitor = widened(same, JOINED * rules.slack)
      expect(traversal.nearest(a, b, rules, visitor, undefined, below)).toBe(ended)
      compare({ tests: s, seen }, { tests: traversal, seen: same })
      visits += seen.visited.length
    }
  }
  expect(visits).toBeGreaterThan(4000)
})

test('twin: greedyBoxes visits, traces, counts and bounds as the reference does', () => {
  for (const { a, b, x } of CASES) {
    for (const visit of VISITS.filter(([, shrinks]) => shrinks === 1)) {
      const { s, traversal } = fresh()
      const [seen, same] = [new Recorder(...visit), new Recorder(...visit)]
      const silent = { margin: seen.margin, least: Infinity, dropped: () => {}, visit: seen.visit.bind(seen) }
      const lower = greedyBoxes(s, [], a, b, x, 0, silent)
      const rules = new GapRules(a, b, x)
      rules.rank = lastFirst
      const slack = JOINED * rules.slack
      let least = Infinity
      const visitor: DroppedVisitor = {
        margin: same.margin + slack,
        visit: same.visit.bind(same),
        // Where a gap would be the least, the boxes' middle rectangles may say more.
        dropped: (na, nb, gap) => {
          const [i, j] = [BOX * na + BOX_HALF, BOX * nb + BOX_HALF]
          const thick = a.boxes[i + 2]! + b.boxes[j + 2]!
          if (!(gap < least)) return
          const at = POSE * rules.lastSlot
          const more = lowerRectangles(rules.poses, at, a.boxes, i, b.boxes, j, least + thick) - thick
          least = Math.min(least, Math.max(gap, more))
        },
      }
      const ended = traversal.search(a, b, rules, visitor)
      expect(ended ? 0 : least - slack).toBe(lower)
      compare({ tests: s, seen }, { tests: traversal, seen: same })
    }
  }
})

test('twin: a front visits, counts and ends as the reference does', () => {
  let visits = 0
  let forgotten = 0
  for (const { a, b, x } of CASES) {
    for (const visit of VISITS.filter(([, shrinks]) => shrinks === 1)) {
      const front = new BoxFront()
      const at = Float64Array.from(x)
      let pairs = [0, 0]
      for (let step = 0; step < 8; step++) {
        const [seen, same] = [new Recorder(...visit), new Recorder(...visit)]
        const ended = front.run(a, b, at, seen)
        const traversal = new PairTraversal()
        const rules = new FrontRules(a, b, at)
        const fresh: number[] = []
        const visitor: DroppedVisitor = {
          margin: same.margin + JOINED * rules.slack,
          visit: (na, nb) => {
            fresh.push(na, nb)
            return same.visit(na, nb)
          },
          dropped: (na, nb) => fresh.push(na, nb),
        }
        expect(traversal.search(a, b, rules, visitor, pairs)).toBe(ended)
        // What waited when the search ended stays in the front.
        const { stack, nodeA, nodeB } = traversal as unknown as Record<'stack' | 'nodeA' | 'nodeB', number[]>
        fresh.push(...stack.flatMap((slot) => [nodeA[slot]!, nodeB[slot]!]), ...pairs.slice(2 * rules.taken))
        expect(seen.visited).toEqual(same.visited)
        expect(front.volumeTests).toBe(traversal.volumeTests)
        expect(front.mixedTests).toBe(traversal.mixedTests)
        if (front.size === 0) {
          expect(fresh.length).toBeGreaterThan(128)
          pairs = [0, 0]
          forgotten++
        } else {
          pairs = fresh
          expect(front).toMatchObject({ pairs })
        }
        visits += seen.visited.length
        for (const k of [3, 7, 11]) at[k] = at[k]! + random.range(-0.1, 0.1)
      }
    }
  }
  expect(visits).toBeGreaterThan(4000)
  expect(forgotten).toBeGreaterThan(0)
})
