// What a mesh file gives, what may be asked of its reader, and what every reader of one format is handed.
import { type FilePlace, MeshFileError } from '../../errors.js'
import { plural } from '../text/plural.js'

/** The formats of mesh files. */
export type MeshFormat = 'stl' | 'obj' | 'ply' | 'off' | 'gltf' | 'glb' | 'dae'

export const MESH_FORMATS: readonly MeshFormat[] = ['stl', 'obj', 'ply', 'off', 'gltf', 'glb', 'dae']

/**
 * A mesh as its file has it: nothing is merged, repaired, dropped for being degenerate, or turned. A file without faces
 * gives a mesh without triangles.
 */
export interface MeshData {
  /** Three numbers a vertex. */
  readonly positions: Float64Array
  /** Three vertices a triangle. */
  readonly triangles: Uint32Array
  /** What the file was found to be. */
  readonly format: MeshFormat
  /** What a reader of the mesh should know: up axis, unit, what was left out. Sentences, in English. */
  readonly notes: readonly string[]
}

/** How a mesh file is read. */
export interface MeshFileOptions {
  /** The file's name: for errors, and its extension where the content leaves the format open. */
  readonly name?: string | undefined
  /** Which format it is; found out by content and name if left out. */
  readonly format?: MeshFormat | undefined
  /** Every coordinate is multiplied by it: one number, or one an axis. A mirroring one turns the triangles round. */
  readonly scale?: number | ArrayLike<number> | undefined
  /** Collada says how long its unit is: `metre` (default) multiplies by it, `file` leaves coordinates as they are. */
  readonly unit?: 'metre' | 'file' | undefined
  /** The bytes of another file that this one names (a glTF buffer), by its URI as the file has it. */
  readonly resolve?: ((uri: string) => Uint8Array) | undefined
  /** Neither the file, nor what it inflates to, nor the mesh may take more bytes than this. 256 MiB if left out. */
  readonly maxBytes?: number | undefined
}

/** What a reader of one format returns. */
export interface RawMesh {
  readonly positions: Float64Array
  readonly triangles: Uint32Array
}

/** Bytes that a vertex and a triangle take. */
export const VERTEX_BYTES = 24
export const TRIANGLE_BYTES = 12

/** One file being read. */
export class MeshSource {
  readonly notes: string[] = []

  constructor(
    readonly bytes: Uint8Array,
    /** As it is called in errors. */
    readonly file: string,
    readonly maxBytes: number,
    readonly unit: 'metre' | 'file',
    readonly resolve: ((uri: string) => Uint8Array) | undefined,
  ) {}

  fail(place: FilePlace, expected: string, got?: string): never {
    throw new MeshFileError(this.file, place, expected, got)
  }

  /** To be asked before room for a mesh is allocated. */
  checkRoom(vertices: number, triangles: number, place: FilePlace = {}): void {
    if (vertices * VERTEX_BYTES + triangles * TRIANGLE_BYTES <= this.maxBytes && vertices < 2 ** 32) return
    this.fail(
      place,
      `a mesh of at most ${this.maxBytes} bytes (option maxBytes)`,
      `${vertices} vertices and ${triangles} triangles`,
    )
  }
}

/** Says that polygons were cut: a fan is right for a convex one, and may lie outside of one that is not. */
export function noteFans(source: MeshSource, polygons: number): void {
  if (polygons === 0) return
  source.notes.push(
    `${plural(polygons, 'face')} with more than three corners cut into fans, which is right where they are convex.`,
  )
}
