// One run at a time writes a file. A run that wants to creates a file of its own beside it, `.NAME.~HOST-PID-START.lock`, and then
// looks for those of others: of two that come at once at least one sees the other, and leaves. What a dead process has left (kill
// -9 does) is deleted by the next run, by its own name, so that no living one is ever deleted; processes of
// other machines cannot be asked, and theirs stay.
//
// To lock also shows, before the work begins, whether anything can be written there at all.
import { readFileSync, unlinkSync } from 'node:fs'
import { access, constants, readdir, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Place, WriteFileError } from '../print/write-atomically.js'

/** A file that another run is writing. */
export class LockedFileError extends WriteFileError {
  constructor({ file }: Place, { pid, host, path }: Owner) {
    const here = host === hostname()
    const who = here ? `process ${pid}` : `process ${pid} on ${host}`
    const advice = here ? '' : ` (if that is gone, delete ${path})`
    super(`${file}: expected a file that no other run is writing, got one of ${who}${advice}`)
  }
}

interface Owner {
  /** Of the lock. */
  readonly path: string
  readonly pid: number
  readonly host: string
  /** When the process was started, as the system counts; empty where it does not say. Tells it from a later one of that number. */
  readonly started: string
}

/** Milliseconds that the first of two who come at once gives the second to leave, and how often. */
const PATIENCE = 20
const LOOKS = 10

/** Of this process. */
const HELD = new Set<string>()

export class FileLocks {
  private readonly own = new Set<string>()
  private readonly onExit = (): void => this.release()

  constructor() {
    process.on('exit', this.onExit)
  }

  /** Throws where another run has it, or nothing can be written there. A device is never locked. */
  async take(place: Place): Promise<void> {
    const { path } = ownLock(place)
    if (place.there === 'device' || this.own.has(path)) return
    try {
      if (place.there === 'file') await access(place.real, constants.W_OK)
      if (HELD.has(path)) throw new LockedFileError(place, ownLock(place))
      HELD.add(path)
      this.own.add(path)
      await writeFile(path, '')
      await alone(place)
    } catch (error) {
      if (this.own.has(path)) this.drop(path)
      if (error instanceof WriteFileError) throw error
      throw new WriteFileError(`${place.file}: cannot be written: ${(error as Error).message}`)
    }
  }

  /** All of them. May be called twice. */
  release(): void {
    process.off('exit', this.onExit)
    for (const path of this.own) this.drop(path)
  }

  private drop(path: string): void {
    this.own.delete(path)
    HELD.delete(path)
    try {
      unlinkSync(path)
    } catch {
      // Its folder is gone: there is nothing to give back.
    }
  }
}

/** Waits for those that came later to leave, and throws if there is another. */
async function alone(place: Place): Promise<void> {
  const own = ownLock(place)
  for (let look = 1; ; look++) {
    const other = (await othersOf(place)).at(0)
    if (other === undefined) return
    if (look === LOOKS || !isBefore(own, other)) throw new LockedFileError(place, other)
    await setTimeout(PATIENCE)
  }
}

/** By name: all that matters is that both see it alike. */
function isBefore(a: Owner, b: Owner): boolean {
  return a.path < b.path
}

/** Living ones. What the others have left is deleted. */
async function othersOf(place: Place): Promise<Owner[]> {
  const [folder, own] = [dirname(place.real), ownLock(place)]
  const found: Owner[] = []
  for (const name of await readdir(folder)) {
    const owner = ownerOf(place, name)
    if (owner === undefined || owner.path === own.path) continue
    if (isLiving(owner)) found.push(owner)
    else await unlink(owner.path).catch(() => undefined)
  }
  return found
}

function ownLock({ real }: Place): Owner {
  const owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) }
  return {
    ...owner,
    path: join(dirname(real), `.${basename(real)}.~${owner.host}-${owner.pid}-${owner.started}.lock`),
  }
}

/** Undefined: no lock of that file. No host has a `~` in its name, so a lock of `run.check` is none of `run`. */
function ownerOf({ real }: Place, name: string): Owner | undefined {
  const start = `.${basename(real)}.`
  if (!name.startsWith(start)) return undefined
  const [, host, pid, started] = /^~([^/~]+)-(\d+)-(\d*)\.lock$/.exec(name.slice(start.length)) ?? []
  if (host === undefined) return undefined
  return { path: join(dirname(real), name), host, pid: Number(pid), started: started! }
}

function isLiving({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now === '' || started === '' || now === started
}

/** The 22nd field of /proc/PID/stat, where there is such a thing; the second one may have spaces and brackets in it. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
