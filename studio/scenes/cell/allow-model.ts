// What is known of a robot's pairs over all joint values: asked of the engine, kept as it comes, pair by pair.
import { signal } from '@preact/signals'
import type { SceneHost } from '../../app/scene.js'
import type { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import type { CellsPicture, JudgedPair } from './allow-engine.js'
import type { CellMethods } from './engine.js'
import type { RobotCellState } from './state.js'

export class AllowModel {
  readonly pairs = signal<ReadonlyMap<string, JudgedPair>>(new Map())
  /** While it runs. */
  readonly progress = signal<{ readonly done: number; readonly total: number } | undefined>(undefined)
  readonly chosen = signal<string | undefined>(undefined)
  readonly picture = signal<CellsPicture | undefined>(undefined)
  /** Which robot of several. */
  readonly robot = signal(0)
  private running: AbortController | undefined

  constructor(
    private readonly engine: Engine<CellMethods>,
    private readonly host: SceneHost<RobotCellState>,
    /** A pair was chosen: the picture shows it. */
    private readonly onChosen: () => void,
  ) {}

  /** Another cell is open. */
  forget(): void {
    this.stop()
    this.running = undefined
    this.progress.value = undefined
    this.robot.value = 0
    this.clear()
  }

  private clear(): void {
    this.pairs.value = new Map()
    this.chosen.value = undefined
    this.picture.value = undefined
  }

  choose(robot: number): void {
    this.forget()
    this.robot.value = robot
  }

  async start(): Promise<void> {
    const controller = new AbortController()
    this.running = controller
    this.clear()
    this.progress.value = { done: 0, total: 0 }
    try {
      await this.engine.call(
        'judge',
        { robot: this.robot.value },
        {
          signal: controller.signal,
          onProgress: ({ done, total, pair }) => {
            if (this.running !== controller) return
            this.progress.value = { done, total }
            if (pair !== undefined) this.pairs.value = new Map(this.pairs.value).set(pair.key, pair)
          },
        },
      )
    } catch (error) {
      if (!(error instanceof StoppedError)) this.host.notify(String((error as Error).message), 'error')
    }
    if (this.running !== controller) return
    this.running = undefined
    this.progress.value = undefined
  }

  /** It is over when the engine says so. */
  stop(): void {
    this.running?.abort()
  }

  /** Shows a pair: where it touches, or comes closest; and the cells of its proof. Again, and it is let go. */
  async show(key: string): Promise<void> {
    const pair = this.pairs.value.get(key)
    if (pair === undefined) return
    const isAgain = this.chosen.value === key
    this.chosen.value = isAgain ? undefined : key
    this.picture.value = undefined
    if (pair.at !== undefined && !isAgain) this.host.history.set({ q: pair.at, from: [] })
    this.onChosen()
    const picture = await this.engine.call('proofPicture', { key }).catch(() => undefined)
    if (this.chosen.value === key) this.picture.value = picture
  }
}
