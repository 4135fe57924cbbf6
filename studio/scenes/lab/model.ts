// The lab as the page has it: loads what is kept, runs what is asked for, and makes reports of both.
import { effect, signal, untracked } from '@preact/signals'
import { wordsOf } from '../../app/notices.js'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import type { LabMethods, LabProgress } from './engine.js'
import { experimentOf } from './experiments.js'
import { coloured, type LabReport } from './report.js'
import { keptResult, keptText } from './results.js'
import type { LabState } from './state.js'

export interface ShownReport {
  readonly name: string
  readonly document: object
  readonly report: LabReport
  /** `kept`: from the repository; `here`: this page has just made it. */
  readonly source: 'kept' | 'here'
}

export class LabModel {
  readonly shown = signal<ShownReport | undefined>(undefined)
  readonly running = signal<string | undefined>(undefined)
  readonly progress = signal<LabProgress | undefined>(undefined)
  /** Experiments that were run here. */
  readonly own = signal<ReadonlyMap<string, object>>(new Map())
  private readonly engine: Engine<LabMethods>
  private loading = new AbortController()
  private going: AbortController | undefined
  private isClosed = false
  private readonly endFollowing: () => void

  constructor(private readonly host: SceneHost<LabState>) {
    this.engine = new Engine<LabMethods>('lab')
    this.endFollowing = effect(() => {
      const { experiment } = host.history.state.value
      untracked(() => void this.load(experiment))
    })
  }

  /** What was run here, if it was; else what is kept. */
  async load(name: string, source: ShownReport['source'] = this.own.peek().has(name) ? 'here' : 'kept'): Promise<void> {
    this.loading.abort()
    this.loading = new AbortController()
    const { signal } = this.loading
    if (this.shown.peek()?.name !== name) this.shown.value = undefined
    try {
      const document = source === 'here' ? this.own.peek().get(name)! : await keptResult(name, signal)
      const report = coloured(await experimentOf(name).report(document as never))
      if (!signal.aborted && !this.isClosed) this.shown.value = { name, document, report, source }
    } catch (error) {
      if (!signal.aborted && !this.isClosed) this.host.notify(wordsOf(error), 'error')
    }
  }

  async run(name: string): Promise<void> {
    this.stop()
    const going = new AbortController()
    this.going = going
    this.running.value = name
    this.progress.value = { share: 0, label: 'loading' }
    try {
      const options = { name, options: { quick: true } }
      const onProgress = (progress: LabProgress): void => {
        if (this.going === going) this.progress.value = progress
      }
      const { document } = await this.engine.call('run', options, { signal: going.signal, onProgress })
      if (this.isClosed) return
      this.own.value = new Map([...this.own.value, [name, document]])
      if (this.host.history.value.experiment === name) await this.load(name, 'here')
      else this.host.notify(`${experimentOf(name).title}: the run is done.`)
    } catch (error) {
      if (!(error instanceof StoppedError) && !this.isClosed) this.host.notify(wordsOf(error), 'error')
    } finally {
      if (this.going === going) {
        this.going = undefined
        this.running.value = undefined
      }
    }
  }

  /** All of it, as the command line prints it. */
  text({ name, document, source }: ShownReport): Promise<string> {
    return source === 'kept' ? keptText(name) : this.engine.call('text', { name, document })
  }

  stop(): void {
    this.going?.abort()
  }

  close(): void {
    this.isClosed = true
    this.loading.abort()
    this.endFollowing()
    this.engine.close()
  }
}
