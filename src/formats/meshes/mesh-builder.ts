// Positions and triangles of a mesh whose size is not known beforehand: arrays that grow by half, up to the limit that
// the source sets. Readers that know their counts check them against the bytes that are there, and reserve.
import { type MeshSource, TRIANGLE_BYTES, VERTEX_BYTES } from './mesh-data.js'

export class MeshBuilder {
  positions: Float64Array
  triangles: Uint32Array
  vertices = 0
  faces = 0

  constructor(
    private readonly source: MeshSource,
    vertices = 0,
    triangles = 0,
  ) {
    source.checkRoom(vertices, triangles)
    this.positions = new Float64Array(3 * vertices)
    this.triangles = new Uint32Array(3 * triangles)
  }

  vertex(x: number, y: number, z: number): void {
    const at = 3 * this.vertices
    if (at === this.positions.length) this.positions = grown(this.positions, this.room(this.vertices, VERTEX_BYTES))
    const { positions } = this
    positions[at] = x
    positions[at + 1] = y
    positions[at + 2] = z
    this.vertices++
  }

  triangle(a: number, b: number, c: number): void {
    const at = 3 * this.faces
    if (at === this.triangles.length) this.triangles = grown(this.triangles, this.room(this.faces, TRIANGLE_BYTES))
    const { triangles } = this
    triangles[at] = a
    triangles[at + 1] = b
    triangles[at + 2] = c
    this.faces++
  }

  /** The arrays, as long as they are filled. */
  finish(): { positions: Float64Array; triangles: Uint32Array } {
    const { positions, triangles } = this
    return {
      positions: positions.length === 3 * this.vertices ? positions : positions.slice(0, 3 * this.vertices),
      triangles: triangles.length === 3 * this.faces ? triangles : triangles.slice(0, 3 * this.faces),
    }
  }

  /** How many there should be room for when `count` are full. */
  private room(count: number, bytes: number): number {
    // What there is, and one more, must be within the limit; room beyond that only as far as the limit goes.
    this.source.checkRoom(
      this.vertices + (bytes === VERTEX_BYTES ? 1 : 0),
      this.faces + (bytes === TRIANGLE_BYTES ? 1 : 0),
    )
    const most = Math.floor(this.source.maxBytes / bytes)
    return Math.max(count + 1, Math.min(Math.ceil(1.5 * count) + 256, most))
  }
}

function grown<T extends Float64Array | Uint32Array>(array: T, count: number): T {
  const larger = new (array.constructor as new (length: number) => T)(3 * count)
  larger.set(array)
  return larger
}
