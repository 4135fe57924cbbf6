// What a coordination diagram is drawn of: rectangles of cells that are not proved free, and the line of the timing.
import type { CoordinateScheduled, DiagramView } from '../../src/entries/robots.js'

export type RobotSchedule = CoordinateScheduled['schedule']

/** A rectangle, in pixels from the lower left corner. */
export interface Shape {
  readonly left: number
  readonly right: number
  readonly low: number
  readonly high: number
}

export interface FilledCells {
  readonly open: readonly Shape[]
  readonly hit: readonly Shape[]
}

const OPEN = 1
const HIT = 2

/**
 * Cells in pixels: a pixel has the worst state of those in it, and atoms that take no time (where robots stand) are one pixel wide.
 * Runs that are the same in neighbouring columns are one rectangle.
 */
export function filledCells({ marksA, marksB, states }: DiagramView, width: number, height: number): FilledCells {
  const columns = pixelsOf(marksA, width)
  const rows = pixelsOf(marksB, height)
  const pixels = new Uint8Array(width * height)
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < rows.length; j++) {
      const state = states[i * rows.length + j]!
      if (state === 0) continue
      for (let x = columns[i]![0]; x < columns[i]![1]; x++) {
        for (let y = rows[j]![0]; y < rows[j]![1]; y++) {
          pixels[x * height + y] = Math.max(pixels[x * height + y]!, state)
        }
      }
    }
  }
  return { open: rectangles(pixels, width, height, OPEN), hit: rectangles(pixels, width, height, HIT) }
}

/** By atom: the first pixel, and the one after its last. */
function pixelsOf(marks: Float64Array, size: number): [number, number][] {
  const end = marks.at(-1)!
  return Array.from({ length: marks.length - 1 }, (_, k) => {
    const from = Math.min(size - 1, Math.floor((size * marks[k]!) / end))
    return [from, Math.max(from + 1, Math.min(size, Math.ceil((size * marks[k + 1]!) / end)))]
  })
}

function rectangles(pixels: Uint8Array, width: number, height: number, state: number): Shape[] {
  const done: Shape[] = []
  /** Those that reach the column before this one, by their rows. */
  let growing = new Map<string, { left: number; low: number; high: number }>()
  for (let x = 0; x <= width; x++) {
    const next: typeof growing = new Map()
    for (let y = 0; x < width && y < height; y++) {
      if (pixels[x * height + y] !== state) continue
      const low = y
      while (y < height && pixels[x * height + y] === state) y++
      const key = `${low} ${y}`
      next.set(key, growing.get(key) ?? { left: x, low, high: y })
      growing.delete(key)
    }
    for (const { left, low, high } of growing.values()) done.push({ left, right: x, low, high })
    growing = next
  }
  return done
}

/** Seconds along both paths, if nothing is late: the corners of the line. */
export function timingLine({ a, b, marksA, marksB }: DiagramView, schedule: RobotSchedule): [number, number][] {
  const one = clockOf(schedule, a, marksA)
  const other = clockOf(schedule, b, marksB)
  const times = [...new Set([...one.times, ...other.times])].sort((x, y) => x - y)
  return corners(
    times.map((time): [number, number] => [one.at(time), other.at(time)]),
    1e-9 * Math.max(marksA.at(-1)!, marksB.at(-1)!),
  )
}

/** Without points on the way: those that are as good as the last one, and those on the line to the next. */
function corners(points: readonly [number, number][], near: number): [number, number][] {
  const apart = points.filter(
    (_, k) => k === 0 || k === points.length - 1 || distance(points[k - 1]!, points[k]!) > near,
  )
  const out: [number, number][] = []
  apart.forEach((point, k) => {
    const [before, after] = [out.at(-1), apart[k + 1]]
    if (before !== undefined && after !== undefined) {
      const [ax, ay] = [point[0] - before[0], point[1] - before[1]]
      const [bx, by] = [after[0] - point[0], after[1] - point[1]]
      if (Math.abs(ax * by - ay * bx) <= near * Math.hypot(bx, by)) return
    }
    out.push(point)
  })
  return out
}

function distance(one: readonly [number, number], other: readonly [number, number]): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}

/** How far a robot is at a time. Times are asked for in their order. */
function clockOf(
  schedule: RobotSchedule,
  robot: string,
  marks: Float64Array,
): { times: number[]; at(time: number): number } {
  const { arrive, depart } = schedule.timesOf(robot)
  const times: number[] = []
  const places: number[] = []
  marks.forEach((place, m) => {
    times.push(arrive[m]!, depart[m]!)
    places.push(place, place)
  })
  let k = 0
  return {
    times,
    at(time) {
      while (k < times.length - 1 && times[k + 1]! <= time) k++
      if (k === times.length - 1) return places[k]!
      const share = (time - times[k]!) / (times[k + 1]! - times[k]!)
      return places[k]! + share * (places[k + 1]! - places[k]!)
    },
  }
}
