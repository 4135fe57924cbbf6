// Undo and redo of a scene's state.
import { expect, test } from 'vitest'
import { History } from '../../../studio/app/history.js'

const numbers = (): History<{ a: number; b: number }> => new History({ a: 0, b: 0 })

test('steps are undone one by one, and redone', () => {
  const history = numbers()
  history.set({ a: 1 })
  history.set({ b: 2 })
  expect(history.value).toEqual({ a: 1, b: 2 })
  history.undo()
  expect(history.value).toEqual({ a: 1, b: 0 })
  history.undo()
  history.undo()
  expect(history.value).toEqual({ a: 0, b: 0 })
  expect([history.canUndo.value, history.canRedo.value]).toEqual([false, true])
  history.redo()
  history.redo()
  history.redo()
  expect(history.value).toEqual({ a: 1, b: 2 })
  expect([history.canUndo.value, history.canRedo.value]).toEqual([true, false])
})

test('a new step ends what could be made again', () => {
  const history = numbers()
  history.set({ a: 1 })
  history.undo()
  history.set({ a: 2 })
  expect(history.canRedo.value).toBe(false)
  history.undo()
  expect(history.value.a).toBe(0)
})

test('a slider that is dragged is one step, until it is let go', () => {
  const history = numbers()
  for (let a = 1; a <= 9; a++) history.set({ a }, 'a')
  history.settle()
  for (let a = 8; a >= 5; a--) history.set({ a }, 'a')
  history.set({ b: 1 }, 'b')
  history.set({ a: 6 }, 'a')
  const seen = [history.value]
  while (history.canUndo.value) {
    history.undo()
    seen.push(history.value)
  }
  expect(seen).toEqual([
    { a: 6, b: 1 },
    { a: 5, b: 1 },
    { a: 5, b: 0 },
    { a: 9, b: 0 },
    { a: 0, b: 0 },
  ])
})

test('after an undo, dragging continues as a step of its own', () => {
  const history = numbers()
  history.set({ a: 1 }, 'a')
  history.undo()
  history.set({ a: 2 }, 'a')
  history.undo()
  expect(history.value.a).toBe(0)
})

test('what is replaced is not a step', () => {
  const history = numbers()
  history.replace({ a: 5 })
  expect(history.canUndo.value).toBe(false)
  expect(history.value.a).toBe(5)
})

test('two hundred steps are kept', () => {
  const history = numbers()
  for (let a = 1; a <= 300; a++) history.set({ a })
  let steps = 0
  for (; history.canUndo.value; steps++) history.undo()
  expect([steps, history.value.a]).toEqual([200, 100])
})
