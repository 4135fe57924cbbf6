// The frames of a trajectory, or the models of a structure, as the page has them: plays, scrubs, and has the clashes of every frame counted in
// a worker of its own, from the frame that is shown outwards.
import { signal } from '@preact/signals'
import type { PlayOnce, SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { LongCheck } from '../../engine/long-check.js'
import type { GivenFile } from '../../engine/unpack.js'
import type { FrameClashes, PeekedFrame, ProteinMethods } from './engine.js'
import type { ProteinState } from './state.js'

/** What the frames ask of the model. */
export interface FrameHost {
  readonly engine: Engine<ProteinMethods>
  /** The files of a structure, for a worker that does not have them. */
  filesOf(structure: string): Promise<readonly GivenFile[] | undefined>
  show(frame: PeekedFrame): void
  say(error: unknown): void
}

export class ProteinFrames {
  /** Of the open structure; undefined while it has one frame only. */
  readonly counts = signal<FrameClashes | undefined>(undefined)
  private readonly checks = new LongCheck()
  readonly isChecking = this.checks.isRunning
  readonly isPlaying = signal(false)
  readonly seeking = signal<'first' | 'next' | undefined>(undefined)
  /** Where it is, in frames and parts of them. */
  readonly at = signal(0)
  private checker: Engine<ProteinMethods> | undefined
  private readonly given = new Set<string>()
  private structure = ''
  private count = 1
  private endPlay: (() => void) | undefined
  private isBusy = false
  private isClosed = false

  constructor(
    private readonly host: SceneHost<ProteinState>,
    private readonly model: FrameHost,
  ) {}

  /** Another structure, or another frame of it. */
  open(structure: string, count: number, at: number): void {
    this.endPlaying()
    this.at.value = at
    if (structure === this.structure) return
    this.structure = structure
    this.count = count
    this.counts.value = undefined
    this.seeking.value = undefined
    this.checks.stop()
    if (count > 1) void this.check(at)
  }

  private check(from: number): Promise<void> {
    const { structure, given } = this
    this.checker ??= new Engine<ProteinMethods>('protein', () => given.clear())
    const { checker } = this
    return this.checks.run<FrameClashes>({
      isCurrent: () => !this.isClosed && this.structure === structure,
      ask: async (options) => {
        const files = given.has(structure) ? undefined : await this.model.filesOf(structure)
        if (options.signal.aborted) return undefined
        given.add(structure)
        return checker.call('check', { structure, model: 0, from, ...(files === undefined ? {} : { files }) }, options)
      },
      show: (found) => {
        this.counts.value = found
        this.seekOn()
      },
      fail: (error) => this.model.say(error),
    })
  }

  stopChecking(): void {
    this.seeking.value = undefined
    this.checks.stop()
  }

  goOnChecking(): void {
    void this.check(Math.floor(this.at.peek()))
  }

  /** To the first frame that clashes, or to the next that does after one that does not. */
  seek(which: 'first' | 'next'): void {
    this.pause()
    this.seeking.value = which
    this.seekOn()
    if (this.seeking.peek() !== undefined) void this.check(which === 'first' ? 0 : Math.floor(this.at.peek()))
  }

  private seekOn(): void {
    const which = this.seeking.peek()
    const counts = this.counts.peek()?.counts
    if (which === undefined || counts === undefined) return
    const from = which === 'first' ? 0 : Math.floor(this.at.peek()) + 1
    for (let k = from; k < counts.length; k++) {
      if (counts[k]! < 0) return
      const isStart = counts[k]! > 0 && (k === 0 || k === from || counts[k - 1]! <= 0)
      if (!isStart) continue
      this.seeking.value = undefined
      this.go(k)
      return
    }
    this.seeking.value = undefined
    const none = which === 'first' ? `No clash in any of ${counts.length} frames.` : 'No clash in any later frame.'
    this.host.notify(none)
  }

  toggle(): void {
    if (this.isPlaying.peek()) this.pause()
    else this.play()
  }

  private play(): void {
    if (this.endPlay !== undefined || this.count < 2) return
    if (this.at.peek() >= this.count - 1) this.at.value = 0
    this.isPlaying.value = true
    let last: number | undefined
    this.endPlay = this.host.stage.animate((now) => {
      const seconds = Math.min(0.25, now - (last ?? now))
      last = now
      const before = Math.floor(this.at.peek())
      const end = this.count - 1
      this.at.value =
        this.at.peek() >= end ? 0 : Math.min(end, this.at.peek() + seconds * this.host.history.value.speed)
      if (Math.floor(this.at.peek()) !== before && !this.isBusy) void this.peek()
    })
  }

  /** For a video; undefined where there is one frame. */
  get film(): PlayOnce | undefined {
    if (this.count < 2) return undefined
    return {
      seconds: () => (this.count - 1) / this.host.history.value.speed,
      start: () => {
        this.scrub(0)
        this.play()
      },
      stop: () => this.pause(),
    }
  }

  /** It stands still: a link shows it as it is. */
  pause(): void {
    if (this.endPlay === undefined) return
    this.endPlaying()
    this.go(Math.floor(this.at.peek()))
  }

  private endPlaying(): void {
    this.endPlay?.()
    this.endPlay = undefined
    this.isPlaying.value = false
  }

  /** While the slider moves the frame is only shown; it is opened when the user lets go. */
  scrub(at: number): void {
    this.endPlaying()
    this.at.value = at
    void this.peek()
  }

  settle(): void {
    this.go(Math.floor(this.at.peek()))
  }

  go(model: number): void {
    this.at.value = model
    if (this.host.history.value.model !== model) this.host.history.set({ model, done: [], rounds: 0, pair: [] })
  }

  stepBy(by: number): void {
    this.endPlaying()
    this.go(Math.max(0, Math.min(this.count - 1, Math.floor(this.at.peek()) + by)))
  }

  private async peek(): Promise<void> {
    const { structure } = this
    this.isBusy = true
    try {
      const frame = await this.model.engine.latest('peek', { structure, model: Math.floor(this.at.peek()) })
      if (frame !== undefined && !this.isClosed && this.structure === structure) this.model.show(frame)
    } catch (error) {
      this.model.say(error)
    } finally {
      this.isBusy = false
    }
  }

  close(): void {
    this.isClosed = true
    this.endPlaying()
    this.checker?.close()
  }
}
