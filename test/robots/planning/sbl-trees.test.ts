// The two trees of SBL, and the grid over them: whatever is added, cut and moved, against a plain graph.
import { describe, expect, test } from 'vitest'
import { BrokenInvariantError, Random } from '../../../src/entries/robots.js'
import { MilestoneForest, type MilestoneSegment, NO_MILESTONE } from '../../../src/robots/planning/milestone-forest.js'
import { MilestoneGrid, type Side } from '../../../src/robots/planning/milestone-grid.js'

/** Milestones that can be reached along edges, from each root. */
function reached(roots: number, edges: ReadonlyMap<string, readonly [number, number]>): Map<number, number> {
  const out = new Map<number, number>()
  const todo = Array.from({ length: roots }, (_, r) => [r, r] as const)
  while (todo.length > 0) {
    const [m, root] = todo.pop()!
    if (out.has(m)) throw new Error(`${m} is reached twice: no forest`)
    out.set(m, root)
    for (const [a, b] of edges.values()) {
      if (a === m && !out.has(b)) todo.push([b, root])
      if (b === m && !out.has(a)) todo.push([a, root])
    }
  }
  return out
}

const key = (a: number, b: number): string => (a < b ? `${a}-${b}` : `${b}-${a}`)

/** Grows and cuts at random; `look` is called after every step. */
function exercise(seed: number, steps: number, look: (f: MilestoneForest<string>, g: MilestoneGrid) => void): number {
  const random = new Random(seed)
  const forest = new MilestoneForest<string>()
  const space = { moving: [0, 1, 2], lower: Float64Array.of(0, 0, 0), upper: Float64Array.of(1, 1, 1) }
  const grid = new MilestoneGrid(space, forest.configurations, 2, 5, random)
  const point = (): Float64Array => Float64Array.of(random.unit(), random.unit(), random.unit())
  const roots = 2 + random.integer(3)
  for (let r = 0; r < roots; r++) {
    forest.addRoot(point())
    grid.add(r === 0 ? 0 : 1)
  }
  const edges = new Map<string, readonly [number, number]>()
  let cuts = 0
  for (let step = 0; step < steps; step++) {
    const sideOf = (m: number): Side => (forest.rootOf(m) === 0 ? 0 : 1)
    if (random.unit() < 0.6) {
      const parent = random.integer(forest.size)
      const child = forest.addChild(parent, point())
      grid.add(sideOf(parent))
      forest.segmentOf(child)!.work = `${parent}→${child}`
      edges.set(key(parent, child), [parent, child])
    } else {
      const [a, b] = [random.integer(forest.size), random.integer(forest.size)]
      if (forest.rootOf(a) === forest.rootOf(b)) continue
      const bridge: MilestoneSegment<string> = { from: a, to: b, work: `${a}→${b}` }
      const end = random.unit() < 0.5 ? a : b
      const way = forest.wayTo(end)
      if (way.length < 2) continue
      const k = 1 + random.integer(way.length - 1)
      edges.delete(key(way[k]!, way[k - 1]!))
      edges.set(key(a, b), [a, b])
      const moved: number[] = []
      forest.cut(way[k]!, end, bridge, (m) => {
        moved.push(m)
        grid.move(m, sideOf(m))
      })
      expect(new Set(moved).size, 'nobody moves twice').toBe(moved.length)
      cuts++
    }
    if (random.unit() < 0.05) grid.turn(random)
    const truth = reached(roots, edges)
    expect(truth.size, `seed ${seed}, step ${step}`).toBe(forest.size)
    const wrong = [...truth].filter(([m, root]) => {
      const hangs = m < roots ? forest.parentOf(m) === NO_MILESTONE : edges.has(key(m, forest.parentOf(m)))
      return forest.rootOf(m) !== root || grid.sideOf(m) !== (root === 0 ? 0 : 1) || !hangs
    })
    expect(wrong, `seed ${seed}, step ${step}`).toEqual([])
    look(forest, grid)
  }
  return cuts
}

describe('the trees of SBL', () => {
  test('a forest with the right parents after every cut, and work that stays with the ends it was done on', () => {
    let cuts = 0
    for (let seed = 1; seed <= 15; seed++) {
      cuts += exercise(seed, 60, (forest, grid) => {
        forest.validate()
        grid.validate()
        for (let m = 0; m < forest.size; m++) {
          const segment = forest.segmentOf(m)
          if (segment !== undefined && segment.work !== `${segment.from}→${segment.to}`) throw new Error(segment.work)
        }
      })
    }
    expect(cuts).toBeGreaterThan(60)
  })

  test('a cut swaps parents and children from the bridge up to it, and nothing else', () => {
    const forest = new MilestoneForest<string>()
    const q = new Float64Array(1)
    const [start, goal] = [forest.addRoot(q), forest.addRoot(q)]
    const a = forest.addChild(start, q)
    const b = forest.addChild(a, q)
    const c = forest.addChild(b, q)
    const beside = forest.addChild(b, q)
    const g = forest.addChild(goal, q)
    const bridge = { from: c, to: g, work: 'bridge' }
    const [ofB, ofC] = [forest.segmentOf(b)!, forest.segmentOf(c)!]
    ofB.work = 'a→b'
    forest.cut(a, c, bridge, () => {})
    forest.validate()
    expect([a, b, c, beside, g].map((m) => forest.parentOf(m))).toEqual([b, c, g, b, goal])
    expect([a, b, c, beside].every((m) => forest.rootOf(m) === goal)).toBe(true)
    // The very same records, unturned.
    expect(forest.segmentOf(c)).toBe(bridge)
    expect(forest.segmentOf(b)).toBe(ofC)
    expect(forest.segmentOf(a)).toBe(ofB)
    expect(ofB).toEqual({ from: a, to: b, work: 'a→b' })
    expect(forest.wayTo(a)).toEqual([goal, g, c, b, a])
  })

  test('a bridge within one tree, and one that is not below the cut, are refused', () => {
    const forest = new MilestoneForest<string>()
    const q = new Float64Array(1)
    const [start, goal] = [forest.addRoot(q), forest.addRoot(q)]
    const a = forest.addChild(start, q)
    const b = forest.addChild(start, q)
    const cut = (below: number, end: number, from: number, to: number) => () =>
      forest.cut(below, end, { from, to, work: undefined }, () => {})
    expect(cut(a, a, a, b)).toThrow(BrokenInvariantError)
    expect(cut(a, a, b, goal)).toThrow(BrokenInvariantError)
    expect(cut(a, b, b, goal)).toThrow(BrokenInvariantError)
  })

  test('the validator sees what is wrong', () => {
    const broken = (change: (inside: Record<string, unknown[]>) => void): (() => void) => {
      const forest = new MilestoneForest<string>()
      const q = new Float64Array(1)
      const start = forest.addRoot(q)
      forest.addRoot(q)
      forest.addChild(forest.addChild(start, q), q)
      forest.validate()
      change(forest as unknown as Record<string, unknown[]>)
      return () => forest.validate()
    }
    const changes: ((inside: Record<string, unknown[]>) => void)[] = [
      (inside) => (inside.parents![3] = 0),
      (inside) => (inside.roots![3] = 1),
      (inside) => (inside.segments![3] = undefined),
      (inside) => (inside.segments![3] = { from: 0, to: 3, work: undefined }),
      (inside) => (inside.firstChild![2] = NO_MILESTONE),
      (inside) => (inside.lastSibling![3] = 2),
    ]
    for (const change of changes) expect(broken(change), change.toString()).toThrow(BrokenInvariantError)
  })

  test('the grid gives of the side that is asked, all of what is near, and what is alone as often as a crowd', () => {
    const random = new Random(3)
    const configurations: Float64Array[] = []
    const space = { moving: [1], lower: Float64Array.of(0, -1), upper: Float64Array.of(0, 1) }
    const grid = new MilestoneGrid(space, configurations, 2, 10, random)
    const put = (x: number, side: Side): void => {
      configurations.push(Float64Array.of(0, x))
      grid.add(side)
    }
    put(0.95, 0)
    for (let k = 0; k < 99; k++) put(random.range(-1, -0.81), 0)
    put(0.5, 1)
    grid.validate()
    expect([grid.count(0), grid.count(1)]).toEqual([100, 1])
    let lonely = 0
    for (let k = 0; k < 1000; k++) if (grid.pick(0, random) === 0) lonely++
    expect(lonely).toBeGreaterThan(400)
    expect(lonely).toBeLessThan(600)
    expect(grid.pick(1, random)).toBe(100)
    const near: number[] = []
    grid.near(Float64Array.of(0, -0.7), 0, (m) => near.push(m))
    expect(near.length).toBe(99)
    grid.near(Float64Array.of(0, 0.8), 0, (m) => near.push(m))
    expect(near.at(-1)).toBe(0)
    // Beyond the range counts as its edge.
    put(7, 1)
    grid.validate()
  })
})
