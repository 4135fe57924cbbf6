// A mesh from a file, and the files beside it that it names; its morph targets; and caches of where its vertices go.
import { dirname, join, normalize, sep } from 'node:path'
import {
  type MeshData,
  MeshFileError,
  type MeshFileOptions,
  type MorphData,
  parseMesh,
  parseMorphs,
  parseVertexCache,
  type VertexCache,
  type VertexCacheOptions,
} from '../src/entries/meshes.js'
import { disk } from './disk.js'
import { isInside } from './paths.js'
import { asFileError, checkFile, checkRecord, readBytes } from './read-bytes.js'

/** As for parseMesh; the name is the path, and buffers of a glTF file are looked for beside it. */
export type ReadMeshOptions = Omit<MeshFileOptions, 'name' | 'resolve'>

/** As parseMesh has it. */
const DEFAULT_MAX_BYTES = 2 ** 28
/** As parseVertexCache has it. */
const CACHE_MAX_BYTES = 2 ** 30

/**
 * Reads a mesh file: STL, OBJ, PLY, OFF, glTF, GLB or Collada, each of them also gzipped. Throws MeshFileError with the
 * path if the file cannot be read, and with the place in it if it cannot be understood.
 */
export async function readMesh(path: string, options: ReadMeshOptions = {}): Promise<MeshData> {
  return readWith(parseMesh, path, options)
}

/** Reads a glTF or GLB file with its morph targets and the animation of their weights, gzipped or not. Throws as readMesh does. */
export async function readMorphs(path: string, options: ReadMeshOptions = {}): Promise<MorphData> {
  return readWith(parseMorphs, path, options)
}

/** Reads where the vertices of a mesh are, frame by frame: a PC2 or MDD file, gzipped or not. Throws as readMesh does. */
export async function readVertexCache(
  path: string,
  options: Omit<VertexCacheOptions, 'name'> = {},
): Promise<VertexCache> {
  checkRecord(options)
  const bytes = await readBytes(path, options.maxBytes ?? CACHE_MAX_BYTES, MeshFileError)
  return parseVertexCache(bytes, { ...options, name: path })
}

async function readWith<T>(
  parse: (bytes: Uint8Array, options: MeshFileOptions) => T,
  path: string,
  options: ReadMeshOptions,
): Promise<T> {
  checkRecord(options)
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  const bytes = await readBytes(path, maxBytes, MeshFileError)
  const resolve = (uri: string): Uint8Array => readBeside(path, uri, maxBytes)
  return parse(bytes, { ...options, name: path, resolve })
}

/** A buffer by its URI, relative to the file that names it. */
function readBeside(path: string, uri: string, maxBytes: number): Uint8Array {
  const place = { field: `buffer ${JSON.stringify(uri)}` }
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri) || uri.startsWith('/') || uri.startsWith('\\')) {
    throw new MeshFileError(path, place, 'a buffer in this file, or one by a relative path')
  }
  let name: string
  try {
    name = decodeURIComponent(uri)
  } catch {
    throw new MeshFileError(path, place, 'a URI whose % signs stand for letters')
  }
  // A file from elsewhere must not reach for what is not its own, be it by a path or through a link.
  const expected = 'a buffer in the folder of this file or below'
  if (normalize(name).split(sep)[0] === '..') throw new MeshFileError(path, place, expected)
  const beside = join(dirname(path), name)
  try {
    const real = disk.realpathNow(beside)
    // Where the file is a link itself, what is around it there belongs to it as well.
    if (!isInside(real, disk.realpathNow(dirname(path))) && !isInside(real, dirname(disk.realpathNow(path)))) {
      throw new MeshFileError(path, place, expected, 'a link that leads out of it')
    }
    checkFile(beside, disk.statNow(real), maxBytes, MeshFileError)
    return disk.readFileNow(real)
  } catch (error) {
    throw asFileError(beside, error, MeshFileError)
  }
}
