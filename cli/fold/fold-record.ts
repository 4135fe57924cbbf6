// What a run of `limber fold` leaves behind: trajectory, observables, checkpoint. The files that grow are on the disk before the
// checkpoint that counts them: whatever is in them beyond that is cut off when the run is resumed.

import { Moments, type MomentsState } from '../../src/entries/molecules.js'
import type { Place } from '../print/write-atomically.js'
import { type Checkpoint, writeCheckpoint } from './fold-checkpoint.js'
import { GrowingFile, type GrowingFormat, type Growth } from './fold-files.js'
import { Series } from './fold-series.js'
import type { Row, Table } from './fold-table.js'

export interface Trajectory extends GrowingFormat {
  /** `number`: of the frame, counted from 0. Bytes of their own. */
  frame(number: number, step: number, positions: Float64Array): Uint8Array
  /** Compressed: frames differ in size. */
  readonly varies?: true
}

export interface RecordPlan {
  readonly out: { readonly place: Place; readonly format: Trajectory } | undefined
  readonly observables: { readonly place: Place; readonly format: Table } | undefined
  readonly checkpoint: Place | undefined
  /** How many a sample has, and how many temperatures there are. */
  readonly columns: number
  readonly rungs: number
  /** Samples up to this step do not count for means. */
  readonly burnIn: number
  /** Samples are kept for a plot. */
  readonly plotted: boolean
  /** What goes into every checkpoint as it is. */
  readonly about: Pick<Checkpoint, 'file' | 'command' | 'run' | 'relaxed'>
  /** Called when something cannot be written; `settled` then throws it. */
  readonly onFailure?: () => void
}

export interface FileWritten {
  readonly file: string
  readonly bytes: number
  readonly parts: number
}

function momentsOf({ columns, rungs }: RecordPlan, states?: readonly MomentsState[]): Moments[] {
  return Array.from({ length: rungs }, (_, rung) => new Moments(columns, states?.[rung]))
}

export class FoldRecord {
  readonly series: Series | undefined
  /** One a temperature. */
  readonly moments: readonly Moments[]
  private due: Checkpoint | undefined
  private pumping: Promise<void> | undefined
  private failure: unknown

  private constructor(
    private readonly plan: RecordPlan,
    private readonly out: GrowingFile | undefined,
    private readonly observables: GrowingFile | undefined,
    series: Series | undefined,
    moments: readonly Moments[],
  ) {
    this.series = series
    this.moments = moments
  }

  /** From the beginning. The first checkpoint, which knows of nothing, is there before any file is emptied. */
  static async begin(plan: RecordPlan): Promise<FoldRecord> {
    if (plan.checkpoint !== undefined) {
      const nothing = { step: 0, done: false, files: {}, series: undefined, moments: undefined, state: undefined }
      await writeCheckpoint(plan.checkpoint, { ...plan.about, ...nothing })
    }
    const kept = { series: plan.plotted ? new Series() : undefined, moments: momentsOf(plan) }
    return FoldRecord.open(plan, kept, (place, format) => GrowingFile.create(place, format))
  }

  /** From a checkpoint that has a state. */
  static resume(plan: RecordPlan, { files, series, moments }: Checkpoint): Promise<FoldRecord> {
    const kept = {
      series: plan.plotted ? new Series(series) : undefined,
      moments: momentsOf(plan, moments),
    }
    return FoldRecord.open(plan, kept, (place, format, kind) =>
      GrowingFile.resume(place, format, files[kind] as Growth),
    )
  }

  private static async open(
    plan: RecordPlan,
    { series, moments }: { series: Series | undefined; moments: readonly Moments[] },
    opened: (place: Place, format: GrowingFormat, kind: 'out' | 'observables') => Promise<GrowingFile>,
  ): Promise<FoldRecord> {
    const { out, observables } = plan
    const first = out === undefined ? undefined : await opened(out.place, out.format, 'out')
    try {
      const second =
        observables === undefined ? undefined : await opened(observables.place, observables.format, 'observables')
      return new FoldRecord(plan, first, second, series, moments)
    } catch (error) {
      await first?.abandon()
      throw error
    }
  }

  /** Frames are wanted. */
  get hasFrames(): boolean {
    return this.out !== undefined
  }

  sample(row: Row, rung = 0): void {
    this.series?.push(row)
    if (row[0]! > this.plan.burnIn || this.plan.burnIn === 0) this.moments[rung]!.push(row)
    this.observables?.append(this.plan.observables!.format.row(row))
    this.pump()
  }

  frame(step: number, positions: Float64Array): void {
    this.out?.append(this.plan.out!.format.frame(this.out.grown.parts, step, positions))
    this.pump()
  }

  /** Of this moment, written soon after. If the next one comes before that, this one is left out. */
  save(step: number, state: Uint8Array, done = false): void {
    if (this.plan.checkpoint === undefined) return
    const files: Record<string, Growth> = {}
    if (this.out !== undefined) files.out = this.out.grown
    if (this.observables !== undefined) files.observables = this.observables.grown
    this.due = {
      ...this.plan.about,
      step,
      done,
      files,
      state,
      series: this.series?.state,
      moments: this.moments.map(({ state }) => state),
    }
    this.pump()
  }

  /** Everything is written that was saved. Throws what went wrong. */
  async settled(): Promise<void> {
    while (this.pumping !== undefined) await this.pumping
    if (this.failure !== undefined) throw this.failure
  }

  /** The files get their tails. The checkpoint, saved before, does not know of these, and the run may still continue. */
  async finish(): Promise<{ out?: FileWritten; observables?: FileWritten }> {
    await this.settled()
    const written: { out?: FileWritten; observables?: FileWritten } = {}
    for (const kind of ['out', 'observables'] as const) {
      const file = this[kind]
      if (file !== undefined) written[kind] = { file: file.file, bytes: await file.finish(), parts: file.grown.parts }
    }
    return written
  }

  /** After an error: nothing more is written. */
  async abandon(): Promise<void> {
    this.due = undefined
    this.failure ??= new Error('abandoned')
    while (this.pumping !== undefined) await this.pumping
    await this.out?.abandon()
    await this.observables?.abandon()
  }

  /** One write at a time; only `settled` waits for it, and the run continues meanwhile. */
  private pump(): void {
    if (this.pumping !== undefined || this.failure !== undefined || !this.hasWork()) return
    this.pumping = this.work()
      .catch((error: unknown) => {
        this.failure = error
        this.plan.onFailure?.()
      })
      .finally(() => {
        this.pumping = undefined
        // Something may have come in since it was looked for last.
        this.pump()
      })
  }

  private hasWork(): boolean {
    return this.due !== undefined || this.out?.isFull === true || this.observables?.isFull === true
  }

  private async work(): Promise<void> {
    while (this.hasWork()) {
      const { due } = this
      this.due = undefined
      if (due === undefined) {
        await this.out?.flush()
        await this.observables?.flush()
        continue
      }
      await this.out?.sync()
      await this.observables?.sync()
      await writeCheckpoint(this.plan.checkpoint!, due)
    }
  }
}
