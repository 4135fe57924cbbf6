// Signals as a file for controllers: CSV, a line for each, or JSON, which also has the marks of every robot's path.
import { type CoordinateScheduled, type NamedSignal, SceneFileError } from '../../src/entries/robots.js'

const COLUMNS = ['robot', 'mark', 'seconds', 'after', 'left', 'left_seconds'] as const
const HEAD = COLUMNS.join(',')
const JSON_START = '{"limber":2,"kind":"signals",'

/** Ours begin like this; nothing else is ever overwritten by one. */
export function isSignals(start: string): boolean {
  return start.startsWith(HEAD) || start.startsWith(JSON_START)
}

/** A robot that signals are for or about: how many marks its path has, the last one its end, and seconds without waiting. */
export interface SignalRobot {
  readonly name: string
  readonly marks: number
  readonly seconds: number
}

export interface SignalTable {
  readonly robots: readonly SignalRobot[]
  readonly signals: readonly NamedSignal[]
}

export function robotsOfSchedule({
  schedule,
  diagrams,
}: Pick<CoordinateScheduled, 'schedule' | 'diagrams'>): SignalRobot[] {
  return schedule.robots.map((name) => {
    const own = diagrams.find(({ a, b }) => a === name || b === name)
    const marks = own === undefined ? [0] : own.a === name ? own.marksA : own.marksB
    return { name, marks: schedule.marksOf(name), seconds: marks.at(-1)! }
  })
}

/** The ending says which: .csv or .json. */
export function signalText(file: string, { robots, signals }: SignalTable): string {
  if (/\.csv$/i.test(file)) {
    const rows = signals.map(({ robot, mark, at, after, left, leftAt }) =>
      [cell(robot), mark, at, cell(after), left, leftAt].join(','),
    )
    return `${[HEAD, ...rows].join('\n')}\n`
  }
  const lines = signals.map((signal) => JSON.stringify(signal))
  return `${JSON_START}\n"robots":${JSON.stringify(robots)},\n"signals":[\n${lines.join(',\n')}\n]}\n`
}

/** Names of robots are those of a scene: a comma or a quotation mark may be in them. */
function cell(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}

/** A file that `signalText` has written: its signals, and the robots, which a CSV file does not list. */
export function parseSignals(text: string, file: string): Pick<SignalTable, 'signals'> & Partial<SignalTable> {
  if (!text.startsWith(HEAD)) {
    const { robots, signals } = JSON.parse(text) as Partial<SignalTable>
    if (!Array.isArray(signals)) throw new SceneFileError(file, { field: 'signals' }, 'a list of signals')
    if (!Array.isArray(robots)) throw new SceneFileError(file, { field: 'robots' }, 'a list of robots')
    for (const [k, signal] of signals.entries()) checkSignal(signal, file, { field: `signals[${k}]` })
    return { robots, signals }
  }
  const signals = text
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((row, k) => {
      const cells = cellsOf(row)
      const [robot = '', mark, at, after = '', left, leftAt] = cells
      const signal = { robot, mark: Number(mark), at: Number(at), after, left: Number(left), leftAt: Number(leftAt) }
      const place = { line: k + 2 }
      if (cells.length !== COLUMNS.length) throw new SceneFileError(file, place, `${HEAD}`, `${cells.length} cells`)
      checkSignal(signal, file, place)
      return signal
    })
  return { signals }
}

function checkSignal(
  signal: Partial<NamedSignal> | null,
  file: string,
  place: { field?: string; line?: number },
): void {
  const { robot, mark, at, after, left, leftAt } = signal ?? {}
  const isMark = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
  const isTime = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0
  const isGood = [robot, after].every((name) => typeof name === 'string' && name !== '')
  if (!isGood || ![mark, left].every(isMark) || ![at, leftAt].every(isTime)) {
    throw new SceneFileError(
      file,
      place,
      'a signal: two robots, their marks, and the seconds of these along their paths',
    )
  }
}

/** Cells of a row: quoted ones have doubled quotation marks. */
function cellsOf(row: string): string[] {
  return [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  )
}
