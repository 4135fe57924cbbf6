// The regular triangulation of balls whose centres span a plane, kept as balls move in it.

import type { PowerComplex } from './power-diagram-complex.js'
import type { Span } from './power-diagram-span.js'
import { FREE } from './power-tetrahedra-arrays.js'
import { insertionOrder } from './power-tetrahedra-order.js'
import { PowerTriangles } from './power-triangles.js'
import { removeFromTriangles } from './power-triangles-remove.js'
import { validateTriangles } from './power-triangles-validate.js'

export class PowerPlane implements PowerComplex {
  private readonly triangles: PowerTriangles
  /** The plane has all third coordinates equal: whether a ball is in it needs no test. */
  private readonly level: boolean
  private readonly w: number

  /** Keeps `balls` as its own. */
  constructor(
    private readonly balls: Float64Array,
    readonly span: Span,
  ) {
    const [a, b, c] = span.balls
    this.w = 3 - span.u - span.v
    this.level = span.level
    this.triangles = new PowerTriangles(balls, span.u, span.v, a!, b!, c!)
    for (const ball of insertionOrder(balls)) {
      if (ball !== a && ball !== b && ball !== c) this.triangles.insert(ball)
    }
  }

  isHidden(ball: number): boolean {
    return this.triangles.star[ball]! < 0
  }

  simplices(): Int32Array {
    const { triangles } = this
    const list = new Int32Array(3 * triangles.finite)
    let at = 0
    for (let t = 0; t < triangles.slots; t++) {
      if (triangles.corner[3 * t] === FREE || triangles.infiniteAt(t) >= 0) continue
      for (let k = 0; k < 3; k++) list[at++] = triangles.corner[3 * t + k]!
    }
    return list
  }

  remove(ball: number): boolean {
    return this.isHidden(ball) || removeFromTriangles(this.triangles, ball)
  }

  set(ball: number, x: number, y: number, z: number, r: number): boolean {
    const { balls, w } = this
    const third = w === 0 ? x : w === 1 ? y : z
    if (!this.level || third !== balls[w]) return false
    balls[4 * ball] = x
    balls[4 * ball + 1] = y
    balls[4 * ball + 2] = z
    balls[4 * ball + 3] = r
    return true
  }

  insert(ball: number, near = -1): boolean {
    const start = near >= 0 ? this.triangles.star[near]! : -1
    return start >= 0 ? this.triangles.insert(ball, start) : this.triangles.insert(ball)
  }

  retryHidden(): number {
    let inserted = 0
    for (let ball = 0; ball < this.balls.length / 4; ball++) {
      if (this.isHidden(ball) && this.triangles.insert(ball)) inserted++
    }
    return inserted
  }

  /** The balls that share an edge with this one, ascending. */
  neighbours(ball: number): Int32Array {
    const { star, corner, next } = this.triangles
    const found: number[] = []
    const first = star[ball]!
    for (let t = first; t >= 0; ) {
      const k = corner[3 * t] === ball ? 0 : corner[3 * t + 1] === ball ? 1 : 2
      const other = corner[3 * t + ((k + 1) % 3)]!
      if (other >= 0) found.push(other)
      t = next[3 * t + ((k + 1) % 3)]!
      if (t === first) break
    }
    return Int32Array.from(found).sort()
  }

  validate(): void {
    validateTriangles(this.triangles)
  }
}
