// The checks of every mesh query against brute force, for every kind of volume, shared by the quick and the deep tests.
import { expect } from 'vitest'
import { readPlacement } from '../../../src/base/math/pose-input.js'
import {
  collide,
  collisions,
  distance,
  greedyDistance,
  MeshTree,
  nearestPairs,
  PairCache,
  pairsWithin,
  within,
} from '../../../src/entries/meshes.js'
import { MESH_VOLUMES, type MeshVolume } from '../../../src/meshes/tree/mesh-buffer.js'
import { SPLIT_RULES } from '../../../src/meshes/tree/mesh-splits.js'
import { type ExactPair, exactPairs } from './meshes.js'
import type { MeshCase } from './meshes-cases.js'

/** Poses checked so far, with how many of them touching, for the record. */
export const seen = { poses: 0, touching: 0, volumes: 0 }

/** What a distance may be off by: docs/spec.md, [mesh-distance]. */
function allowedError({ a, b, x }: MeshCase): number {
  const reach = (p: Float64Array) => p.reduce((most, c) => Math.max(most, Math.abs(c)), 0)
  return 1.3e-12 * (3 * reach(a.positions) + 3 * reach(b.positions) + Math.hypot(x[3]!, x[7]!, x[11]!)) + 1e-130
}

export function checkMeshes(given: MeshCase, seed: number, volumes: readonly MeshVolume[] = MESH_VOLUMES): void {
  // The pose as it is once it was read: orthonormal to rounding. That is the one that answers are about.
  const x = new Float64Array(12)
  readPlacement(x, 0, 'pose', given.x)
  const { a, b } = given
  const c = { a, b, x }
  const error = allowedError(c)
  const closest = exactPairs(a, b, x, 0).reduce((least, p) => Math.min(least, p.distance), Infinity)
  // A limit that some pairs are within and some are not, and that no distance is too near to.
  const limit = closest === Infinity ? 1 : closest * 1.25 + 0.01
  const truth = exactPairs(a, b, x, limit)
  const touching = truth.filter((p) => p.distance === 0)
  seen.poses++
  if (touching.length > 0) seen.touching++
  volumes.forEach((volume, k) => {
    seen.volumes++
    const options = { volume, split: SPLIT_RULES[(seed + k) % 3]!, leafSize: 1 + ((seed + 3 * k) % 5) }
    const treeA = new MeshTree(a, options)
    const treeB = new MeshTree(b, { ...options, split: SPLIT_RULES[(seed + k + 1) % 3]! })
    treeA.validate()
    treeB.validate()
    checkTouching(treeA, treeB, x, touching)
    checkDistances(treeA, treeB, c, closest, error)
    checkPairs(treeA, treeB, x, truth, limit, error)
  })
}

function checkTouching(a: MeshTree, b: MeshTree, x: Float64Array, touching: readonly ExactPair[]): void {
  const cache = new PairCache({ front: true })
  for (let round = 0; round < 3; round++) {
    const hit = collide(a, b, x, round === 0 ? {} : { cache })
    expect(hit.collides).toBe(touching.length > 0)
    if (!hit.collides) expect([hit.triangleA, hit.triangleB, hit.contact]).toEqual([-1, -1, undefined])
    else expect(touching).toContainEqual({ a: hit.triangleA, b: hit.triangleB, distance: 0 })
  }
  const all = collisions(a, b, x)
  expect(Array.from(all.pairs)).toEqual(flat(touching))
  expect(all.count).toBe(touching.length)
}

function checkDistances(a: MeshTree, b: MeshTree, { x }: MeshCase, closest: number, error: number): void {
  const cache = new PairCache()
  for (let round = 0; round < 3; round++) {
    const d = distance(a, b, x, round === 0 ? {} : { cache })
    expect(d.distance === 0).toBe(closest === 0)
    if (closest === Infinity) {
      expect(d.distance).toBe(Infinity)
      expect(d.pointA).toBe(undefined)
      continue
    }
    expect(Math.abs(d.distance - closest)).toBeLessThanOrEqual(error)
    expect(Math.abs(d.distance - closest)).toBeLessThanOrEqual(d.error + 1e-300)
    const apart = Math.hypot(...d.pointA!.map((p, k) => p - d.pointB![k]!))
    expect(Math.abs(apart - d.distance)).toBeLessThanOrEqual(error)
  }
  const rough = distance(a, b, x, { relativeError: 0.5, absoluteError: 0.01 })
  if (closest < Infinity) {
    expect(rough.distance).toBeGreaterThanOrEqual(closest - error)
    expect(rough.distance).toBeLessThanOrEqual(closest * 1.5 + 0.01 + error)
    expect(rough.distance - closest).toBeLessThanOrEqual(rough.error + error)
  }
  const greedy = greedyDistance(a, b, x)
  expect(greedy).toBeLessThanOrEqual(closest)
  expect(greedy > 0).toBe(closest > 0)
  const delta = closest === Infinity ? 1 : closest / 2
  const careful = greedyDistance(a, b, x, { delta })
  expect(careful).toBeLessThanOrEqual(closest)
  if (closest > 2 * error) expect(careful).toBeGreaterThan(delta)
  if (closest < Infinity) expect(greedyDistance(a, b, x, { delta: 2 * closest + error })).toBe(0)
}

function checkPairs(
  a: MeshTree,
  b: MeshTree,
  x: Float64Array,
  truth: readonly ExactPair[],
  limit: number,
  error: number,
): void {
  const inside = truth.filter((p) => p.distance <= limit)
  expect(within(a, b, limit, x)).toBe(inside.length > 0)
  compareLists(pairsWithin(a, b, limit, x), truth, limit, error)
  const least = truth.reduce((best, p) => Math.min(best, p.distance), Infinity)
  if (least === Infinity) return
  expect(within(a, b, Math.max(0, least - 4 * error), x)).toBe(least <= 4 * error && within(a, b, 0, x))
  // Never more than `limit` was asked of the oracle.
  const absoluteError = 0.005
  const near = nearestPairs(a, b, x, { relativeError: 0.2, absoluteError })
  compareLists(near, truth, least * 1.2 + absoluteError, 4 * error)
  const weak = nearestPairs(a, b, x, { relativeError: 0.2, absoluteError, weak: true })
  let sofar = Infinity
  for (const d of weak.distances) {
    expect(d).toBeLessThanOrEqual(sofar * 1.2 + absoluteError + 4 * error)
    sofar = Math.min(sofar, d)
  }
  expect(Math.abs(sofar - least)).toBeLessThanOrEqual(error)
}

/** Exactly the pairs within the limit, but for those that rounding cannot tell from it. */
function compareLists(
  list: { readonly pairs: Uint32Array; readonly distances: Float64Array; readonly count: number },
  truth: readonly ExactPair[],
  limit: number,
  error: number,
): void {
  const listed = new Map<string, number>()
  for (let k = 0; k < list.count; k++) listed.set(`${list.pairs[2 * k]} ${list.pairs[2 * k + 1]}`, list.distances[k]!)
  expect(listed.size).toBe(list.count)
  for (const p of truth) {
    const d = listed.get(`${p.a} ${p.b}`)
    listed.delete(`${p.a} ${p.b}`)
    if (d === undefined) expect(p.distance).toBeGreaterThan(limit)
    else {
      expect(Math.abs(d - p.distance)).toBeLessThanOrEqual(error)
      expect(p.distance).toBeLessThanOrEqual(limit + 2 * error)
    }
  }
  expect([...listed]).toEqual([])
}

function flat(pairs: readonly ExactPair[]): number[] {
  return [...pairs].sort((p, q) => p.a - q.a || p.b - q.b).flatMap((p) => [p.a, p.b])
}
