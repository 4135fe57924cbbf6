// The state in the address: what is written is read again, and what cannot be read is said.
import { expect, test } from 'vitest'
import { differences, readAddress, writeAddress } from '../../../studio/app/address.js'

test('what is written is read', () => {
  const addresses = [
    { scene: 'cell', state: {}, view: undefined },
    {
      scene: 'chain',
      state: { beads: 100, name: 'a?b&c=d#e%20 “ü”', deep: { list: [1, null, true] } },
      view: undefined,
    },
    { scene: 'cell', state: { q: [0.1, -2e-9] }, view: [1, -2.5, 3e-7, 0, 0, 12_345] },
    { scene: 'odd name/%?', state: {}, view: [0, 0, 0, 1, 1, 1] },
  ]
  for (const address of addresses) expect(readAddress(writeAddress(address))).toEqual({ ...address, faults: [] })
})

test('addresses that people type', () => {
  const empty = { scene: '', state: {}, view: undefined, faults: [] }
  for (const hash of ['', '#', '#/', '#/?']) expect(readAddress(hash)).toEqual(empty)
  expect(readAddress('#cell')).toMatchObject({ scene: 'cell' })
  expect(readAddress('#/chain?state={"beads":100}&other=1')).toMatchObject({ scene: 'chain', state: { beads: 100 } })
  expect(readAddress('#/chain?state={"a":"b?c"}').state).toEqual({ a: 'b?c' })
})

test.each(['{"beads":10', '', '[1]', 'null', '7', 'true'])('the state %s is not a state', (text) => {
  const { scene, state, faults } = readAddress(`#/chain?state=${text}`)
  expect({ scene, state }).toEqual({ scene: 'chain', state: {} })
  expect(faults).toEqual([expect.stringContaining('its state')])
})

test.each([
  '1,2,3',
  '1,2,3,4,5,x',
  '1,2,3,4,5,',
  '1,2,3,4,5,Infinity',
  '',
  '1,2,3,4,5,6,7',
  '1e300,0,0,0,0,0',
  '1,2,3,1,2,3',
])('the view %s is none', (text) => {
  const { view, faults } = readAddress(`#/chain?view=${text}`)
  expect(view).toBeUndefined()
  expect(faults).toEqual([expect.stringContaining('its view must be six numbers')])
})

test('a name that is not text is taken as it is', () => {
  expect(readAddress('#/%E0%A4%A').scene).toBe('%E0%A4%A')
})

test('only what is not as at first is written', () => {
  const first = { a: 1, b: [1, 2], c: 'x' }
  expect(differences({ ...first, b: [1, 2] }, first)).toEqual({})
  expect(differences({ ...first, b: [1, 3], c: 'y' }, first)).toEqual({ b: [1, 3], c: 'y' })
})
