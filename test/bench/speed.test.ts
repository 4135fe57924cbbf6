// The comparison of two builds item by item: what is timed, what is read off, and what is said of it.
import { describe, expect, it } from 'vitest'
import { joinSeeds, measureCase, speedTable } from '../../bench/speed/compare-speed.js'
import { itemsWhere, type SpeedFigure, speedCase } from '../../bench/speed/speed-case.js'

/** Counts its work; the answer of item i is `factor`·i. */
function counting(factor: number, order: 'items' | 'passes', figures: readonly SpeedFigure[]) {
  const runs = new Int32Array(4)
  const prepared = new Int32Array(4)
  const one = speedCase({
    name: 'counting',
    unit: 'µs',
    order,
    load: () => ({ inputs: [0, 1, 2, 3], figures }),
    make: (inputs) => ({
      items: inputs.length,
      prepare: (i) => {
        prepared[i]!++
      },
      run: (i) => {
        runs[i]!++
        return factor * inputs[i]!
      },
    }),
  })
  return { one, runs, prepared }
}

const ANSWERS: readonly SpeedFigure[] = [
  { name: 'all', of: 'answer', most: 3 },
  { name: 'even', of: 'answer', only: itemsWhere([0, 1, 2, 3], (i) => i % 2 === 0), mostRatio: 0.4 },
  { name: 'time', of: 'median' },
]

describe('two builds item by item', () => {
  it('prepares an item once, and both do it equally often', async () => {
    const [own, other] = [counting(2, 'items', ANSWERS), counting(4, 'items', ANSWERS)]
    const rows = await measureCase(own.one, other.one, () => {})
    expect(Array.from(own.prepared)).toEqual([1, 1, 1, 1])
    expect(Array.from(own.runs)).toEqual([5, 5, 5, 5])
    expect(Array.from(other.runs)).toEqual([5, 5, 5, 5])
    expect(rows.map(({ own, other }) => [own[0], other[0]]).slice(0, 2)).toEqual([
      [3, 6],
      [2, 4],
    ])
    expect(rows[2]!.own[0]).toBeLessThan(Infinity)
  })

  it('has one column of figures where the other build cannot do the case', async () => {
    const [row] = await measureCase(counting(1, 'items', ANSWERS).one, undefined, () => {})
    expect(row!.own).toEqual([1.5])
    expect(row!.other).toEqual([])
  })

  it('says what is met and what is not, by the median of the seeds', () => {
    const row = { figure: ANSWERS[1]!, unit: '', items: 2, own: [2], other: [4] }
    const [joined] = joinSeeds([[row], [{ ...row, own: [1] }], [{ ...row, own: [3] }]])
    expect(joined!.own).toEqual([2, 1, 3])
    expect(speedTable([joined!])).toContain('0.500')
    expect(speedTable([joined!])).toContain('MISSED')
    expect(speedTable([{ ...joined!, figure: { ...ANSWERS[1]!, mostRatio: 0.5 } }])).not.toContain('MISSED')
  })

  it('divides a rival’s time by that of the row it is a rival of', () => {
    const own = { figure: { name: 'ours', of: 'mean' }, unit: 'ms', items: 1, own: [2], other: [4] } as const
    const rival = { ...own, figure: { name: 'theirs', of: 'mean', rivalOf: 'ours', leastTimes: 3 }, own: [5] } as const
    const text = speedTable([own, rival])
    expect(text).toContain('2.50')
    expect(text).toContain('MISSED')
  })
})
