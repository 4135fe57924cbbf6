// Obstacles that the user adds, moves and takes away.
import { type Signal, signal } from '@preact/signals'
import type { History } from '../app/history.js'
import type { AddedObstacle, CellEdits } from './edits.js'
import type { CellView } from './workcell.js'

/** Metres. */
export const OBSTACLE_SIZE = 0.2

export class ObstacleMoves {
  /** The one that was taken last. */
  readonly chosen: Signal<string | undefined> = signal(undefined)
  /** Where it was when it was taken. */
  private from: readonly number[] = [0, 0, 0]

  constructor(
    private readonly history: History<CellEdits>,
    private readonly view: () => CellView | undefined,
  ) {}

  add(kind: 'box' | 'ball'): void {
    const size = kind === 'box' ? [OBSTACLE_SIZE, OBSTACLE_SIZE, OBSTACLE_SIZE] : [OBSTACLE_SIZE / 2]
    this.put(`${kind} `, { kind, size })
  }

  addMesh(file: string, size: readonly number[]): void {
    const name = file.split('/').at(-1)!.replace(/[|/]/g, '-')
    this.put(name, { kind: 'mesh', size, file })
  }

  /** Under the first name that is free. */
  private put(first: string, what: Pick<AddedObstacle, 'kind' | 'size' | 'file'>): void {
    const { added } = this.history.value
    const names = new Set([...(this.view()?.things ?? []), ...added].map(({ name }) => name))
    let name = first.endsWith(' ') ? `${first}1` : first
    for (let k = 2; names.has(name); k++) name = `${first.trimEnd()} ${k}`
    this.chosen.value = name
    this.history.set({ added: [...added, { name, ...what, at: this.place() }] })
  }

  /** In front of the target, each a little aside from the last one. */
  private place(): number[] {
    const { around } = this.view() ?? {}
    const [x, y, z] = (around?.centre ?? [0, 0, 0.5]) as [number, number, number]
    const reach = around?.radius ?? 1
    const turn = 2.4 * this.history.value.added.length
    return [x + 0.45 * reach * Math.cos(turn), y - 0.45 * reach + 0.2 * Math.sin(turn), z].map(short)
  }

  remove(name: string): void {
    const { added, removed, moved, pairs } = this.history.value
    const { [name]: _, ...rest } = moved
    const isAdded = added.some((one) => one.name === name)
    this.chosen.value = undefined
    this.history.set({
      added: added.filter((one) => one.name !== name),
      removed: isAdded ? removed : [...removed, name],
      moved: rest,
      pairs: Object.fromEntries(Object.entries(pairs).filter(([key]) => !key.split('|').includes(name))),
    })
  }

  /** How far it is from where it was at first. */
  movedBy(name: string): readonly number[] {
    return this.history.value.moved[name] ?? [0, 0, 0]
  }

  /** Along one axis, 0 to 2. */
  shift(name: string, axis: number, to: number): void {
    const by = this.movedBy(name).map((x, k) => (k === axis ? short(to) : x))
    this.history.set({ moved: { ...this.history.value.moved, [name]: by } }, `move ${name} ${axis}`)
  }

  begin(name: string): void {
    this.chosen.value = name
    this.from = this.movedBy(name)
  }

  move(name: string, by: readonly number[]): void {
    const moved = { ...this.history.value.moved, [name]: this.from.map((x, k) => short(x + by[k]!)) }
    this.history.set({ moved }, `move ${name}`)
  }
}

/** To a tenth of a millimetre. */
function short(value: number): number {
  return Number(value.toFixed(4))
}
