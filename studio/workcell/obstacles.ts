// Obstacles that the user adds, moves, turns, scales, copies, renames and takes away. Every step can be undone.
import { type Signal, signal } from '@preact/signals'
import type { History } from '../app/history.js'
import { type AddedObstacle, type CellEdits, PRIMITIVES, type Primitive, UNITS, type Unit } from './edits.js'
import { LEAST_SCALE, MOST_SCALE } from './state.js'
import type { CellView } from './workcell.js'

/** Metres, beside arms: where a cell reaches from a tenth of this far to ten times as far. */
const OBSTACLE_SIZE = 0.2
const ARM_REACH = 2

const FIRST_SIZES: Readonly<Record<Primitive, readonly number[]>> = {
  box: [OBSTACLE_SIZE, OBSTACLE_SIZE, OBSTACLE_SIZE],
  ball: [OBSTACLE_SIZE / 2],
  cylinder: [OBSTACLE_SIZE / 4, 2 * OBSTACLE_SIZE],
  capsule: [OBSTACLE_SIZE / 4, 2 * OBSTACLE_SIZE],
}

/** A mesh is odd beside a cell if it is larger than a number of times its reach, or smaller than one part in that. */
const TOO_LARGE = 3
const TOO_SMALL = 100
/** What an obstacle is expected to be, as a part of the reach. */
const USUAL = 0.3

export function isOdd(size: readonly number[], reach: number): boolean {
  const most = Math.max(...size)
  return most > TOO_LARGE * reach || most < reach / TOO_SMALL
}

/** The unit in which a mesh is nearest to the size of an obstacle; metres where it is not odd. */
export function likelyUnit(size: readonly number[], reach: number): Unit {
  if (!isOdd(size, reach)) return 'm'
  const off = (unit: Unit): number => Math.abs(Math.log((UNITS[unit] * Math.max(...size)) / (USUAL * reach)))
  // Inches are seldom meant where millimetres would do.
  const names: Unit[] = ['m', 'cm', 'mm']
  return names.reduce((best, unit) => (off(unit) < off(best) ? unit : best))
}

export class ObstacleMoves {
  /** The one that was taken last. */
  readonly chosen: Signal<string | undefined> = signal(undefined)
  /** Meshes whose unit is to be asked for, by name: the first one is asked for now. */
  readonly asked: Signal<readonly string[]> = signal([])
  /** Where it was when it was taken. */
  private from: readonly number[] = [0, 0, 0]

  constructor(
    private readonly history: History<CellEdits>,
    private readonly view: () => CellView | undefined,
  ) {}

  add(kind: Primitive): void {
    const size = FIRST_SIZES[kind].map((s) => Number((s * this.magnitude).toPrecision(3)))
    const half = kind === 'box' ? size.map((s) => s / 2) : size.map((s) => s)
    this.put(`${kind} `, { kind, size, at: this.place(half) })
  }

  /** Of a size that is odd beside the cell, its unit is asked for: until then the likeliest is taken. Returns its name. */
  addMesh(file: string, size: readonly number[]): string {
    const name = file.split('/').at(-1)!.replace(/[|/]/g, '-')
    const unit = likelyUnit(size, this.reach)
    const half = size.map((s) => (UNITS[unit] * s) / 2)
    const named = this.put(name, { kind: 'mesh', size, file, at: this.beside(half), ...(unit === 'm' ? {} : { unit }) })
    if (isOdd(size, this.reach)) this.asked.value = [...this.asked.peek(), named]
    return named
  }

  /** What a file describes with places and turns of its own, in one step; names that are taken get a number. */
  addFound(found: readonly FoundObstacle[]): void {
    const { added, turned } = this.history.value
    const taken = this.names()
    const next = [...added]
    const turns = { ...turned }
    for (const { degrees, ...one } of found) {
      const name = freeName(one.name.replace(/[|/]/g, '-'), taken)
      taken.add(name)
      next.push({ ...one, name })
      if (degrees.some((angle) => angle !== 0)) turns[name] = degrees
    }
    this.history.set({ added: next, turned: turns })
  }

  /** The unit of a mesh that was added: it is put beside the cell again, so that it does not hide it. */
  setUnit(name: string, unit: Unit): void {
    const { added } = this.history.value
    this.history.set(
      {
        added: added.map((one) => {
          if (one.name !== name) return one
          const at = this.beside(one.size.map((s) => (UNITS[unit] * s) / 2))
          return { ...one, unit, at }
        }),
      },
      `unit ${name}`,
    )
  }

  /** The question is answered. */
  answered(name: string): void {
    this.asked.value = this.asked.peek().filter((one) => one !== name)
    this.history.settle()
  }

  addedOf(name: string): AddedObstacle | undefined {
    return this.history.value.added.find((one) => one.name === name)
  }

  /** One beside it, with the same shape, size and turn; of the cell's own, whose size is not known here, a little aside. */
  duplicate(name: string): void {
    const { moved, turned, scaled, added } = this.history.value
    const original = this.addedOf(name)
    const isOwn = original === undefined || original.kind === 'copy'
    const aside = isOwn ? OBSTACLE_SIZE * this.magnitude : (scaled[name] ?? 1) * widthOf(original)
    const by = (moved[name] ?? [0, 0, 0]).map((x, k) => (k === 1 ? short(x - aside) : x))
    const base = name.replace(/ \d+$/, '')
    const copy = freeName(original === undefined ? `${base} copy` : `${base} `, this.names())
    const one: AddedObstacle =
      original === undefined
        ? { name: copy, kind: 'copy', size: [], at: [0, 0, 0], file: name }
        : { ...original, name: copy }
    this.chosen.value = copy
    this.history.set({
      added: [...added, one],
      moved: { ...moved, [copy]: by },
      ...(turned[name] === undefined ? {} : { turned: { ...turned, [copy]: turned[name] } }),
      ...(scaled[name] === undefined ? {} : { scaled: { ...scaled, [copy]: scaled[name] } }),
    })
  }

  /** Of one that was added: those of the cell keep their names, which its other parts refer to. Throws with words. */
  rename(name: string, to: string): void {
    if (to === name) return
    if (to === '' || /[|/]/.test(to)) throw new Error('A name has at least one letter, and neither / nor | in it.')
    if (this.names().has(to)) throw new Error(`There is already something called ${to}.`)
    const { moved, turned, scaled, added, pairs } = this.history.value
    const renamed = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(record).map(([key, value]) => [key === name ? to : key, value]))
    this.chosen.value = to
    this.history.set({
      added: added.map((one) => (one.name === name ? { ...one, name: to } : one)),
      moved: renamed(moved),
      turned: renamed(turned),
      scaled: renamed(scaled),
      pairs: Object.fromEntries(
        Object.entries(pairs).map(([key, value]) => [
          key
            .split('|')
            .map((one) => (one === name ? to : one))
            .join('|'),
          value,
        ]),
      ),
    })
  }

  /** Of a primitive: one of its sizes, metres. */
  resize(name: string, which: number, to: number): void {
    if (!(to > 0 && to <= LARGEST)) throw new Error(`A size is more than 0 and at most ${LARGEST} m.`)
    const { added } = this.history.value
    const size = this.addedOf(name)!.size.map((s, k) => (k === which ? to : s))
    this.history.set({ added: added.map((one) => (one.name === name ? { ...one, size } : one)) }, `size ${name}`)
  }

  turn(name: string, which: number, degrees: number): void {
    const { turned } = this.history.value
    const angles = (turned[name] ?? [0, 0, 0]).map((x, k) => (k === which ? short(degrees) : x))
    this.history.set({ turned: { ...turned, [name]: angles } }, `turn ${name} ${which}`)
  }

  scale(name: string, factor: number): void {
    if (!(factor >= LEAST_SCALE && factor <= MOST_SCALE)) {
      throw new Error(`A scale is from ${LEAST_SCALE} to ${MOST_SCALE}.`)
    }
    const { scaled } = this.history.value
    const { [name]: _, ...rest } = scaled
    this.history.set({ scaled: factor === 1 ? rest : { ...scaled, [name]: factor } }, `scale ${name}`)
  }

  private names(): Set<string> {
    const { added } = this.history.value
    return new Set([...(this.view()?.things ?? []), ...added].map(({ name }) => name))
  }

  private put(first: string, what: Omit<AddedObstacle, 'name'>): string {
    const name = freeName(first, this.names())
    this.chosen.value = name
    this.history.set({ added: [...this.history.value.added, { name, ...what }] })
    return name
  }

  /** A power of ten: how much larger than beside arms things are, as beside a hand or a crane. */
  private get magnitude(): number {
    return 10 ** Math.max(-3, Math.min(3, Math.trunc(Math.log10(this.reach / ARM_REACH))))
  }

  private get reach(): number {
    return this.view()?.around?.radius ?? 1
  }

  /**
   * Around the target, before it: where robots have their hands, not their bodies, and first where it does not hide them. A large one, given
   * by half of it, is a little farther away.
   */
  private place(half: readonly number[]): number[] {
    const [x, y, z] = (this.view()?.around?.centre ?? [0, 0, 0.5]) as [number, number, number]
    const { reach } = this
    const count = this.history.value.added.length
    const turn = PLACES[count % PLACES.length]!
    const ring = 0.75 + 0.3 * (Math.floor(count / PLACES.length) % 3)
    const away = ring * reach + Math.max(0, (half[1] ?? 0) - OBSTACLE_SIZE * this.magnitude)
    return [x + away * Math.sin(turn), y - away * Math.cos(turn), z].map(short)
  }

  /** On the floor, so that all of it is beyond the place of what `place` puts there; one as large as the cell is behind it, or would hide it. */
  private beside(half: readonly number[]): number[] {
    const [x, y] = this.place([])
    const [, middle] = this.view()?.around?.centre ?? [0, 0]
    const isLarge = Math.max(...half) > this.reach
    return [x!, isLarge ? 2 * middle! - y! + half[1]! : y! - half[1]!, half[2]!].map(short)
  }

  remove(name: string): void {
    const { added, removed, moved, turned, scaled, pairs } = this.history.value
    const without = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
    const isAdded = added.some((one) => one.name === name)
    this.chosen.value = undefined
    this.asked.value = this.asked.peek().filter((one) => one !== name)
    this.history.set({
      added: added.filter((one) => one.name !== name),
      removed: isAdded ? removed : [...removed, name],
      moved: without<readonly number[]>(moved),
      turned: without<readonly number[]>(turned),
      scaled: without<number>(scaled),
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

/** Radians from straight before the cell, of what is added one after the other. */
const PLACES = [-0.9, 1.4, -0.2, -1.5, 0.6]

/** Metres: the largest of its sizes, before it is scaled. */
function widthOf({ kind, size, unit = 'm' }: AddedObstacle): number {
  if (kind === 'box' || kind === 'mesh') return UNITS[unit] * Math.max(...size)
  const [radius = 0, length = 0] = size
  return kind === 'capsule' ? length + 2 * radius : Math.max(length, 2 * radius)
}

/** With its turn: roll, pitch and yaw, degrees. */
export type FoundObstacle = AddedObstacle & { readonly degrees: readonly number[] }

/** Metres. */
const LARGEST = 1000

/** The first that is free. One that ends with a space always gets a number. */
function freeName(first: string, taken: ReadonlySet<string>): string {
  let name = first.endsWith(' ') ? `${first}1` : first
  for (let k = 2; taken.has(name); k++) name = `${first.trimEnd()} ${k}`
  return name
}

/** To a tenth of a millimetre, or of a thousandth of a degree. */
function short(value: number): number {
  return Number(value.toFixed(4))
}

export const PRIMITIVE_KINDS = Object.keys(PRIMITIVES) as readonly Primitive[]
