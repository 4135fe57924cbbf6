// What is sent to a studio that follows something: a stream of server-sent events, each of them the whole state as it is now, and the files
// that it names. Events come at most once a frame, and of what changed meanwhile only the newest counts.
import type { ServerResponse } from 'node:http'
import type { Body, ServedFile } from './studio-files.js'

/** A file of the scene that is followed. */
export interface LiveFile {
  /** From the folder that all of them are in, with '/'. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** What is sent: studio/app/live.tsx reads it. */
export interface LiveState {
  /** What is followed, for people. */
  readonly title: string
  /** Of the files; another number, other files. */
  readonly scene: number
  readonly files: readonly { readonly path: string; readonly address: string }[]
  /** Of `path.json`; 0: there is no motion. */
  readonly motion: number
  readonly path: string | undefined
  readonly configuration: LiveConfiguration | undefined
  readonly verdict: LiveVerdict | undefined
  /** What is wrong with the files now, in words; the last good ones stay. */
  readonly problem: string | undefined
}

export interface LiveConfiguration {
  readonly joints: readonly string[]
  readonly values: readonly number[]
}

export interface LiveVerdict {
  readonly words: string
  readonly mood: '' | 'free' | 'hit' | 'warn'
}

/** Milliseconds between two events: a frame of a screen. */
const FRAME = 16
/** Milliseconds of silence after which a word is sent: without one, a connection may be taken for dead. */
const PULSE = 3000
/** Pages at a time. */
const MOST_PAGES = 16

const EMPTY: LiveState = {
  title: '',
  scene: 0,
  files: [],
  motion: 0,
  path: undefined,
  configuration: undefined,
  verdict: undefined,
  problem: undefined,
}

export class LiveFeed {
  private state: LiveState = EMPTY
  /** By address. Those of the state before are kept: a page may be about to ask for them. */
  private served = new Map<string, ServedFile>()
  private before = new Map<string, ServedFile>()
  /** Addresses of the last two motions: a server may be asked about thousands for one scene. */
  private readonly motions: string[] = []
  private readonly pages = new Set<ServerResponse>()
  private readonly pending = new Map<string, () => Partial<LiveState>>()
  private timer: NodeJS.Timeout | undefined
  private pulse: NodeJS.Timeout | undefined
  private number = 0

  /** The files of a scene, and its motion where it has one. What was known of others is forgotten. */
  showScene(title: string, files: readonly LiveFile[], path?: object): void {
    this.before = this.served
    this.served = new Map()
    const scene = ++this.number
    const named = files.map(({ path: name, bytes }, k) => ({ path: name, address: this.keep(`${scene}/${k}`, bytes) }))
    this.pending.clear()
    this.change('scene', () => ({ ...EMPTY, title, scene, files: named, ...this.motionOf(path) }))
  }

  showMotion(path: object): void {
    this.change('motion', () => this.motionOf(path))
  }

  /** `make` is called when it is sent, not for each of many that come between two frames. */
  showConfiguration(make: () => LiveConfiguration): void {
    this.change('configuration', () => ({ configuration: make(), motion: 0, path: undefined }))
  }

  showVerdict(make: () => LiveVerdict): void {
    this.change('verdict', () => ({ verdict: make() }))
  }

  /** Undefined: nothing is wrong any more. */
  showProblem(problem: string | undefined): void {
    this.change('problem', () => ({ problem }))
  }

  file(address: string): ServedFile | undefined {
    return this.served.get(address) ?? this.before.get(address)
  }

  /** Sends the state as it is, and every later one, until the page is gone. False: there are too many. */
  open(response: ServerResponse): boolean {
    if (this.pages.size >= MOST_PAGES) return false
    this.pages.add(response)
    response.once('close', () => this.leave(response))
    this.pulse ??= setInterval(() => this.send(': still here\n\n'), PULSE)
    this.pulse.unref()
    response.write(eventOf(this.state))
    return true
  }

  close(): void {
    clearTimeout(this.timer)
    for (const page of [...this.pages]) {
      page.end()
      this.leave(page)
    }
  }

  private leave(page: ServerResponse): void {
    this.pages.delete(page)
    if (this.pages.size > 0) return
    clearInterval(this.pulse)
    this.pulse = undefined
  }

  private motionOf(
    path: object | undefined,
  ): Pick<LiveState, 'motion' | 'path'> & { readonly configuration: undefined } {
    if (path === undefined) return { motion: 0, path: undefined, configuration: undefined }
    const motion = ++this.number
    const address = this.keep(`${motion}/path`, Buffer.from(JSON.stringify(path)))
    if (this.motions.push(address) > 2) this.served.delete(`/${this.motions.shift()!}`)
    return { motion, path: address, configuration: undefined }
  }

  private keep(place: string, bytes: Uint8Array): string {
    const address = `/live/${place}`
    const plain: Body = { bytes: Buffer.from(bytes), etag: `"live-${place}"` }
    this.served.set(address, { type: 'application/octet-stream', cache: 'no-store', plain, gzipped: undefined })
    return address.slice(1)
  }

  private change(name: string, make: () => Partial<LiveState>): void {
    this.pending.set(name, make)
    this.timer ??= setTimeout(() => this.flush(), FRAME)
  }

  private flush(): void {
    this.timer = undefined
    const changes = [...this.pending.values()]
    this.pending.clear()
    for (const make of changes) this.state = { ...this.state, ...make() }
    this.send(eventOf(this.state))
  }

  private send(text: string): void {
    for (const page of this.pages) {
      // A page that does not read gets the newest when it does: it asks again by itself once its connection is ended.
      if (page.writableNeedDrain) page.destroy()
      else page.write(text)
    }
  }
}

function eventOf(state: LiveState): string {
  return `data: ${JSON.stringify(state)}\n\n`
}
