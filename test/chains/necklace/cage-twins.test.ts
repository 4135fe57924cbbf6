import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { OPEN_A, OPEN_B, OPEN_BOTH, type PairRules, PairTraversal } from '../../../src/base/work/traverse-pair.js'
import {
  BEAD_TESTS,
  CAGE_TESTS,
  FRONTIER,
  type Frontiers,
  farthestBead,
  farthestBelow,
  farthestFrom,
  makeFrontiers,
  openFrontier,
  reachOf,
} from '../../../src/chains/necklace/cage-reach.js'
import { CAGE_ROUNDING } from '../../../src/chains/necklace/cage-rounding.js'
import { buildCages, type CageTree } from '../../../src/chains/necklace/cage-tree.js'
import { CageSearch, type CageSplit } from '../../../src/chains/necklace/necklace-search.js'
import { ballsAreApart } from '../../../src/chains/necklace/necklace-search-pairs.js'
import { Recorder, VISITS } from '../../oracle/base/twins.js'

/** Beads i of A and j of B with neighbours < j − i < around are wanted. */
interface Wanted {
  readonly neighbours: number
  readonly around: number
}

/** The rules that searchBoth and searchLarger have written in. */
class CageRules implements PairRules {
  constructor(
    private readonly a: CageTree,
    private readonly b: CageTree,
    readonly self: boolean,
    private readonly split: CageSplit,
    private readonly wanted: Wanted,
  ) {}

  /** Pairs of neighbours only are dropped once they were tested. */
  lower(_slot: number, _from: number, _side: number, k: number, l: number, margin: number): number {
    const { a, b, wanted } = this
    const close = b.end[l]! - 1 - a.first[k]! <= wanted.neighbours || b.first[l]! - (a.end[k]! - 1) >= wanted.around
    return ballsAreApart(a.cage, 4 * k, b.cage, 4 * l, margin) || close ? Infinity : 0
  }

  /** Both, or the one with more beads; of equal ones the larger ball. */
  opens(k: number, l: number): number {
    const { a, b } = this
    if (this.split === 'both') return OPEN_BOTH
    const more = a.end[k]! - a.first[k]! - (b.end[l]! - b.first[l]!)
    return more > 0 || (more === 0 && a.cage[4 * k + 3]! >= b.cage[4 * l + 3]!) ? OPEN_A : OPEN_B
  }

  /** What comes next along the necklace first: the last child of A, the first of B. */
  rank(_slot: number, k: number, side: number): number {
    return side === OPEN_A ? -k : side === OPEN_B ? k : k ^ 2
  }
}

/** Leaves are visited bead by bead: all of one leaf, of two leaves those that are not apart. */
class BeadsOfLeaves {
  leafTests = 0

  constructor(
    private readonly a: CageTree,
    private readonly b: CageTree,
    private readonly wanted: Wanted,
    private readonly recorder: Recorder,
  ) {}

  get margin(): number {
    return this.recorder.margin
  }

  visit(k: number, l: number): boolean {
    const { a, b, recorder, wanted } = this
    const isOne = a === b && k === l
    for (let i = a.first[k]!; i < a.end[k]!; i++) {
      for (let j = isOne ? i + 1 : b.first[l]!; j < b.end[l]!; j++) {
        if (j - i <= wanted.neighbours || j - i >= wanted.around) continue
        this.leafTests++
        if (!isOne && ballsAreApart(a.balls, 4 * i, b.balls, 4 * j, this.margin)) continue
        if (recorder.visit(i, j)) return true
      }
    }
    return false
  }
}

const random = new Random(11)

function rope(beads: number, cages: 'wrapped' | 'layered'): CageTree {
  const balls = new Float64Array(4 * beads)
  for (let i = 0; i < beads; i++) {
    for (let k = 0; k < 3; k++) balls[4 * i + k] = (i > 0 ? balls[4 * i - 4 + k]! : 0) + random.range(-0.6, 0.6)
    balls[4 * i + 3] = random.range(0.1, 0.4)
  }
  return buildCages(balls, { cages })
}

const SPLITS: readonly CageSplit[] = ['both', 'larger']

test.each(SPLITS)('twin: the search of a necklace against itself is the reference’s, cutting %s', (split) => {
  const [search, traversal] = [new CageSearch(), new PairTraversal()]
  let visits = 0
  for (let n = 1; n < 200; n += n < 12 ? 1 : 17) {
    const tree = rope(n, n % 2 === 0 ? 'wrapped' : 'layered')
    // Every cage that is cut: its children against each other; every leaf against itself.
    const roots = Array.from(tree.child, (child, k) => (child < 0 ? [k, k] : [child, tree.second[k]!])).flat()
    for (const neighbours of [0, 1, 5]) {
      for (const closed of [false, true]) {
        const wanted = { neighbours, around: closed ? n - neighbours : Infinity }
        for (const visit of VISITS) {
          const [seen, same] = [new Recorder(...visit), new Recorder(...visit)]
          search.resetCounts()
          traversal.volumeTests = 0
          const outcome = search.self(tree, { neighbours, closed, exclude: undefined }, seen, split)
          const beads = new BeadsOfLeaves(tree, tree, wanted, same)
          const rules = new CageRules(tree, tree, true, split, wanted)
          expect(traversal.search(tree, tree, rules, beads, roots) ? 'stopped' : 'done').toBe(outcome)
          expect(seen.visited).toEqual(same.visited)
          expect([search.volumeTests, search.leafTests]).toEqual([traversal.volumeTests, beads.leafTests])
          visits += seen.visited.length
        }
      }
    }
  }
  expect(visits).toBeGreaterThan(4000)
})

test.each(SPLITS)('twin: the search of two necklaces is the reference’s, cutting %s', (split) => {
  const [search, traversal] = [new CageSearch(), new PairTraversal()]
  const wanted = { neighbours: -Infinity, around: Infinity }
  let visits = 0
  for (let n = 1; n < 200; n += n < 12 ? 1 : 17) {
    const [a, b] = [rope(n, 'wrapped'), rope(1 + random.integer(100), 'layered')]
    for (const visit of VISITS) {
      const [seen, same] = [new Recorder(...visit), new Recorder(...visit)]
      search.resetCounts()
      traversal.volumeTests = 0
      const outcome = search.between(a, b, seen, split)
      const beads = new BeadsOfLeaves(a, b, wanted, same)
      const rules = new CageRules(a, b, false, split, wanted)
      expect(traversal.search(a, b, rules, beads) ? 'stopped' : 'done').toBe(outcome)
      expect(seen.visited).toEqual(same.visited)
      expect([search.volumeTests, search.leafTests]).toEqual([traversal.volumeTests, beads.leafTests])
      visits += seen.visited.length
    }
  }
  expect(visits).toBeGreaterThan(1000)
})

/** The rules that cage-reach.ts has written in: the cages below cage k that are not within the bound are opened, the first child first. */
class ReachRules implements PairRules {
  readonly late = true
  readonly margin = 0
  readonly tally = new Float64Array(3)
  readonly frontier: number[] = []
  readonly traversal = new PairTraversal()
  far = -1

  constructor(
    private readonly tree: CageTree,
    private readonly k: number,
    private bound: number,
  ) {}

  /** From the cages, or beads as −1 − i, of a frontier. */
  run(from: ArrayLike<number>): void {
    for (const item of Array.from(from)) {
      if (item < 0) this.beads(-1 - item, -item)
      else this.traversal.search(this.tree, ONE, this, this, [item, 0])
    }
    this.tally[CAGE_TESTS] = this.traversal.volumeTests
    this.tally[FRONTIER] = this.frontier.length
  }

  lower(_slot: number, _from: number, _side: number, d: number): number {
    const { cage } = this.tree
    const [dx, dy, dz] = [0, 1, 2].map((i) => cage[4 * d + i]! - cage[4 * this.k + i]!) as [number, number, number]
    const room = this.bound * (1 - CAGE_ROUNDING) - cage[4 * d + 3]!
    return dx * dx + dy * dy + dz * dz <= room * Math.abs(room) ? Infinity : 0
  }

  opens(): number {
    return OPEN_A
  }

  rank(_slot: number, child: number): number {
    return child
  }

  dropped(d: number): void {
    this.frontier.push(d)
  }

  visit(d: number): boolean {
    this.beads(this.tree.first[d]!, this.tree.end[d]!)
    return false
  }

  private beads(from: number, end: number): void {
    const { balls, cage } = this.tree
    for (let i = from; i < end; i++) this.frontier.push(-1 - i)
    this.tally[BEAD_TESTS]! += end - from
    const found = farthestBead(balls, from, end, cage, 4 * this.k, this.bound)
    if (found < 0) return
    this.far = found
    this.bound = reachOf(balls, found, cage, 4 * this.k)
  }
}

/** A tree of one node. */
const ONE = { nodes: 1, child: Int32Array.of(-1), first: Int32Array.of(0), end: Int32Array.of(1) }

function saved({ item, start, size }: Frontiers, k: number): Int32Array {
  return item.subarray(start[k]!, start[k]! + size[k]!)
}

test('twin: the farthest bead of a cage, its frontier and the counts are the reference’s', () => {
  let opened = 0
  let none = 0
  for (let n = 1; n < 200; n += n < 12 ? 1 : 17) {
    const tree = rope(n, n % 2 === 0 ? 'wrapped' : 'layered')
    const [last, next] = [makeFrontiers(tree.nodes), makeFrontiers(tree.nodes)]
    for (let k = 0; k < tree.nodes; k++) {
      const [from, end] = [tree.first[k]!, tree.end[k]!]
      const bound = tree.cage[4 * k + 3]! * random.range(0, 1.1)
      const tally = new Float64Array(3)
      openFrontier(last, k, end - from)
      const far = farthestBelow(tree, tree.balls, tree.cage, k, bound, tally, last)
      const rules = new ReachRules(tree, k, bound)
      rules.run(
        tree.child[k]! < 0 ? Array.from({ length: end - from }, (_, i) => -1 - from - i) : [k + 1, tree.second[k]!],
      )
      expect(far).toBe(rules.far)
      expect(far).toBe(farthestBead(tree.balls, from, end, tree.cage, 4 * k, bound))
      expect(tally).toEqual(rules.tally)
      expect(Array.from(saved(last, k))).toEqual(rules.frontier)
      // With another bound, from where that one ended.
      const other = tree.cage[4 * k + 3]! * random.range(0, 1.1)
      tally.fill(0)
      openFrontier(next, k, end - from)
      const farther = farthestFrom(tree, tree.balls, tree.cage, k, other, tally, last, next)
      const again = new ReachRules(tree, k, other)
      again.run(rules.frontier)
      expect(farther).toBe(again.far)
      expect(farther).toBe(farthestBead(tree.balls, from, end, tree.cage, 4 * k, other))
      expect(tally).toEqual(again.tally)
      expect(Array.from(saved(next, k))).toEqual(again.frontier)
      opened += tally[CAGE_TESTS]!
      if (farther < 0) none++
    }
  }
  expect(opened).toBeGreaterThan(500)
  expect(none).toBeGreaterThan(10)
})
