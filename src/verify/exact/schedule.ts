// Signals, and the sides on which robots pass what is not proved free: docs/formats/certificate.md ("Several robots"), rules 5 to 7, on whole
// numbers; times are doubles, added without rounding.
import { demand, number, numbers, type Plain, record, records, whole } from '../plain.js'
import { Real } from './real.js'

export interface Signal {
  readonly robot: number
  readonly mark: number
  readonly after: number
  readonly left: number
}

export interface Lag {
  readonly seconds: number
  readonly arrive: readonly (readonly number[])[]
  readonly depart: readonly (readonly number[])[]
}

/** Rule 5: signals name marks, and no circle of events waits for itself. */
export function readSignals(given: Plain | undefined, atoms: readonly number[], names: readonly string[]): Signal[] {
  const signals = records(given, 'signals').map((own) => {
    const [robot, after] = [whole(own.robot, 'robot', atoms.length), whole(own.after, 'after', atoms.length)]
    const [mark, left] = [whole(own.mark, 'mark', atoms[robot]!, 1), whole(own.left, 'left', atoms[after]!, 1)]
    demand(robot !== after, 'a robot has a signal from itself')
    return { robot, mark, after, left }
  })
  // Events: a robot gets to a mark, 0 to the number of its atoms, which is the end of the last one.
  const first = [0]
  for (const count of atoms) first.push(first.at(-1)! + count + 1)
  const events = first.at(-1)!
  const later: number[][] = Array.from({ length: events }, () => [])
  const awaited = new Array<number>(events).fill(0)
  const put = (before: number, after: number): void => {
    later[before]!.push(after)
    awaited[after]!++
  }
  atoms.forEach((count, r) => {
    for (let m = 0; m < count; m++) put(first[r]! + m, first[r]! + m + 1)
  })
  for (const { robot, mark, after, left } of signals) put(first[after]! + left, first[robot]! + mark + 1)
  const ready = awaited.flatMap((count, event) => (count === 0 ? [event] : []))
  for (let event = ready.pop(); event !== undefined; event = ready.pop()) {
    for (const next of later[event]!) if (--awaited[next]! === 0) ready.push(next)
  }
  const stuck = names.filter((_, r) => awaited[first[r + 1]! - 1]! > 0)
  demand(stuck.length === 0, 'robots wait for each other in a circle', { robots: stuck })
  return signals
}

/** Rule 7: times go forward, and respect the signals. */
export function readLag(given: Plain | undefined, atoms: readonly number[], signals: readonly Signal[]): Lag {
  const fields = record(given, 'lag')
  const seconds = number(fields.seconds, 'lag.seconds', 0)
  const own = records(fields.times, 'lag.times')
  demand(own.length === atoms.length, 'lag.times has not one record for each robot')
  const [arrive, depart] = (['arrive', 'depart'] as const).map((field) => own.map((one) => numbers(one[field], field)))
  atoms.forEach((count, r) => {
    const [come, go] = [arrive![r]!, depart![r]!]
    for (const { length } of [come, go]) demand(length === count || length === count + 1, 'lag.times has other marks')
    const sequence = come.slice(0, count).flatMap((time, m) => [time, go[m]!])
    const isForward = sequence.every((time, k) => k === 0 || time >= sequence[k - 1]!)
    demand(isForward, 'lag.times goes back in time')
  })
  for (const { robot, mark, after, left } of signals) {
    demand(depart![robot]![mark]! >= arrive![after]![left]!, 'lag.times does not wait for a signal')
  }
  return { seconds, arrive: arrive!, depart: depart! }
}

/** Every double is a multiple of 2^-1074. */
function exactly(value: number): Real {
  return Real.of(value, 1074n)
}

/** Two robots, and the pairs of their atoms that are not proved free. */
export interface Blocked {
  readonly robots: readonly [number, number]
  readonly names: readonly [string, string]
  readonly atoms: readonly [number, number]
  readonly cells: ReadonlySet<number>
}

/** Rule 6, and 7 where a lag is claimed. How many regions there are. */
export function checkSides({ robots, names, atoms, cells }: Blocked, signals: readonly Signal[], lag?: Lag): number {
  const width = atoms[1]
  const placeOf = (cell: number): [number, number] => [Math.trunc(cell / width), cell % width]
  const where = (cell: number) => ({ robots: names, atoms: placeOf(cell).map((atom) => [atom, atom] as const) })
  const last = atoms[0] * width - 1
  demand(!cells.has(0), 'the starts of two robots are not proved apart', where(0))
  demand(!cells.has(last), 'the ends of two robots are not proved apart', where(last))
  // Which region a cell belongs to: that of its root.
  const parents = new Map([...cells].map((cell) => [cell, cell]))
  const rootOf = (cell: number): number => {
    let root = cell
    for (let above = parents.get(root)!; above !== root; above = parents.get(root)!) {
      parents.set(root, parents.get(above)!)
      root = above
    }
    return root
  }
  for (const cell of cells) {
    const [i, j] = placeOf(cell)
    const around = [
      [i, j + 1],
      [i + 1, j - 1],
      [i + 1, j],
      [i + 1, j + 1],
    ] as const
    for (const [x, y] of around) {
      const other = x * width + y
      if (y >= 0 && y < width && cells.has(other)) parents.set(rootOf(other), rootOf(cell))
    }
  }
  /** By region: may the first of the two, the second, be the one that goes first? With signals, and in time. */
  const sides = new Map<number, { kept: [boolean, boolean]; timely: [boolean, boolean] }>()
  for (const cell of cells) {
    const root = rootOf(cell)
    const own = sides.get(root) ?? { kept: [true, true], timely: [true, true] }
    sides.set(root, own)
    const at = placeOf(cell)
    for (const k of [0, 1] as const) {
      const [ahead, behind] = [robots[k], robots[1 - k]!]
      const [left, entered] = [at[k] + 1, at[1 - k]!]
      const isKept = signals.some(
        (signal) => signal.robot === behind && signal.after === ahead && signal.mark <= entered && signal.left >= left,
      )
      if (!isKept) own.kept[k] = false
      if (lag !== undefined && left < atoms[k]) {
        const free = exactly(lag.arrive[ahead]![left]!).plus(exactly(lag.seconds))
        if (free.minus(exactly(lag.depart[behind]![entered]!)).c > 0n) own.timely[k] = false
      }
    }
  }
  for (const [cell, { kept, timely }] of sides) {
    demand(kept[0] || kept[1], 'signals let two robots into a region that is not proved free', where(cell))
    const isTimely = (kept[0] && timely[0]) || (kept[1] && timely[1])
    demand(isTimely, 'robots that are late may meet in a region that is not proved free', where(cell))
  }
  return sides.size
}
