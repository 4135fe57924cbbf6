// Is something inside a closed mesh? Surfaces that stay apart never tell: a bolt inside a block touches none of its triangles. But
// what is outside at the start stays outside, as long as surfaces stay apart, so it is asked once a piece.
//
// A point from which a ray leaves without meeting a triangle is outside, whatever the mesh is like. That settles nearly all. Where no
// such ray is found, the mesh is the union of its closed shells, and a ray crosses each of them so many times, up and down. A
// hollow takes one away again: a shell that is inside out as it came, touches no other shell, and lies inside one more solid than
// hollows.
//
// Directions are tried until one passes all edges and corners at a distance that rounding cannot hide. The point is one of the
// other thing's, as the kinematics places it: off by rounding, but the proof has shown that no surface is that near, so it is on
// the same side.
import { pieceVertices } from './components.js'
import type { MeshSet } from './convex-sets.js'
import { Rejection } from './rejection.js'
import { U } from './rounding.js'
import { findShells, type Shells } from './shells.js'

/** Directions to try before giving up: each misses with a chance that is all but none. */
const MOST_RAYS = 64

/** Directions in which a way out is looked for. */
const WAYS_OUT = 12

export class Insides {
  private known: Shells | undefined
  private hollows: readonly boolean[] | undefined
  private pieces: number[][] | undefined

  constructor(
    private readonly mesh: MeshSet,
    private readonly name: string,
  ) {}

  /** A vertex of each of its pieces. */
  vertices(): readonly number[][] {
    const { positions, triangles } = this.mesh
    this.pieces ??= pieceVertices(positions, triangles).map((v) => Array.from(positions.subarray(3 * v, 3 * v + 3)))
    return this.pieces
  }

  /** Is the point, in the mesh's frame and not on its surface, inside? */
  holds(p: readonly number[]): boolean {
    const box = this.mesh.bounds(0)
    // Boxes are rounded; what is that near is not outside for sure.
    const room = 16 * U * this.mesh.reach
    for (let k = 0; k < 3; k++) if (p[k]! < box[k]! - room || p[k]! > box[k + 3]! + room) return false
    for (let ray = 0; ray < WAYS_OUT; ray++) if (this.isWayOut(p, rayDirection(ray))) return false
    const around = this.around(p, -1)
    if (!around.includes(true)) return false
    this.hollows ??= this.findHollows()
    let depth = 0
    around.forEach((is, shell) => {
      if (is) depth += this.hollows![shell]! ? -1 : 1
    })
    return depth > 0
  }

  private get shells(): Shells {
    this.known ??= findShells(this.mesh.positions, this.mesh.triangles)
    return this.known
  }

  /** No triangle is in the way for certain. */
  private isWayOut(p: readonly number[], d: readonly number[]): boolean {
    return this.alongRay(p, d, (_, side) => side === 0)
  }

  /** By shell: does it go around the point? `own` does not count. */
  private around(p: readonly number[], own: number): boolean[] {
    const { shells } = this
    for (let ray = 0; ray < MOST_RAYS; ray++) {
      const windings = this.cast(p, rayDirection(ray), own)
      if (windings === undefined) continue
      return Array.from(windings, (winding, s) =>
        shells.closed[s]! && s !== own ? (shells.oriented[s]! ? winding !== 0 : winding % 2 !== 0) : false,
      )
    }
    throw new Rejection(`it cannot be told what is inside ${this.name}: every ray meets an edge`)
  }

  /** Winding numbers by shell; undefined if it cannot be told. */
  private cast(p: readonly number[], d: readonly number[], own: number): Int32Array | undefined {
    const { shells } = this
    const windings = new Int32Array(shells.count)
    const sure = this.alongRay(p, d, (t, side) => {
      const shell = shells.shellOf[t]!
      if (!shells.closed[shell]! || shell === own || shells.weight[t] === 0) return true
      if (side === undefined) return false
      windings[shell]! += side * shells.weight[t]!
      return true
    })
    return sure ? windings : undefined
  }

  /**
   * Visits the triangles along a ray, until the visitor answers false: 1 for one that is crossed as its normal points, −1 the other
   * way, 0 for none, undefined if the ray comes too near to an edge, or the point to the plane, for doubles to tell.
   */
  private alongRay(
    p: readonly number[],
    d: readonly number[],
    visit: (t: number, side: number | undefined) => boolean,
  ): boolean {
    const { mesh } = this
    const waiting = [0]
    while (waiting.length > 0) {
      const node = waiting.pop()!
      if (node >= 0) {
        if (rayMeetsBox(mesh.bounds(node), p, d, mesh.reach)) waiting.push(...mesh.children(node)!)
      } else if (!visit(-1 - node, this.crossing(-1 - node, p, d))) return false
    }
    return true
  }

  private crossing(t: number, p: readonly number[], d: readonly number[]): number | undefined {
    const [a, b, c] = this.corners(t).map((corner) => minus(corner, p)) as [number[], number[], number[]]
    const sides = [determinant(d, a, b), determinant(d, b, c), determinant(d, c, a)]
    // On different sides of two edges, the ray passes it.
    if (sides.includes(1) && sides.includes(-1)) return 0
    // Near an edge; unless all of it is behind the point.
    if (sides.includes(0)) return [a, b, c].every((v) => dot(v, d) < -64 * U * size(v)) ? 0 : undefined
    const height = determinant(a, b, c)
    if (height === 0) return undefined
    // The line crosses it; ahead of the point if the point sees it as the ray does.
    return height === sides[0] ? height : 0
  }

  private findHollows(): boolean[] {
    const { shells } = this
    const volumes = this.insideOut()
    const hollow: boolean[] = new Array(shells.count).fill(false)
    if (!volumes.some((volume) => volume > 0)) return hollow
    const alone = this.touchNone(volumes.map((volume) => volume > 0))
    // The largest first: what is around a shell that touches none is larger.
    const order = volumes.map((_, s) => s).filter((s) => alone[s])
    order.sort((s, t) => volumes[t]! - volumes[s]! || s - t)
    const decided = alone.map((is) => !is)
    for (const shell of order) {
      const v = 3 * shells.vertex[shell]!
      const around = this.around(Array.from(this.mesh.positions.subarray(v, v + 3)), shell)
      let depth = 0
      around.forEach((is, s) => {
        if (is && decided[s]!) depth += hollow[s]! ? -1 : 1
      })
      hollow[shell] = depth > 0
      decided[shell] = true
    }
    return hollow
  }

  /** By shell: six times its volume if it is inside out for certain, else 0. */
  private insideOut(): number[] {
    const { positions: p, triangles } = this.mesh
    const { shellOf, weight, given, vertex } = this.shells
    const volumes = vertex.map(() => 0)
    const sizes = vertex.map(() => 0)
    for (let t = 0; 3 * t < triangles.length; t++) {
      const shell = shellOf[t]!
      if (!given[shell]! || weight[t] === 0) continue
      const o = 3 * vertex[shell]!
      const [a, b, c] = [0, 1, 2].map((k) => {
        const v = 3 * triangles[3 * t + k]!
        return [p[v]! - p[o]!, p[v + 1]! - p[o + 1]!, p[v + 2]! - p[o + 2]!]
      }) as [number[], number[], number[]]
      volumes[shell]! -= weight[t]! * dot(a, cross(b, c))
      sizes[shell]! += Math.abs(weight[t]!) * size(a) * size(b) * size(c)
    }
    return volumes.map((volume, s) => (volume > 4 * triangles.length * U * sizes[s]! ? volume : 0))
  }

  /** Of the shells asked for: those that no triangle of another shell touches, for certain. */
  private touchNone(asked: readonly boolean[]): boolean[] {
    const { mesh, shells } = this
    const alone = [...asked]
    const waiting: [number, number][] = [[0, 0]]
    while (waiting.length > 0) {
      const [m, n] = waiting.pop()!
      if (m >= 0 && n >= 0 && !boxesMeet(mesh.bounds(m), mesh.bounds(n))) continue
      const inM = mesh.children(m)
      const inN = mesh.children(n)
      if (inM !== undefined && (inN === undefined || mesh.isLarger(m, n))) {
        for (const child of inM) waiting.push([child, n])
      } else if (inN !== undefined) {
        for (const child of inN) waiting.push([m, child])
      } else {
        const s = shells.shellOf[-1 - m]!
        const t = shells.shellOf[-1 - n]!
        if (s === t || !(alone[s]! || alone[t]!)) continue
        if (trianglesApart(this.corners(-1 - m), this.corners(-1 - n))) continue
        alone[s] = false
        alone[t] = false
      }
    }
    return alone
  }

  private corners(t: number): number[][] {
    const { positions, triangles } = this.mesh
    return [0, 1, 2].map((k) => {
      const v = 3 * triangles[3 * t + k]!
      return Array.from(positions.subarray(v, v + 3))
    })
  }
}

/** Directions with no pattern: steps of irrational parts of a turn and of the height of a sphere. */
function rayDirection(ray: number): number[] {
  const z = 2 * ((0.1234567 + ray * 0.7548776662466927) % 1) - 1
  const angle = 2 * Math.PI * ((0.2345678 + ray * 0.5698402909980532) % 1)
  const across = Math.sqrt(1 - z * z)
  return [across * Math.cos(angle), across * Math.sin(angle), z]
}

function rayMeetsBox(box: readonly number[], p: readonly number[], d: readonly number[], reach: number): boolean {
  const room = 16 * U * (reach + size(p))
  let from = 0
  let to = Infinity
  for (let k = 0; k < 3; k++) {
    const low = box[k]! - p[k]! - room
    const high = box[k + 3]! - p[k]! + room
    if (d[k] === 0) {
      if (low > 0 || high < 0) return false
      continue
    }
    const near = (d[k]! > 0 ? low : high) / d[k]!
    const far = (d[k]! > 0 ? high : low) / d[k]!
    from = Math.max(from, near)
    to = Math.min(to, far)
  }
  return from * (1 - 8 * U) <= to * (1 + 8 * U)
}

function boxesMeet(a: readonly number[], b: readonly number[]): boolean {
  const room = 16 * U * (size(a) + size(b))
  for (let k = 0; k < 3; k++) if (a[k]! > b[k + 3]! + room || b[k]! > a[k + 3]! + room) return false
  return true
}

/** One of the directions across both triangles' planes and edges parts them for certain. */
function trianglesApart(a: number[][], b: number[][]): boolean {
  const edgesA = [0, 1, 2].map((k) => minus(a[(k + 1) % 3]!, a[k]!))
  const edgesB = [0, 1, 2].map((k) => minus(b[(k + 1) % 3]!, b[k]!))
  const normalA = cross(edgesA[0]!, edgesA[1]!)
  const normalB = cross(edgesB[0]!, edgesB[1]!)
  const directions = [
    normalA,
    normalB,
    ...edgesA.flatMap((e) => edgesB.map((f) => cross(e, f))),
    ...edgesA.map((e) => cross(normalA, e)),
    ...edgesB.map((e) => cross(normalB, e)),
  ]
  return directions.some((n) => {
    const alongA = a.map((p) => dot(n, p))
    const alongB = b.map((p) => dot(n, p))
    const slack = 8 * U * size(n) * [...a, ...b].reduce((most, p) => Math.max(most, size(p)), 0)
    return Math.max(...alongA) < Math.min(...alongB) - slack || Math.max(...alongB) < Math.min(...alongA) - slack
  })
}

/** Sign of a·(b × c) where that is certain, else 0: six products of three, off by 9 u of their sizes; and their factors by u each. */
function determinant(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  const value = dot(a, cross(b, c))
  return Math.abs(value) > 16 * U * size(a) * size(b) * size(c) ? Math.sign(value) : 0
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!]
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
}

/** Sum of all absolute values. */
function size(a: readonly number[]): number {
  return a.reduce((sum, value) => sum + Math.abs(value), 0)
}
