import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeInversePose, composePose, POSE } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { SEARCH_ROUNDING, TINY_LENGTH } from '../../../src/base/math/rounding.js'
import {
  lastFirst,
  OPEN_A,
  OPEN_B,
  type PairRules,
  PairTraversal,
  type PairVisitor,
  ROOT_PAIR,
} from '../../../src/base/work/traverse-pair.js'
import { nodesFartherThan, sweptFartherThan } from '../../../src/chains/chain/chain-apart.js'
import type { ChainArrays, ChainVolume } from '../../../src/chains/chain/chain-arrays.js'
import { anyPending, bothPending, Pending } from '../../../src/chains/chain/chain-pending.js'
import {
  ChainSearch,
  halves,
  searchLinksOfLeaf,
  searchLinksOfLeaves,
  settled,
} from '../../../src/chains/chain/chain-search.js'
import { setWasmEnabled } from '../../../src/chains/chain/chain-wasm.js'
import { ChainTree, sphere } from '../../../src/index.js'
import { BOX, BOX_HALF, BOX_SIZE } from '../../../src/volumes/node-box.js'
import { Recorder, VISITS } from '../../oracle/base/twins.js'
import { randomPose } from '../../oracle/geometry/volumes.js'

beforeAll(() => setWasmEnabled(false))
afterAll(() => setWasmEnabled(true))

/** What searchPair has written in. `neighbours` is negative for two chains, and x then the pose of B's root box in A's. */
class ChainRules implements PairRules, PairVisitor {
  readonly self: boolean
  readonly rank = lastFirst
  /** Calls of `lower` that are no test: roots of one chain, what follows along it, what no change separates. */
  untested = 0
  /** Leaves are searched as the twin does: what counts here is which. */
  readonly leaves = new ChainSearch()
  private poses = new Float64Array(0)
  private isSettled = new Uint8Array(0)
  private readonly slotOf = new Map<number, number>()
  private slack = 0
  private readonly limit = new Float64Array(1)

  constructor(
    private readonly a: ChainArrays,
    private readonly b: ChainArrays,
    private readonly neighbours: number,
    private readonly pending: Pending | undefined,
    private readonly recorder: Recorder,
    private readonly x: Float64Array = new Float64Array(POSE),
    private readonly spans?: Int32Array,
  ) {
    this.self = neighbours >= 0
  }

  /** With spans: pairs below the roots that have no link in either. */
  skips(na: number, nb: number): boolean {
    const { a, b, spans } = this
    if (spans === undefined || (na === a.root && nb === b.root)) return false
    const [from, end, fromB, endB] = spans as unknown as [number, number, number, number]
    return (a.end[na]! <= from || a.first[na]! >= end) && (b.end[nb]! <= fromB || b.first[nb]! >= endB)
  }

  reserve(slots: number): void {
    const { poses, isSettled } = this
    this.poses = new Float64Array(POSE * slots)
    this.poses.set(poses.subarray(0, this.poses.length))
    this.isSettled = new Uint8Array(slots)
    this.isSettled.set(isSettled.subarray(0, slots))
  }

  opens(na: number, nb: number): number {
    return this.a.box[BOX * na + BOX_SIZE]! >= this.b.box[BOX * nb + BOX_SIZE]! ? OPEN_A : OPEN_B
  }

  lower(slot: number, from: number, side: number, na: number, nb: number): number {
    const { a, b, pending, poses, isSettled, limit } = this
    this.slotOf.set(na * b.nodes + nb, slot)
    if (side === ROOT_PAIR) return this.begin(slot, na, nb)
    isSettled[slot] = 1
    if (isSettled[from] === 0) {
      isSettled[slot] = settled(pending!, a, na, b, nb) ? 1 : 0
      const [first, last] = [a.first[na]!, b.end[nb]! - 1]
      const still = isSettled[slot] === 1 && pending!.span && bothPending(pending!, first, last)
      if (!anyPending(pending!, first, last) || still) return this.withoutTest(Infinity)
    }
    if (side === OPEN_A) composeInversePose(poses, POSE * slot, a.box, BOX * na, poses, POSE * from)
    else composePose(poses, POSE * slot, poses, POSE * from, b.box, BOX * nb)
    if (this.self && a.end[na] === b.first[nb]) return this.withoutTest(0)
    limit[0] = this.margin + this.slack
    if (facesApart(a, na, b, nb, poses.subarray(POSE * slot, POSE * slot + POSE), limit[0]!)) return Infinity
    if (a.volume !== 'rss' || b.volume !== 'rss') return 0
    const [halfA, halfB] = [BOX * na + BOX_HALF, BOX * nb + BOX_HALF]
    return sweptFartherThan(a.box, halfA, b.box, halfB, poses, POSE * slot, limit) ? Infinity : 0
  }

  private withoutTest(lower: number): number {
    this.untested++
    return lower
  }

  private begin(slot: number, na: number, nb: number): number {
    const { a, b, pending, poses, isSettled, limit, self, x } = this
    const o = POSE * slot
    if (self) composeInversePose(poses, o, a.box, BOX * na, b.box, BOX * nb)
    else poses.set(x, o)
    const size = Math.abs(poses[o + 3]!) + Math.abs(poses[o + 7]!) + Math.abs(poses[o + 11]!)
    const own = self ? a.slack[a.parent[na]!]! : a.slack[a.root]! + b.slack[b.root]!
    this.slack = own + SEARCH_ROUNDING * (size + halves(a.box, BOX * na) + halves(b.box, BOX * nb)) + TINY_LENGTH
    isSettled[slot] = pending === undefined || settled(pending, a, na, b, nb) ? 1 : 0
    if (self) {
      const idle = pending !== undefined && !anyPending(pending, a.first[na]!, b.end[nb]! - 1)
      return this.withoutTest(idle ? Infinity : 0)
    }
    limit[0] = this.margin + this.slack
    return nodesFartherThan(a, na, b, nb, poses.subarray(o, o + POSE), limit) ? Infinity : 0
  }

  get margin(): number {
    return this.recorder.margin
  }

  visit(na: number, nb: number): boolean {
    const { a, b, leaves, recorder, neighbours, pending } = this
    if (this.self && na === nb) return searchLinksOfLeaf(leaves, a, na, neighbours, pending, recorder)
    const slot = this.slotOf.get(na * b.nodes + nb)!
    leaves.slack = this.slack
    leaves.poses.set(this.poses.subarray(POSE * slot, POSE * slot + POSE))
    const changed = this.isSettled[slot] === 1 ? undefined : pending
    return searchLinksOfLeaves(leaves, a, na, b, nb, 0, neighbours, changed, recorder)
  }
}

/** Along one of the six face normals, in the twin's order of sums. The radius of a swept rectangle is added to the margin. */
function facesApart(a: ChainArrays, na: number, b: ChainArrays, nb: number, x: Float64Array, m: number): boolean {
  const p = a.box.slice(BOX * na + BOX_HALF, BOX * na + BOX_HALF + 3)
  const q = b.box.slice(BOX * nb + BOX_HALF, BOX * nb + BOX_HALF + 3)
  for (const [c, half] of [
    [a, p],
    [b, q],
  ] as const) {
    if (c.volume !== 'rss') continue
    m += half[2]!
    half[2] = 0
  }
  for (let i = 0; i < 3; i++) {
    const [r0, r1, r2] = [x[4 * i]!, x[4 * i + 1]!, x[4 * i + 2]!]
    if (Math.abs(x[4 * i + 3]!) > p[i]! + m + q[0]! * Math.abs(r0) + q[1]! * Math.abs(r1) + q[2]! * Math.abs(r2))
      return true
    const [c0, c1, c2] = [x[i]!, x[4 + i]!, x[8 + i]!]
    const along = Math.abs(x[3]! * c0 + x[7]! * c1 + x[11]! * c2)
    if (along > q[i]! + m + p[0]! * Math.abs(c0) + p[1]! * Math.abs(c1) + p[2]! * Math.abs(c2)) return true
  }
  return false
}

/** Children of every node against each other and every leaf against itself: from below, or above the leaves that changed. */
function rootsOf(c: ChainArrays, pending: Pending | undefined): number[] {
  const nodes: number[] = []
  if (pending === undefined) for (let n = 0; n < c.nodes; n++) nodes.push(n)
  else {
    let level = [
      ...new Set(Array.from(pending.joints.subarray(0, pending.count), (j) => Math.trunc(j / c.linksPerLeaf))),
    ]
    for (; level.length > 0; level = [...new Set(level.map((n) => c.parent[n]!).filter((n) => n >= 0))])
      nodes.push(...level)
  }
  return nodes.flatMap((n) => (c.child[n]! < 0 ? [n, n] : c.children[n] === 2 ? [c.child[n]!, c.child[n]! + 1] : []))
}

const random = new Random(23)

function chain(links: number, linksPerLeaf: number, volume: ChainVolume): ChainArrays {
  const joints = Array.from({ length: links - 1 }, () => {
    const pose = randomPose(random, 0)
    pose[3] = 1
    return pose
  })
  const shapes = Array.from({ length: links }, () => sphere({ radius: random.range(0.2, 0.6) }))
  const made = ChainTree.fromLinks(shapes, joints, { linksPerLeaf, volume })
  return made.core.body.arrays
}

/** Nothing, or some joints that have changed since the chain was free. */
function changes(links: number): (Pending | undefined)[] {
  const some = [1, 3].map((count) => {
    const pending = new Pending()
    pending.everything = false
    if (links > 1) pending.add(Array.from({ length: count }, () => random.integer(links - 1)))
    return pending
  })
  const span = new Pending()
  span.everything = false
  span.addSpan(Math.floor(links / 3), Math.floor(links / 2) + 1, links)
  return [undefined, ...some, span]
}

function compare(twin: ChainSearch, seen: Recorder, reference: PairTraversal, rules: ChainRules, same: Recorder): void {
  expect(seen.visited).toEqual(same.visited)
  expect(twin.volumeTests).toBe(reference.volumeTests - rules.untested)
  expect(twin.leafTests).toBe(rules.leaves.leafTests)
}

const VOLUMES: readonly ChainVolume[] = ['obb', 'rss']

test.each(VOLUMES)('twin: the search of a chain against itself is the reference’s: %s', (volume) => {
  let visits = 0
  for (let links = 1; links < 150; links += links < 12 ? 1 : 13) {
    const c = chain(links, 1 + (links % 4), volume)
    for (const pending of changes(links)) {
      for (const neighbours of [0, 1, 4]) {
        for (const visit of VISITS) {
          const [seen, same] = [new Recorder(...visit), new Recorder(...visit)]
          const [search, traversal] = [new ChainSearch(), new PairTraversal()]
          const ended = search.self(c, neighbours, pending, seen)
          const rules = new ChainRules(c, c, neighbours, pending, same)
          expect(traversal.search(c, c, rules, rules, rootsOf(c, pending))).toBe(ended)
          compare(search, seen, traversal, rules, same)
          visits += seen.visited.length
        }
      }
    }
  }
  expect(visits).toBeGreaterThan(4000)
})

test.each([
  ['obb', 'obb'],
  ['rss', 'rss'],
  ['obb', 'rss'],
] as const)('twin: the search of two chains is the reference’s: %s and %s', (volumeA, volumeB) => {
  let visits = 0
  let fewer = 0
  for (let links = 1; links < 150; links += links < 12 ? 1 : 13) {
    const others = 1 + random.integer(60)
    const [a, b] = [chain(links, 1 + (links % 3), volumeA), chain(others, 2, volumeB)]
    const x = randomPose(random, 1)
    const [i, j] = [random.integer(links), random.integer(others)]
    for (const spans of [undefined, Int32Array.of(i, i + 1, j, j + 3), Int32Array.of(i, links, 0, 0)]) {
      for (const visit of VISITS) {
        const [seen, same] = [new Recorder(...visit), new Recorder(...visit)]
        const [search, traversal] = [new ChainSearch(), new PairTraversal()]
        search.spans = spans
        const ended = search.between(a, b, x, 0, seen)
        const rules = new ChainRules(a, b, -1, undefined, same, x, spans)
        expect(traversal.search(a, b, rules, rules, [a.root, b.root])).toBe(ended)
        compare(search, seen, traversal, rules, same)
        if (spans === undefined) visits += seen.visited.length
        else fewer += seen.visited.length
      }
    }
  }
  expect(visits).toBeGreaterThan(500)
  expect(fewer).toBeGreaterThan(100)
  expect(fewer).toBeLessThan(2 * visits)
})
