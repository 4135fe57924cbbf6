// Plays a sequence of changes and undos on a ChainTree and on the brute-force chain side by side, and compares every answer
// after every step. A case is plain data: what fast-check prints for a failure can be pasted into `play`.
import { expect } from 'vitest'
import type { ChainVolume } from '../../../src/chains/chain/chain-arrays.js'
import type { BoxFit, ChainChange, ChainOptions, MergeRule } from '../../../src/entries/chains.js'
import { ChainTree, Random } from '../../../src/entries/chains.js'
import { box, capsule, convex, cylinder, group, mesh, type Shape, sphere } from '../../../src/shapes/shape.js'
import { OracleChain } from '../../oracle/chains/chain.js'

/** What a chain's nodes may be bounded by: every property holds for each. */
export const VOLUMES: readonly ChainVolume[] = ['obb', 'rss']

export interface ChainCase {
  readonly links: number
  readonly seed: number
  /** Share of links that are not spheres. */
  readonly mixed: number
  readonly neighbours: number
  readonly exclude: boolean
  readonly volume: ChainVolume
  readonly merge: MergeRule
  readonly boxes: BoxFit
  readonly linksPerLeaf: number
  /** One entry a step: how many changes it makes at once, whether it is queried, and whether it is undone after. */
  readonly steps: readonly ChainStep[]
}

export interface ChainStep {
  readonly seed: number
  readonly changes: number
  readonly query: 'none' | 'any' | 'all' | 'within' | 'closest'
  readonly undo: boolean
}

/** What was compared. */
export interface Played {
  steps: number
  collisions: number
  pairs: number
  /** Pairs so near the limit that rounding decides, and the engine may say either. */
  ties: number
}

export function play(c: ChainCase, validateEvery = 1): Played {
  const random = new Random(c.seed)
  const shapes = Array.from({ length: c.links }, () => randomShape(random, c.mixed))
  const joints = Array.from({ length: c.links - 1 }, () => randomJoint(random))
  const excluded = (i: number, j: number): boolean => c.exclude && (i * 7 + j * 3) % 11 === 0
  const options: ChainOptions = {
    neighbours: c.neighbours,
    exclude: excluded,
    volume: c.volume,
    experimental: { merge: c.merge },
    boxes: c.boxes,
    linksPerLeaf: c.linksPerLeaf,
  }
  const chain = ChainTree.fromLinks(shapes, joints, options)
  const played: Played = { steps: 0, collisions: 0, pairs: 0, ties: 0 }
  for (const step of c.steps) {
    const before = step.undo ? snapshot(chain) : undefined
    const changes = randomChanges(new Random(step.seed), c, step.changes)
    chain.change(changes)
    compare(chain, c, excluded, step.query, new Random(step.seed ^ 0x5555), played)
    if (step.undo && changes.length > 0) {
      chain.undo()
      if (before !== undefined) demand(sameBits(snapshot(chain), before), 'undo leaves the bits of before')
    }
    if (played.steps % validateEvery === 0) chain.validate()
    played.steps++
  }
  return played
}

/** Everything a chain says of its state, poses and joints, as one array. */
function snapshot(chain: ChainTree): BigUint64Array {
  const joints = Array.from({ length: chain.size - 1 }, (_, j) => chain.jointPose(j))
  const all = new Float64Array(12 * (2 * chain.size - 1))
  all.set(chain.poses())
  for (const [j, pose] of joints.entries()) all.set(pose, 12 * (chain.size + j))
  return new BigUint64Array(all.buffer)
}

function sameBits(a: BigUint64Array, b: BigUint64Array): boolean {
  return a.length === b.length && a.every((bits, k) => bits === b[k])
}

/** Vitest's expect, in loops over millions of pairs, would take most of the time. */
function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

function compare(
  chain: ChainTree,
  c: ChainCase,
  excluded: (i: number, j: number) => boolean,
  query: ChainStep['query'],
  random: Random,
  played: Played,
): void {
  if (query === 'none') return
  const oracle = new OracleChain(
    Array.from({ length: c.links }, (_, i) => chain.shape(i)),
    Array.from({ length: c.links - 1 }, (_, j) => chain.jointPose(j)),
  )
  const tie = 1e-9
  if (query === 'closest') {
    const truth = oracle.pairs(c.neighbours, excluded, Infinity)
    const found = chain.closestPair()
    if (truth.length === 0) {
      expect(found).toBeUndefined()
      return
    }
    const least = Math.min(...truth.map((p) => p.distance))
    expect(found).toBeDefined()
    expect(Math.abs(found!.distance - least)).toBeLessThan(tie)
    const same = truth.find((p) => p.i === found!.a && p.j === found!.b)
    expect(Math.abs(same!.distance - found!.distance)).toBeLessThan(tie)
    if (found!.distance > 1e-6) {
      const [p, q] = [found!.pointA!, found!.pointB!]
      expect(Math.abs(Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!) - least)).toBeLessThan(1e-8)
    }
    return
  }
  const limit = query === 'within' ? random.range(0, 6) : 0
  const truth = oracle.pairs(c.neighbours, excluded, limit + tie)
  if (query === 'any') {
    const hit = chain.selfCollides()
    const certain = truth.some((p) => p.distance <= 0)
    if (hit) played.collisions++
    if (certain) expect(hit).toBe(true)
    else if (truth.length === 0) expect(hit).toBe(false)
    else played.ties++
    return
  }
  const found = query === 'within' ? chain.pairsWithin(limit) : chain.selfCollisions()
  expect(found.pairs.length).toBe(2 * found.count)
  const key = (i: number, j: number): number => i * c.links + j
  const listed = new Map<number, number>()
  for (let k = 0; k < found.count; k++) {
    listed.set(key(found.pairs[2 * k]!, found.pairs[2 * k + 1]!), found.distances[k]!)
  }
  expect(listed.size).toBe(found.count)
  for (const p of truth) {
    const distance = listed.get(key(p.i, p.j))
    if (distance === undefined) {
      // Conservative: only what is truly beyond the limit may be missing.
      demand(p.distance > limit, `the pair ${p.i}, ${p.j} at ${p.distance} is within ${limit} and not listed`)
      played.ties++
    } else {
      demand(Math.abs(distance - p.distance) < tie, `the pair ${p.i}, ${p.j} is ${p.distance} apart, not ${distance}`)
      listed.delete(key(p.i, p.j))
    }
  }
  expect([...listed.keys()]).toEqual([])
  played.pairs += found.count
  if (found.count > 0) played.collisions++
}

export function randomShape(random: Random, mixed: number): Shape {
  if (random.unit() >= mixed) {
    return sphere({ radius: random.range(0.3, 1.2), at: offset(random, random.unit() < 0.5 ? 0 : 0.8) })
  }
  const points = (n: number): Float64Array => Float64Array.from({ length: 3 * n }, () => random.range(-1, 1))
  switch (random.integer(7)) {
    case 0:
      return capsule({ radius: random.range(0.2, 0.8), from: offset(random, 1), to: offset(random, 1) })
    case 1:
      return box({
        size: [1, 2, 3].map(() => random.range(0.2, 2)),
        at: offset(random, 0.5),
        rotation: quaternion(random),
      })
    case 2:
      return convex({ points: points(4 + random.integer(5)) })
    case 3:
      return mesh({ positions: points(6), triangles: [0, 1, 2, 2, 3, 4, 4, 5, 0] })
    case 4:
      return group([
        sphere({ radius: 0.5, at: offset(random, 1) }),
        capsule({ radius: 0.3, from: offset(random, 1), to: offset(random, 1) }),
        box({ size: [0.5, 0.6, 0.7], at: offset(random, 1), rotation: quaternion(random) }),
      ])
    case 5:
      return cylinder({
        radius: random.range(0.2, 0.9),
        length: random.range(0.2, 2),
        at: offset(random, 0.5),
        rotation: quaternion(random),
      })
    default:
      return sphere({ radius: random.range(0.3, 1.2) })
  }
}

function offset(random: Random, size: number): number[] {
  return [0, 0, 0].map(() => random.range(-size, size))
}

function quaternion(random: Random): number[] {
  for (;;) {
    const q = [0, 0, 0, 0].map(() => random.range(-1, 1))
    const n = Math.hypot(...q)
    if (n > 0.1 && n < 1) return q.map((v) => v / n)
  }
}

export function randomJoint(random: Random): { at: number[]; rotation: number[] } {
  const d = random.direction(new Float64Array(3))
  const length = random.range(1.5, 3)
  return { at: [...d].map((v) => v * length), rotation: quaternion(random) }
}

function randomChanges(random: Random, c: ChainCase, count: number): ChainChange[] {
  const joints = c.links - 1
  return Array.from({ length: joints === 0 ? Math.min(1, count) : count }, (): ChainChange => {
    const joint = random.integer(joints)
    const direction = (): Float64Array => random.direction(new Float64Array(3))
    const kind = joints === 0 ? 9 : random.integer(10)
    if (kind < 4) return { kind: 'rotate', joint, angle: random.range(-Math.PI, Math.PI) }
    if (kind === 4) return { kind: 'rotate', joint, angle: random.range(-7, 7), axis: direction() }
    if (kind === 5) {
      return { kind: 'rotate', joint, angle: random.range(-1, 1), axis: direction(), pivot: offset(random, 2) }
    }
    if (kind === 6) return { kind: 'slide', joint, distance: random.range(-0.3, 0.3), axis: direction() }
    if (kind === 7) return { kind: 'move', joint, by: { at: offset(random, 0.2), rotation: quaternion(random) } }
    if (kind === 8) return { kind: 'set', joint, pose: randomJoint(random) }
    return { kind: 'shape', link: random.integer(c.links), shape: randomShape(random, c.mixed) }
  })
}
