// What the readers ask of the disk. Usually the disk answers. Within `recorded`, what it says is also stored; within `replayed`,
// such a record answers in its place, on any machine, and the disk is not touched: a file then reads, or fails to read, to the letter
// as it did where the record was made.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'

/** What readers ask of a path's kind and size. */
export interface PathStats {
  readonly size: number
  isFile(): boolean
  isDirectory(): boolean
}

/** A name in a folder. */
export interface FolderEntry {
  readonly name: string
  isFile(): boolean
}

/** What was said of paths, in the order of the questions. Contents of files are elsewhere, by their SHA-256. */
export type DiskRecord = readonly (readonly [question: string, said: Said])[]

/** The answer, or an error's code and words. */
type Said = { readonly answer: unknown } | { readonly error: string; readonly message: string }

/** Keeps contents by their SHA-256, in hexadecimal. */
export interface Contents {
  put(hash: string, bytes: Uint8Array): void
  get(hash: string): Uint8Array
}

/** Each question: how the disk is asked, and its answer as JSON and back. */
interface Question<T> {
  later(path: string): Promise<T>
  now(path: string): T
  write(answer: T, contents: Contents): unknown
  read(written: unknown, contents: Contents): T
}

const same = { write: (answer: unknown) => answer, read: <T>(written: unknown) => written as T }

const STAT: Question<PathStats> = {
  later: (path) => stat(path),
  now: (path) => statSync(path),
  write: (one) => [one.isFile() ? 'file' : one.isDirectory() ? 'folder' : 'other', one.size],
  read(written) {
    const [kind, size] = written as [string, number]
    return { size, isFile: () => kind === 'file', isDirectory: () => kind === 'folder' }
  },
}

const REAL: Question<string> = { later: (path) => realpath(path), now: (path) => realpathSync.native(path), ...same }

const EXISTS: Question<boolean> = { later: async (path) => existsSync(path), now: existsSync, ...same }

const READ: Question<Uint8Array> = {
  later: (path) => readFile(path),
  now: (path) => readFileSync(path),
  write(bytes, contents) {
    const hash = sha256(bytes)
    contents.put(hash, bytes)
    return hash
  },
  read: (written, contents) => contents.get(written as string),
}

const LIST: Question<readonly FolderEntry[]> = {
  later: (path) => readdir(path, { withFileTypes: true }),
  now: (path) => readdirSync(path, { withFileTypes: true }),
  write: (entries) => entries.filter((one) => !one.isFile()).map(({ name }) => name),
  read: (written) => (written as string[]).map((name) => ({ name, isFile: () => false })),
}

/** The disk, as the readers see it: each question with a promise, and at once. Files of a folder may be left out of its list. */
export const disk = {
  stat: (path: string) => ask('stat', STAT, path),
  statNow: (path: string) => askNow('stat', STAT, path),
  realpath: (path: string) => ask('real', REAL, path),
  realpathNow: (path: string) => askNow('real', REAL, path),
  existsNow: (path: string) => askNow('exists', EXISTS, path),
  readFile: (path: string) => ask('read', READ, path),
  readFileNow: (path: string) => askNow('read', READ, path),
  foldersIn: (path: string) => ask('list', LIST, path),
}

/** Does `work`, and returns what the disk was asked meanwhile. An error of `work` is part of it, and is not thrown. */
export async function recorded(contents: Contents, work: () => Promise<unknown>): Promise<DiskRecord> {
  const record = new Map<string, Said>()
  const stand: Stand = {
    ask(key, question, path) {
      const said = record.get(key) ?? sayNow(question, path, contents)
      record.set(key, said)
      return heard(question, said, contents)
    },
  }
  await STAND.run(stand, work).catch(() => {})
  return [...record]
}

/** Does `work` with a record in place of the disk. What is not in it is not there. */
export function replayed<T>(record: DiskRecord, contents: Contents, work: () => Promise<T>): Promise<T> {
  const known = new Map(record)
  const missing: Said = { error: 'ENOENT', message: 'no such file' }
  return STAND.run({ ask: (key, question) => heard(question, known.get(key) ?? missing, contents) }, work)
}

/** Does `work`, and returns what it made, with the paths that it asked for; `paths` has them also where it throws. */
export async function noted<T>(
  work: () => Promise<T>,
  paths = new Set<string>(),
): Promise<{ readonly value: T; readonly paths: readonly string[] }> {
  const stand: Stand = {
    ask(_, question, path) {
      paths.add(path)
      return question.now(path)
    },
  }
  return { value: await STAND.run(stand, work), paths: [...paths] }
}

/** What changes when one of these files or folders does, and when that was last, in milliseconds. */
export function stateOf(paths: readonly string[]): { readonly mark: string; readonly changed: number } {
  const all = paths.map(stateNow)
  return {
    mark: all.map((one) => ('code' in one ? one.code : `${one.mtimeMs} ${one.ctimeMs} ${one.size} ${one.ino}`)).join(),
    changed: Math.max(0, ...all.map((one) => ('code' in one ? 0 : one.ctimeMs))),
  }
}

/** Of one, or why the system does not say: it is not there, behind links in a circle, in a folder that may not be read. */
function stateNow(path: string): Stats | { readonly code: string } {
  try {
    return statSync(path)
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code ?? '-' }
  }
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What stands in for the disk. */
interface Stand {
  ask<T>(key: string, question: Question<T>, path: string): T
}

const STAND = new AsyncLocalStorage<Stand>()

function askNow<T>(name: string, question: Question<T>, path: string): T {
  const stand = STAND.getStore()
  return stand === undefined ? question.now(path) : stand.ask(`${name} ${path}`, question, path)
}

async function ask<T>(name: string, question: Question<T>, path: string): Promise<T> {
  return STAND.getStore() === undefined ? question.later(path) : askNow(name, question, path)
}

function sayNow<T>(question: Question<T>, path: string, contents: Contents): Said {
  try {
    return { answer: question.write(question.now(path), contents) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { error: code, message }
  }
}

function heard<T>(question: Question<T>, said: Said, contents: Contents): T {
  if ('answer' in said) return question.read(said.answer, contents)
  throw Object.assign(new Error(said.message), { code: said.error })
}
