// Stars of a step's proof: all triangles around a point, proved together by one direction along which all of them have their normals and
// around which they go once (docs/formats/certificate.md, "A step", has the argument). Most points of a smooth mesh have one, and then none of
// the pairs around them needs directions of its own. And the triangles that nothing else keeps from collapsing.

import type { MovingPairLeaf as StepLeaf } from '../moving/pair-proof.js'
import { itemsCount, type StepItems } from './step-document.js'
import type { LeafFinder } from './step-leaves.js'

export interface ProvedStars {
  /** By point: 1 where there is a star. */
  readonly stars: Uint8Array
  /** Proofs of the stars by point, then of triangles that are alone, by number. */
  readonly leaves: readonly (readonly StepLeaf[])[]
  /** A triangle that is alone and may collapse; −1 if there is none. */
  readonly collapsed: number
}

/** Halvings of time for a star: it pays while it takes fewer directions than the pairs around it. */
const DEEPEST_STAR = 3

export function proveStars(items: StepItems, finder: LeafFinder): ProvedStars {
  const { corners, count } = items
  const points = items.from.length / 3
  const stars = new Uint8Array(points)
  const leaves: (readonly StepLeaf[])[] = []
  const around = trianglesAround(corners, points)
  for (let v = 0; v < points; v++) {
    // What a star would settle does not count within such a part.
    const t = around.list[around.first[v]!]
    if (t === undefined || !items.within[t < items.firstPart ? 0 : 1]) continue
    const ring = ringAround(corners, v, around.list, around.first[v]!, around.first[v + 1]!)
    if (ring === undefined) continue
    const triangles = ring.flatMap((x, k) => [v, x, ring[(k + 1) % ring.length]!])
    const proof = finder.normals(triangles, DEEPEST_STAR)
    if (proof === undefined || finder.rounds(v, ring, proof[0]!.direction) !== 1) continue
    stars[v] = 1
    leaves.push(proof)
  }
  const edges = edgeUsers(corners, points)
  for (let t = 0; t < count; t++) {
    if (!isAlone(items, stars, edges, points, t)) continue
    const proof = finder.noCollapse(corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!)
    if (proof === undefined) return { stars, leaves, collapsed: t }
    leaves.push(proof)
  }
  return { stars, leaves, collapsed: -1 }
}

/** Triangles of point v: list[first[v]] to before list[first[v + 1]], by number. */
function trianglesAround(corners: Int32Array, points: number): { first: Int32Array; list: Int32Array } {
  const first = new Int32Array(points + 1)
  for (const v of corners) first[v + 1]!++
  for (let v = 0; v < points; v++) first[v + 1]! += first[v]!
  const list = new Int32Array(corners.length)
  const next = first.slice()
  corners.forEach((v, k) => {
    list[next[v]!++] = Math.floor(k / 3)
  })
  return { first, list }
}

/** The corners around v in order, from that of its first triangle on; undefined if its triangles are not one ring. */
function ringAround(
  corners: Int32Array,
  v: number,
  list: Int32Array,
  from: number,
  to: number,
): readonly number[] | undefined {
  if (to - from < 3) return undefined
  const after = new Map<number, number>()
  let start = -1
  for (let k = from; k < to; k++) {
    const o = 3 * list[k]!
    const at = corners[o] === v ? 0 : corners[o + 1] === v ? 1 : 2
    const x = corners[o + ((at + 1) % 3)]!
    if (after.has(x)) return undefined
    after.set(x, corners[o + ((at + 2) % 3)]!)
    if (start < 0) start = x
  }
  const ring = [start]
  for (let x = after.get(start); x !== start; x = after.get(x)) {
    if (x === undefined || ring.length > to - from) return undefined
    ring.push(x)
  }
  return ring.length === to - from ? ring : undefined
}

function edgeKey(points: number, p: number, q: number): number {
  return Math.min(p, q) * points + Math.max(p, q)
}

/** The triangles of every edge. */
function edgeUsers(corners: Int32Array, points: number): Map<number, number[]> {
  const users = new Map<number, number[]>()
  for (let k = 0; k < corners.length; k++) {
    const t = Math.floor(k / 3)
    const key = edgeKey(points, corners[k]!, corners[3 * t + ((k + 1) % 3)]!)
    const list = users.get(key)
    if (list === undefined) users.set(key, [t])
    else list.push(t)
  }
  return users
}

/** Whether nothing else keeps triangle t from collapsing: no star, and no triangle beside it that is checked with it. */
function isAlone(
  items: StepItems,
  stars: Uint8Array,
  edges: ReadonlyMap<number, readonly number[]>,
  points: number,
  t: number,
): boolean {
  const { corners, firstPart, within } = items
  if (!within[t < firstPart ? 0 : 1]) return false
  for (let k = 0; k < 3; k++) if (stars[corners[3 * t + k]!] === 1) return false
  for (let k = 0; k < 3; k++) {
    const users = edges.get(edgeKey(points, corners[3 * t + k]!, corners[3 * t + ((k + 1) % 3)]!))!
    if (users.some((u) => u !== t && itemsCount(items, Math.min(t, u), Math.max(t, u)))) return false
  }
  return true
}
