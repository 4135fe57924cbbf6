import { expect, test } from 'vitest'
import { box, ChainTree, Random } from '../../../src/entries/chains.js'
import { VOLUMES } from './driver.js'
import { inside } from './inside.js'

/** Every number a chain holds. */
function bits(chain: ChainTree): BigUint64Array {
  const { box, joints } = inside(chain)
  return new BigUint64Array([...new BigUint64Array(box.slice().buffer), ...new BigUint64Array(joints.slice().buffer)])
}

test.each(VOLUMES)('[undo] a thousand rounds of change and undo leave the same bits: %s', (volume) => {
  const random = new Random(5)
  const centres = Float64Array.from({ length: 3 * 137 }, () => random.range(-20, 20))
  const chain = ChainTree.fromSpheres(centres, 1, { volume })
  for (let k = 0; k < 50; k++) chain.rotate(random.integer(136), random.range(-3, 3))
  const before = bits(chain)
  const joints = chain.poses()
  for (let round = 0; round < 1000; round++) {
    const count = 1 + random.integer(random.unit() < 0.8 ? 1 : 40)
    chain.change(
      Array.from({ length: count }, () => ({
        kind: 'rotate' as const,
        joint: random.integer(136),
        angle: random.range(-3, 3),
      })),
    )
    if (random.unit() < 0.5) chain.selfCollides()
    chain.undo()
  }
  expect(bits(chain)).toEqual(before)
  expect(chain.poses()).toEqual(joints)
  chain.validate()
})

test('[undo] one change set, once, and none to begin with', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 4, 4, 0], 1)
  expect(chain.canUndo).toBe(false)
  expect(() => chain.undo()).toThrow('there is no change to undo')
  chain.rotate(0, 1)
  chain.rotate(1, 1)
  chain.undo()
  expect(() => chain.undo()).toThrow('there is no change to undo')
})

test.each(VOLUMES)('[undo] shapes come back too, and so does a chain of nothing but spheres: %s', (volume) => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 3, 0, 0, 3, 5], 1, { volume })
  const before = bits(chain)
  const reach = chain.closestPair()!.distance
  chain.change([
    { kind: 'shape', link: 2, shape: box({ size: [9, 9, 9] }) },
    { kind: 'rotate', joint: 1, angle: 2 },
    { kind: 'shape', link: 2, shape: box({ size: [9, 9, 8] }) },
  ])
  expect(chain.shape(2).kind).toBe('box')
  expect(chain.closestPair()!.distance).toBe(0)
  chain.validate()
  chain.undo()
  expect(chain.shape(2).kind).toBe('sphere')
  expect(bits(chain)).toEqual(before)
  expect(chain.closestPair()!.distance).toBe(reach)
  chain.validate()
})

test('[nothing-lost] a refused change leaves the last one undoable', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 4, 4, 0], 1)
  const before = chain.poses()
  chain.rotate(0, 1)
  expect(() => chain.rotate(7, 1)).toThrow('joint')
  expect(() =>
    chain.change([
      { kind: 'rotate', joint: 0, angle: 1 },
      { kind: 'rotate', joint: 1, angle: NaN },
    ]),
  ).toThrow('changes[1].angle')
  chain.undo()
  expect(chain.poses()).toEqual(before)
})
