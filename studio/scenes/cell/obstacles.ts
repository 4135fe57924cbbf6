// Obstacles that the user adds, moves and takes away.
import type { History } from '../../app/history.js'
import type { AddedObstacle } from './edits.js'
import type { CellModel } from './model.js'
import type { CellState } from './state.js'

/** Metres. */
export const OBSTACLE_SIZE = 0.2

export class ObstacleMoves {
  /** Where it was when it was taken. */
  private from: readonly number[] = [0, 0, 0]

  constructor(
    private readonly history: History<CellState>,
    private readonly model: CellModel,
  ) {}

  add(kind: AddedObstacle['kind']): void {
    const { added } = this.history.value
    const names = new Set(this.model.view.value?.things.map(({ name }) => name))
    let number = 1
    while (names.has(`${kind} ${number}`) || added.some(({ name }) => name === `${kind} ${number}`)) number++
    const name = `${kind} ${number}`
    const size = kind === 'box' ? [OBSTACLE_SIZE, OBSTACLE_SIZE, OBSTACLE_SIZE] : [OBSTACLE_SIZE / 2]
    this.model.chosen.value = name
    this.history.set({ added: [...added, { name, kind, size, at: this.place() }] })
  }

  /** Before what is looked at, each a little aside from the last one. */
  private place(): number[] {
    const view = this.model.view.value
    const [x, y, z] = (view?.around?.centre ?? [0, 0, 0.5]) as [number, number, number]
    const reach = view?.around?.radius ?? 1
    const turn = 2.4 * this.history.value.added.length
    return [x + 0.45 * reach * Math.cos(turn), y - 0.45 * reach + 0.2 * Math.sin(turn), z].map((v) =>
      Number(v.toFixed(3)),
    )
  }

  remove(name: string): void {
    const { added, removed, moved, pairs } = this.history.value
    const { [name]: _, ...rest } = moved
    const isAdded = added.some((one) => one.name === name)
    this.model.chosen.value = undefined
    this.history.set({
      added: added.filter((one) => one.name !== name),
      removed: isAdded ? removed : [...removed, name],
      moved: rest,
      pairs: Object.fromEntries(Object.entries(pairs).filter(([key]) => !key.split('|').includes(name))),
    })
  }

  begin(name: string): void {
    this.model.chosen.value = name
    this.from = this.history.value.moved[name] ?? [0, 0, 0]
  }

  move(name: string, by: readonly number[]): void {
    const moved = { ...this.history.value.moved, [name]: this.from.map((x, k) => Number((x + by[k]!).toFixed(4))) }
    this.history.set({ moved }, `move ${name}`)
  }
}
