// What the tests of mesh files say over and over.
import { expect } from 'vitest'
import { MeshFileError } from '../../../src/errors.js'
import type { MeshData, MeshFileOptions } from '../../../src/formats/meshes/mesh-data.js'
import { parseMesh } from '../../../src/formats/meshes/parse-mesh.js'
import { bytesOf, corners, type Sample } from '../samples.js'

export function read(content: string | Uint8Array, options: MeshFileOptions = {}): MeshData {
  return parseMesh(typeof content === 'string' ? bytesOf(content) : content, options)
}

/** The corners of the triangles, one after the other: the same whether vertices are shared or not. */
export function cornersOf(mesh: MeshData): number[] {
  return corners({ positions: [...mesh.positions], triangles: [...mesh.triangles] })
}

export function expectSame(mesh: MeshData, sample: Sample): void {
  expect(cornersOf(mesh)).toEqual(corners(sample))
}

export interface Refusal {
  readonly offset?: number
  readonly line?: number
  readonly field?: string
}

/** Reading fails, there, and says this. */
export function expectRefused(
  content: string | Uint8Array,
  options: MeshFileOptions,
  place: Refusal,
  message: string | RegExp,
): MeshFileError {
  let found: unknown
  try {
    read(content, options)
  } catch (error) {
    found = error
  }
  expect(found).toBeInstanceOf(MeshFileError)
  const error = found as MeshFileError
  expect(error.message).toMatch(message)
  const { offset, line, field } = error
  expect({ offset, line, field }).toEqual({ offset: undefined, line: undefined, field: undefined, ...place })
  expect(error.file).toBe(options.name ?? 'mesh')
  return error
}
