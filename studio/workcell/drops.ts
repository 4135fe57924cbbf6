// Files that were dropped onto a scene: kept by name, so that undo finds them again, and read when they are needed.
import type { OpenOptions } from '../../src/entries/meshes.js'
import { fileName } from '../app/dropped.js'
import { bytesOf } from '../app/files.js'
import { CELL_FILES, worthReading } from '../app/files-kinds.js'
import type { NamedFile } from '../app/scene.js'
import type { GivenFile } from '../engine/unpack.js'
import type { FilesRequest } from './opened.js'
import type { CellState } from './state.js'

export const TAKES =
  'a folder or zip with a URDF, xacro or MuJoCo file and its meshes, a BVH clip, a scene or path file, a ROS trajectory or planning scene, or STL, OBJ, PLY, GLB as an obstacle'

export class Drops {
  private readonly all = new Map<
    string,
    { readonly files: readonly NamedFile[]; readonly values?: string | undefined }
  >()
  private count = 0
  private readonly meshes = new Map<string, { readonly files: readonly NamedFile[]; readonly closing: OpenOptions }>()

  /** The name under which a cell from files, with values for their arguments where they have any, is in the state. */
  keep(files: readonly NamedFile[], values?: string): string {
    const name = fileName(this.all.size + 1)
    this.all.set(name, { files, values })
    return name
  }

  /** A folder for meshes that are dropped: files of one name that come one after the other are not one file. */
  nextFolder(): string {
    return this.count++ === 0 ? '' : `${this.count}/`
  }

  /** Files of obstacles: a new worker has to be given them again, folder by folder, and told how to close them. */
  keepMeshes(folder: string, files: readonly NamedFile[], closing: OpenOptions): void {
    this.meshes.set(folder, { files, closing })
  }

  async *readMeshes(): AsyncGenerator<Pick<FilesRequest, 'files' | 'folder'> & OpenOptions> {
    for (const [folder, { files, closing }] of this.meshes) yield { folder, files: await readAll(files), ...closing }
  }

  valuesOf(cell: string): string | undefined {
    return this.all.get(cell)?.values
  }

  filesOf(cell: string): readonly NamedFile[] {
    return this.all.get(cell)?.files ?? []
  }

  async read(cell: string): Promise<GivenFile[]> {
    const kept = this.all.get(cell)
    if (kept === undefined) throw new Error('The files of this cell are not here any more: drop them again.')
    return readAll(kept.files)
  }
}

/** What is open: which cell, which of the files, and what of them. */
export function cellKey({ cell, choice, geometry }: Pick<CellState, 'cell' | 'choice' | 'geometry'>): string {
  return `${cell}|${choice}|${geometry}`
}

/** Of a folder only what a cell may be made of; if that is nothing, all, so that it can be said what they are. */
export async function readAll(files: readonly NamedFile[]): Promise<GivenFile[]> {
  const worth = files.filter(({ path }) => worthReading(path, CELL_FILES))
  const wanted = worth.length > 0 ? worth : files.slice(0, 20)
  return bytesOf(wanted)
}

export function buffersOf(files: readonly GivenFile[]): ArrayBuffer[] {
  return files.map(({ bytes }) => bytes.buffer as ArrayBuffer)
}
