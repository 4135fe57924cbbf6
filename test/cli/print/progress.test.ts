import { expect, test } from 'vitest'
import { createBlockingProgress, createProgress, progressLine } from '../../../cli/print/progress.js'

/** A terminal that remembers, and a clock that is set by hand. */
function fake(isTTY: boolean): {
  target: { isTTY: boolean; columns: number; write(text: string): void }
  written: string[]
  clock: { now: number }
} {
  const written: string[] = []
  return { target: { isTTY, columns: 60, write: (text) => void written.push(text) }, written, clock: { now: 1000 } }
}

test('a line says share, remaining time and label', () => {
  expect(progressLine('lab', 0.5, 'halfway', 10_000)).toBe('lab  ████████████░░░░░░░░░░░░  50 %  10 s left  halfway')
  expect(progressLine('lab', 0.25, 'x', 60_000)).toContain('3 min 0 s left')
  expect(progressLine('lab', 0, 'x', 100)).not.toContain('left')
  expect(progressLine('lab', 7, 'x', 100)).toContain('100 %')
})

test('on a terminal: throttled, cut to its width, and gone at the end', async () => {
  const { target, written, clock } = fake(true)
  const progress = createProgress('lab', target, () => clock.now)
  expect(progress.report(0.1, 'too soon')).toBeUndefined()
  expect(written).toEqual([])
  clock.now += 150
  await progress.report(0.2, 'a label that is much too long for a terminal of sixty columns')
  expect(progress.report(0.21, 'too soon')).toBeUndefined()
  expect(written.length).toBe(1)
  expect(written[0]!.replace('\r\x1b[K', '').length).toBeLessThan(60)
  progress.clear()
  progress.clear()
  expect(written.slice(1)).toEqual(['\r\x1b[K'])
})

test('elsewhere: nothing at all, but Ctrl-C still gets through', async () => {
  const { target, written, clock } = fake(false)
  const before = process.listenerCount('SIGINT')
  const progress = createProgress('lab', target, () => clock.now)
  expect(process.listenerCount('SIGINT')).toBe(before + 1)
  clock.now += 1000
  await progress.report(0.5, 'x')
  progress.clear()
  expect(written).toEqual([])
  expect(process.listenerCount('SIGINT')).toBe(before)
})

test('work that blocks: the same line, and no handler waits for Ctrl-C in vain', () => {
  const { target, written, clock } = fake(true)
  const before = process.listenerCount('SIGINT')
  const progress = createBlockingProgress('check', target, () => clock.now)
  expect(process.listenerCount('SIGINT')).toBe(before)
  progress.report(0.1, 'too soon')
  clock.now += 150
  progress.report(0.25, '3 tests')
  progress.clear()
  expect(written).toEqual(['\r\x1b[Kcheck  ██████░░░░░░░░░░░░░░░░░░  25 %  1 s left  3 tests', '\r\x1b[K'])
})
