// The stretches of a proposal as flat numbers: ascending, empty ones left out, bodies numbered from 1, neighbours of one body joined. A
// usual move, with few stretches in order, allocates nothing.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { Stretch } from './energy.js'

/** Numbers of an entry: from, to, body. */
const ENTRY = 3

/** With more stretches than this, names of bodies are looked up in a map. */
const FEW = 16

export class StretchList {
  /** From, to and body each. */
  list = new Int32Array(ENTRY * FEW)
  count = 0
  private readonly names = new Float64Array(FEW)

  /** Throws before anything is changed. */
  take(moved: readonly Stretch[], atoms: number, positions: Float64Array): void {
    if (positions.length !== 3 * atoms) {
      throw new InvalidInputError('positions', positions.length, `${3 * atoms} numbers, three an atom`)
    }
    let sorted = true
    let last = 0
    for (let k = 0; k < moved.length; k++) {
      const { from, to } = moved[k]!
      if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from || to > atoms) {
        throw new InvalidInputError(`moved[${k}]`, [from, to], `whole numbers 0 ≤ from ≤ to ≤ ${atoms}`)
      }
      if (from === to) continue
      if (from < last) sorted = false
      last = to
    }
    this.read(sorted ? moved : inOrder(moved), positions)
  }

  clear(): void {
    this.count = 0
  }

  private read(moved: readonly Stretch[], positions: Float64Array): void {
    const map = moved.length > FEW ? new Map<number, number>() : undefined
    if (this.list.length < ENTRY * moved.length) this.list = new Int32Array(2 * ENTRY * moved.length)
    const { list, names } = this
    this.count = 0
    let count = 0
    let bodies = 0
    for (let k = 0; k < moved.length; k++) {
      const { from, to, body } = moved[k]!
      if (from === to) continue
      checkCoordinates(positions, from, to)
      let number = 0
      if (body === undefined) number = map === undefined ? this.name(bodies++, Number.NaN) : ++bodies
      else if (map === undefined) {
        for (let n = 0; n < bodies; n++) if (names[n] === body) number = n + 1
        if (number === 0) number = this.name(bodies++, body)
      } else {
        number = map.get(body) ?? ++bodies
        map.set(body, number)
      }
      const last = ENTRY * count - ENTRY
      // Neighbours of one body are one stretch, so that a block between them is not mixed.
      if (count > 0 && list[last + 1] === from && list[last + 2] === number) list[last + 1] = to
      else {
        list[last + 3] = from
        list[last + 4] = to
        list[last + 5] = number
        count++
      }
    }
    this.count = count
  }

  private name(at: number, body: number): number {
    this.names[at] = body
    return at + 1
  }
}

function inOrder(moved: readonly Stretch[]): Stretch[] {
  const sorted = moved.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)
  for (let k = 1; k < sorted.length; k++) {
    const { from, to } = sorted[k]!
    if (from < sorted[k - 1]!.to) throw new InvalidInputError('moved', [from, to], 'stretches that do not overlap')
  }
  return sorted
}

function checkCoordinates(positions: Float64Array, from: number, to: number): void {
  for (let k = 3 * from; k < 3 * to; k++) {
    if (!(Math.abs(positions[k]!) <= MAX_COORDINATE)) {
      throw new InvalidInputError(`positions[${k}]`, positions[k], `a finite number of at most ${MAX_COORDINATE}`)
    }
  }
}
