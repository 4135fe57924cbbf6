// Files that are dropped onto the page or chosen: folders are walked, and every file keeps its path.
import type { GivenFile } from '../engine/unpack.js'
import type { NamedFile } from './scene.js'

export function chosenFiles(list: FileList): NamedFile[] {
  return Array.from(list, (file) => named(file, file.webkitRelativePath || file.name))
}

export async function droppedFiles(data: DataTransfer): Promise<NamedFile[]> {
  // The items are gone after the first wait: entries are taken before it.
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return Array.from(data.files, (file) => named(file, file.name))
  return (await Promise.all(entries.map(walk))).flat()
}

/** Larger files are not read at all. */
const MOST_BYTES = 2 ** 29

function named(file: File, path: string): NamedFile {
  return {
    path,
    async bytes() {
      if (file.size <= MOST_BYTES) return new Uint8Array(await file.arrayBuffer())
      const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)
      throw new Error(`${path} has ${mebibytes(file.size)} MiB, and files may have ${mebibytes(MOST_BYTES)} at most.`)
    },
  }
}

async function walk(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))
    return [named(file, entry.fullPath.replace(/^\//, ''))]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: NamedFile[] = []
  for (;;) {
    // A directory comes in portions, the last of which is empty.
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (some.length === 0) return found
    for (const one of some) found.push(...(await walk(one)))
  }
}

/** As engines are given them. */
export function bytesOf(files: readonly NamedFile[]): Promise<GivenFile[]> {
  return Promise.all(files.map(async (file) => ({ path: file.path, bytes: await file.bytes() })))
}

export function save(content: Blob | string, name: string): void {
  const blob = typeof content === 'string' ? new Blob([content]) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
