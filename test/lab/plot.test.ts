import { expect, test } from 'vitest'
import { drawPlot, polyline } from '../../lab/plot.js'
import { axisOf, tickText } from '../../lab/plot-axis.js'

test('axes have all values on them, at round numbers', () => {
  expect(axisOf([0.13, 0.97])).toMatchObject({ low: 0, high: 1 })
  expect(axisOf([3, 3]).high).toBeGreaterThan(3)
  expect(axisOf([]).ticks.length).toBeGreaterThan(1)
  expect(axisOf([90, 12_000], { isLog: true })).toMatchObject({ low: 10, high: 100_000 })
  const exact = axisOf([0.3, 1.3], { exact: true })
  expect([exact.low, exact.high]).toEqual([0.3, 1.3])
  for (const tick of exact.ticks) expect(tick >= 0.3 && tick <= 1.3).toBe(true)
  expect(axisOf([Number.NaN, 1, 2]).share(1.5)).toBeCloseTo(0.5, 9)
  expect(axisOf([4, 6], { exact: true, whole: true, ticks: 6 }).ticks).toEqual([4, 5, 6])
  expect(tickText(25_000)).toBe('25k')
})

test('a plot places values on its axes, and marks itself', () => {
  const draw = (x: (value: number) => number, y: (value: number) => number): string[] => [
    polyline([
      [x(0), y(0)],
      [x(4), y(10)],
    ]),
  ]
  const panels = [{ title: 'a & b', height: 100, axis: axisOf([0, 10]), draw }]
  const text = drawPlot({ kind: 'some', title: '<>', first: 0, last: 4, axis: 'frame', panels })
  expect(text).toMatch(/^<svg data-limber="some" /)
  expect(text).toContain('points="64,144 744,44"')
  expect(text).toContain('a &#38; b')
  expect(text).not.toContain('0.5')
})
