// The entry for all mesh files: detects the format, inflates, reads, scales. A file that is broken, or that has an
// unsupported feature which would change the mesh, gives a MeshFileError; no file is read in part.
import { checkFields } from '../../base/math/checks.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError, MeshFileError } from '../../errors.js'
import { gunzip, isGzip } from '../text/gunzip.js'
import { turnTriangles } from './affine.js'
import { readCollada } from './collada.js'
import { detectFormat, formatOfName } from './detect-format.js'
import { readGlb, readGltf } from './gltf.js'
import {
  MESH_FORMATS,
  type MeshData,
  type MeshFileOptions,
  type MeshFormat,
  MeshSource,
  type RawMesh,
} from './mesh-data.js'
import { readObj } from './obj.js'
import { readOff } from './off.js'
import { readPly } from './ply.js'
import { readStl } from './stl.js'

/** Of a file that is read whole: 256 MiB. */
export const MESH_MAX_BYTES = 2 ** 28
const FIELDS = ['name', 'format', 'scale', 'unit', 'resolve', 'maxBytes']

const READERS: Readonly<Record<MeshFormat, (source: MeshSource) => RawMesh>> = {
  stl: readStl,
  obj: readObj,
  ply: readPly,
  off: readOff,
  gltf: readGltf,
  glb: readGlb,
  dae: readCollada,
}

/**
 * The mesh in a file's bytes: STL, OBJ, PLY, OFF, glTF, GLB or Collada, each of them also gzipped. Throws MeshFileError
 * with file, place and what was expected there if it cannot be read.
 */
export function parseMesh(bytes: Uint8Array, options: MeshFileOptions = {}): MeshData {
  const { source, found, scale } = openMeshFile(bytes, options)
  const mesh = READERS[found](source)
  applyScale(mesh, scale)
  return { ...mesh, format: found, notes: source.notes }
}

/** A file that is checked, inflated and recognised, but not read. */
export interface OpenMeshFile {
  readonly source: MeshSource
  readonly found: MeshFormat
  readonly scale: readonly [number, number, number] | undefined
}

export function openMeshFile(bytes: Uint8Array, options: MeshFileOptions): OpenMeshFile {
  if (!(bytes instanceof Uint8Array)) throw new InvalidInputError('bytes', bytes, 'a Uint8Array')
  const { name, format, scale, unit, resolve, maxBytes } = checkOptions(options)
  checkLength(name, bytes.length, maxBytes)
  const zipped = isGzip(bytes)
  const content = zipped ? gunzip(bytes, name, maxBytes) : bytes
  const file = zipped ? `${name} (inflated)` : name
  const source: MeshSource = new MeshSource(content, file, maxBytes, unit, resolve)
  const found = format ?? detectFormat(content, name)
  if (found === undefined) {
    source.fail({ offset: 0 }, `a mesh file: ${MESH_FORMATS.join(', ')}`, 'something else')
  }
  const named = formatOfName(name)
  if (format === undefined && named !== undefined && named !== found) {
    source.notes.push(`Named .${named}, but its content is ${found}.`)
  }
  return { source, found, scale }
}

function checkLength(file: string, length: number, maxBytes: number): void {
  if (length <= maxBytes) return
  throw new MeshFileError(file, {}, `a file of at most ${maxBytes} bytes (option maxBytes)`, `${length}`)
}

interface Checked {
  readonly name: string
  readonly format: MeshFormat | undefined
  readonly scale: readonly [number, number, number] | undefined
  readonly unit: 'metre' | 'file'
  readonly resolve: ((uri: string) => Uint8Array) | undefined
  readonly maxBytes: number
}

function checkOptions(options: MeshFileOptions): Checked {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  checkFields('options', options, FIELDS)
  const { name = 'mesh', format, scale, unit = 'metre', resolve, maxBytes = MESH_MAX_BYTES } = options
  const check = (field: string, good: boolean, value: unknown, expected: string): void => {
    if (!good) throw new InvalidInputError(`options.${field}`, value, expected)
  }
  check('name', typeof name === 'string', name, 'a string')
  check('format', format === undefined || MESH_FORMATS.includes(format), format, `one of ${MESH_FORMATS.join(', ')}`)
  check('unit', unit === 'metre' || unit === 'file', unit, 'metre or file')
  check('resolve', resolve === undefined || typeof resolve === 'function', resolve, 'a function')
  check('maxBytes', Number.isInteger(maxBytes) && maxBytes > 0, maxBytes, 'a whole number of bytes, more than 0')
  return { name, format, scale: checkScale(scale), unit, resolve, maxBytes }
}

function checkScale(scale: MeshFileOptions['scale']): [number, number, number] | undefined {
  if (scale === undefined) return undefined
  const axes = typeof scale === 'number' ? [scale, scale, scale] : Array.from(scale ?? [])
  if (axes.length !== 3 || !axes.every((s) => typeof s === 'number' && Number.isFinite(s) && s !== 0)) {
    throw new InvalidInputError('options.scale', scale, 'a finite number other than 0, or three of them')
  }
  return axes as [number, number, number]
}

export function applyScale({ positions, triangles }: RawMesh, scale: Checked['scale']): void {
  if (scale === undefined) return
  for (let k = 0; k < positions.length; k++) {
    const value = positions[k]! * scale[k % 3]!
    if (!(Math.abs(value) <= MAX_COORDINATE)) {
      throw new InvalidInputError('options.scale', scale, `such that no coordinate is above ${MAX_COORDINATE}`)
    }
    positions[k] = value
  }
  // A mirrored surface is inside out, unless its triangles are turned round.
  if (scale[0] * scale[1] * scale[2] < 0) turnTriangles(triangles, 0, triangles.length / 3)
}
