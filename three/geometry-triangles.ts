// Triangles of a three BufferGeometry: what would be drawn of it (its draw range), and only the vertices that they use.
// Attributes are read through their accessors, so interleaved, normalised, half and whole-number ones come out as the shader
// would see them. Vertices are not merged, and nothing degenerate is dropped.
import { type BufferGeometry, type Matrix4, Vector3 } from 'three'
import { InvalidInputError, MeshTree, type MeshTreeOptions } from '../src/entries/meshes.js'
import { isMirror } from './matrices.js'

export interface Triangles {
  /** Three numbers a vertex. */
  readonly positions: Float64Array
  /** Three vertices a triangle. */
  readonly triangles: Uint32Array
}

/** As for `new MeshTree`. */
export type MeshTreeFromGeometryOptions = MeshTreeOptions

/** Moves vertex `i`, which is at `point`, to where it is drawn. */
export type PlaceVertex = (i: number, point: Vector3) => void

/** The tree of a geometry's triangles, in its own coordinates or those that `matrix` takes them to. */
export function meshTreeFromGeometry(
  geometry: BufferGeometry,
  matrix?: Matrix4,
  options: MeshTreeFromGeometryOptions = {},
): MeshTree {
  if ((geometry as BufferGeometry | undefined)?.isBufferGeometry !== true) {
    throw new InvalidInputError('geometry', geometry, 'a BufferGeometry of three')
  }
  const mesh = readTriangles('geometry', geometry)
  if (mesh.triangles.length === 0) throw new InvalidInputError('geometry', 0, 'one triangle or more')
  return new MeshTree(matrix === undefined ? mesh : transformed('matrix', mesh, [matrix]), options)
}

/** A geometry without triangles gives empty arrays. */
export function readTriangles(field: string, geometry: BufferGeometry, place?: PlaceVertex): Triangles {
  const { index, drawRange } = geometry
  const position = geometry.getAttribute('position')
  if (position === undefined) return { positions: new Float64Array(0), triangles: new Uint32Array(0) }
  if (typeof position.getX !== 'function' || position.itemSize !== 3) {
    throw new InvalidInputError(`${field}.attributes.position`, position.itemSize, 'three numbers a vertex, in memory')
  }
  if ('isInstancedBufferGeometry' in geometry) {
    throw new InvalidInputError(
      field,
      geometry.type,
      'no InstancedBufferGeometry: its places are known to a shader only',
    )
  }
  const { count } = index ?? position
  const start = Math.max(0, drawRange.start)
  const end = Math.min(count, drawRange.start + drawRange.count)
  const corners = Math.max(0, end - start)
  if (corners % 3 !== 0) {
    throw new InvalidInputError(
      index === null ? `${field} (its vertices)` : `${field}.index`,
      corners,
      'three a triangle',
    )
  }
  const triangles = new Uint32Array(corners)
  const newNumber = new Int32Array(position.count).fill(-1)
  const used: number[] = []
  for (let k = 0; k < corners; k++) {
    const v = index === null ? start + k : index.getX(start + k)
    if (!(v >= 0 && v < position.count)) {
      throw new InvalidInputError(`${field}.index[${start + k}]`, v, `a vertex from 0 to ${position.count - 1}`)
    }
    if (newNumber[v] === -1) newNumber[v] = used.push(v) - 1
    triangles[k] = newNumber[v]!
  }
  const positions = new Float64Array(3 * used.length)
  const point = new Vector3()
  used.forEach((v, i) => {
    point.set(position.getX(v), position.getY(v), position.getZ(v))
    place?.(v, point)
    if (!Number.isFinite(point.x) || !Number.isFinite(point.y) || !Number.isFinite(point.z)) {
      throw new InvalidInputError(`${field}.attributes.position, vertex ${v}`, point.toArray(), 'three finite numbers')
    }
    point.toArray(positions, 3 * i)
  })
  return { positions, triangles }
}

/** The triangles once for each matrix, turned round where one mirrors. */
export function transformed(field: string, mesh: Triangles, matrices: readonly Matrix4[]): Triangles {
  const { positions, triangles } = mesh
  const out = {
    positions: new Float64Array(positions.length * matrices.length),
    triangles: new Uint32Array(triangles.length * matrices.length),
  }
  matrices.forEach((matrix, i) => {
    checkAffine(field, matrix)
    const first = (positions.length / 3) * i
    const e = matrix.elements
    for (let k = 0; k < positions.length; k += 3) {
      const x = positions[k]!
      const y = positions[k + 1]!
      const z = positions[k + 2]!
      const at = 3 * first + k
      for (let r = 0; r < 3; r++) out.positions[at + r] = e[r]! * x + e[4 + r]! * y + e[8 + r]! * z + e[12 + r]!
    }
    const [second, third] = isMirror(matrix) ? [2, 1] : [1, 2]
    for (let k = 0; k < triangles.length; k += 3) {
      const at = triangles.length * i + k
      out.triangles[at] = first + triangles[k]!
      out.triangles[at + 1] = first + triangles[k + second]!
      out.triangles[at + 2] = first + triangles[k + third]!
    }
  })
  return out
}

/** Finite, and without perspective. */
export function checkAffine(field: string, matrix: Matrix4): void {
  const e = matrix?.elements as ArrayLike<number> | undefined
  const known = e?.length === 16 && Array.from(e).every(Number.isFinite)
  if (!known || e[3] !== 0 || e[7] !== 0 || e[11] !== 0 || e[15] !== 1) {
    throw new InvalidInputError(field, e, 'a Matrix4 of finite numbers whose last row is 0 0 0 1')
  }
}
