// Signals between robots: whole numbers, and times where a lag is claimed. Robot `robot` does not enter its atom `mark` before robot
// `after` has reached its mark `left`. docs/formats/certificate.md, "Several robots", says what must hold and why it is enough.
import { demand, type Fields, number, numbers, type Plain, record, records, whole } from './plain.js'

export interface Signal {
  readonly robot: number
  readonly mark: number
  readonly after: number
  readonly left: number
}

/** Nominal times of one robot, by mark. */
export interface Times {
  readonly arrive: readonly number[]
  readonly depart: readonly number[]
}

export interface Lag {
  readonly seconds: number
  readonly times: readonly Times[]
}

/** `atoms`: by robot, how many its path has. */
export function readSignals(value: Plain | undefined, atoms: readonly number[]): Signal[] {
  return records(value, 'signals').map((own, i) => {
    const field = `signals[${i}]`
    const robot = whole(own.robot, `${field}.robot`, atoms.length)
    const after = whole(own.after, `${field}.after`, atoms.length)
    demand(robot !== after, `${field} has a robot wait for itself`)
    const mark = whole(own.mark, `${field}.mark`, atoms[robot]!, 1)
    return { robot, mark, after, left: whole(own.left, `${field}.left`, atoms[after]!, 1) }
  })
}

export function readLag(value: Plain | undefined, atoms: readonly number[], signals: readonly Signal[]): Lag {
  const own = record(value, 'lag')
  const seconds = number(own.seconds, 'lag.seconds', 0)
  const given = records(own.times, 'lag.times')
  demand(given.length === atoms.length, `lag.times is not of ${atoms.length} robots`)
  const times = given.map((robot: Fields, r) => {
    const [arrive, depart] = [numbers(robot.arrive, 'lag.times.arrive'), numbers(robot.depart, 'lag.times.depart')]
    // The end of the last atom may be there, and says nothing.
    const isWhole = [arrive, depart].every(({ length }) => length === atoms[r] || length === atoms[r]! + 1)
    demand(isWhole, `lag.times[${r}] does not have ${atoms[r]} marks`)
    for (let m = 0; m < atoms[r]!; m++) {
      const isRising = arrive[m]! <= depart[m]! && (m === 0 || depart[m - 1]! <= arrive[m]!)
      demand(isRising, `lag.times[${r}] goes back in time at mark ${m}`)
    }
    return { arrive, depart }
  })
  signals.forEach(({ robot, mark, after, left }, i) => {
    const isKept = times[after]!.arrive[left]! <= times[robot]!.depart[mark]!
    demand(isKept, `the times of lag do not respect signals[${i}]`)
  })
  return { seconds, times }
}

/** Do all robots get to their ends, however late? They move as far as signals let them, until none can. */
export function demandNoCycle(signals: readonly Signal[], atoms: readonly number[], names: readonly string[]): void {
  const reached = atoms.map(() => 0)
  const waits = atoms.map((count) => new Array<readonly Signal[]>(count).fill([]))
  for (const signal of signals) waits[signal.robot]![signal.mark] = [...waits[signal.robot]![signal.mark]!, signal]
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    waits.forEach((own, r) => {
      while (reached[r]! < own.length && own[reached[r]!]!.every(({ after, left }) => reached[after]! >= left)) {
        reached[r]!++
        isMoving = true
      }
    })
  }
  const stuck = names.filter((_, r) => reached[r]! < atoms[r]!)
  demand(stuck.length === 0, 'these robots wait for each other in a circle', { robots: stuck })
}

/** By atom of `robot`: the mark that `after` has reached when it is there. */
export function reachedBefore(signals: readonly Signal[], robot: number, after: number, atoms: number): number[] {
  const out = new Array<number>(atoms).fill(0)
  for (const own of signals) {
    if (own.robot === robot && own.after === after) out[own.mark] = Math.max(out[own.mark]!, own.left)
  }
  for (let m = 1; m < atoms; m++) out[m] = Math.max(out[m]!, out[m - 1]!)
  return out
}

/** Is x + y ≤ z, exactly? Where the rounded sum is z, what was rounded off tells. */
function isSumWithin(x: number, y: number, z: number): boolean {
  const sum = x + y
  const part = sum - x
  return sum < z || (sum === z && x - (sum - part) + (y - part) <= 0)
}

/** Two robots by number and name, and which pairs of their atoms are blocked. */
export interface Diagram {
  readonly robots: readonly [number, number]
  readonly names: readonly [string, string]
  readonly atoms: readonly [number, number]
  /** 1: blocked. Atom i of the first and j of the second are at i·atoms[1] + j. */
  readonly blocked: Uint8Array
}

/** Every region of blocked atoms that hang together, corners included, is passed on one side. How many there are. */
export function checkRegions(diagram: Diagram, signals: readonly Signal[], lag: Lag | undefined): number {
  const { robots, names, atoms, blocked } = diagram
  const [[a, b], [countA, countB]] = [robots, atoms]
  const cell = (i: number, j: number): Parameters<typeof demand>[2] => {
    return {
      robots: names,
      atoms: [
        [i, i],
        [j, j],
      ],
    }
  }
  demand(blocked[0] === 0, 'two robots are not proved apart where they start', cell(0, 0))
  demand(blocked.at(-1) === 0, 'two robots are not proved apart where they end', cell(countA - 1, countB - 1))
  const beforeB = reachedBefore(signals, b, a, countB)
  const beforeA = reachedBefore(signals, a, b, countA)
  const isLate = (first: number, i: number, second: number, j: number): boolean =>
    lag !== undefined && !isSumWithin(lag.times[first]!.arrive[i + 1]!, lag.seconds, lag.times[second]!.depart[j]!)
  const open = blocked.slice()
  let regions = 0
  const waiting: number[] = []
  for (let first = 0; first < open.length; first++) {
    if (open[first] === 0) continue
    regions++
    open[first] = 0
    waiting.push(first)
    const sides = [true, true]
    const late = [false, false]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const i = Math.floor(at / countB)
      const j = at - i * countB
      if (beforeB[j]! <= i) sides[0] = false
      if (beforeA[i]! <= j) sides[1] = false
      if (isLate(a, i, b, j)) late[0] = true
      if (isLate(b, j, a, i)) late[1] = true
      for (let x = Math.max(0, i - 1); x <= Math.min(countA - 1, i + 1); x++) {
        for (let y = Math.max(0, j - 1); y <= Math.min(countB - 1, j + 1); y++) {
          const next = x * countB + y
          if (open[next] === 0) continue
          open[next] = 0
          waiting.push(next)
        }
      }
    }
    const where = cell(Math.floor(first / countB), first % countB)
    demand(sides[0]! || sides[1]!, 'the signals do not keep two robots out of a region that is not proved free', where)
    const isInTime = sides.some((side, k) => side && !late[k])
    demand(isInTime, `with a lag of ${lag?.seconds} s two robots meet in a region that is not proved free`, where)
  }
  return regions
}
