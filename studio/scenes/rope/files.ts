// Files of ropes as the page has them: what was dropped, what it was read as, and which engines have it. Frames that came without names
// wait for the structure that they belong to.
import { signal } from '@preact/signals'
import { fileName, isFile } from '../../app/dropped.js'
import { bytesOf } from '../../app/files.js'
import type { NamedFile } from '../../app/scene.js'
import type { Engine } from '../../engine/client.js'
import { NAMELESS_FILES, POINT_FILES } from '../../engine/molecule-files.js'
import type { RopeMethods } from './engine.js'
import type { RopeFileView } from './rope-file.js'

interface Opened {
  readonly files: readonly NamedFile[]
  readonly view: RopeFileView
}

export class RopeFiles {
  /** By name in the state. */
  readonly list = signal<readonly (readonly [name: string, label: string])[]>([])
  /** Frames without names, which wait for a structure. */
  readonly waiting = signal<RopeFileView | undefined>(undefined)
  private readonly opened = new Map<string, Opened>()
  private waitingFor: { readonly name: string; readonly files: readonly NamedFile[] } | undefined
  private readonly given = new Map<Engine<RopeMethods>, Set<string>>()
  private count = 0

  viewOf(name: string): RopeFileView | undefined {
    return this.opened.get(name)?.view
  }

  /** Reads them: the name of the rope, or undefined where the frames wait for a structure. */
  async take(files: readonly NamedFile[], engine: Engine<RopeMethods>): Promise<string | undefined> {
    const hasFrames = files.some(({ path }) => NAMELESS_FILES.test(path) || POINT_FILES.test(path))
    // What waits is completed by what comes now, unless that has frames of its own.
    const all = hasFrames ? files : [...(this.waitingFor?.files ?? []), ...files]
    const name = fileName(++this.count)
    const view = await engine.call('read', { name, files: await bytesOf(all) })
    this.givenTo(engine).add(name)
    this.waitingFor = undefined
    this.waiting.value = undefined
    this.opened.set(name, { files: all, view })
    if (view.wants === undefined) return this.add(name)
    this.waitingFor = { name, files: all }
    this.waiting.value = view
    return undefined
  }

  /** What waits, without a structure. */
  accept(): string | undefined {
    const { waitingFor } = this
    this.dismiss()
    return waitingFor === undefined ? undefined : this.add(waitingFor.name)
  }

  dismiss(): void {
    this.waitingFor = undefined
    this.waiting.value = undefined
  }

  private add(name: string): string {
    this.list.value = [...this.list.value, [name, `${this.viewOf(name)!.name} (dropped)`]]
    return name
  }

  /** Gives an engine the files of a rope, if it is one of files and the engine does not have them yet. */
  async give(engine: Engine<RopeMethods>, rope: string): Promise<void> {
    const { files } = this.opened.get(rope) ?? {}
    if (!isFile(rope) || files === undefined || this.givenTo(engine).has(rope)) return
    await engine.call('read', { name: rope, files: await bytesOf(files) })
    this.givenTo(engine).add(rope)
  }

  /** The worker of an engine was ended. */
  forget(engine: Engine<RopeMethods>): void {
    this.given.delete(engine)
  }

  private givenTo(engine: Engine<RopeMethods>): Set<string> {
    const known = this.given.get(engine) ?? new Set<string>()
    this.given.set(engine, known)
    return known
  }
}
