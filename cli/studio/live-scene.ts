// A scene with all files that it was read from, as a studio takes them.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { noted } from '../../node/disk.js'
import type { LiveFile } from './live-feed.js'

export interface NotedFiles<T> {
  readonly value: T
  /** Files among what was asked for, as a studio takes them. */
  readonly files: readonly LiveFile[]
}

/** Does `read`, and collects the files that it read. Everything that it asked for is put into `asked`, also where it throws. */
export async function withFiles<T>(read: () => Promise<T>, asked: Set<string>): Promise<NotedFiles<T>> {
  const { value } = await noted(read, asked)
  return { value, files: filesOf([...asked]) }
}

/** By their paths from the folder that all of them are in. */
export function filesOf(asked: readonly string[]): LiveFile[] {
  const paths = [...new Set(asked.map((path) => resolve(path)))].filter(
    // What is not there, or behind links in a circle, does not exist.
    (path) => existsSync(path) && statSync(path).isFile(),
  )
  const common = paths
    .map((path) => dirname(path))
    .reduce((a, b) => above(a, b), paths.length > 0 ? dirname(paths[0]!) : '')
  return paths.map((path) => ({
    path: relative(common, path).split(sep).join('/'),
    bytes: readFileSync(path),
  }))
}

/** The folder that both are in, or below. */
function above(a: string, b: string): string {
  let folder = a
  while (b !== folder && !b.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
    const next = dirname(folder)
    if (next === folder) return folder
    folder = next
  }
  return folder
}
