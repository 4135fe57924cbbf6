import { expect, test } from 'vitest'
import { ChainTree, InvalidInputError, sphere } from '../../../src/index.js'

const bent = [0, 0, 0, 4, 0, 0, 4, 4, 0, 4, 4, 4]

/** An array that holds itself. */
function loop(): number[] {
  const a: unknown[] = []
  a.push(a)
  return a as number[]
}

function refusal(work: () => unknown): InvalidInputError {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError)
    return error as InvalidInputError
  }
  throw new Error('it was not refused')
}

test.each([
  ['centres', () => ChainTree.fromSpheres([], 1)],
  ['centres', () => ChainTree.fromSpheres([1, 2, 3, 4], 1)],
  ['centres[4]', () => ChainTree.fromSpheres([0, 0, 0, 1, Number.NaN, 0], 1)],
  ['centres[0]', () => ChainTree.fromSpheres([Infinity, 0, 0], 1)],
  ['centres[0]', () => ChainTree.fromSpheres([1e300, 0, 0], 1)],
  ['radius', () => ChainTree.fromSpheres(bent, 0)],
  ['radius', () => ChainTree.fromSpheres(bent, -1)],
  ['radius', () => ChainTree.fromSpheres(bent, Number.NaN)],
  ['radius', () => ChainTree.fromSpheres(bent, [1, 1])],
  ['radius[2]', () => ChainTree.fromSpheres(bent, [1, 1, -3, 1])],
  ['neighbours', () => ChainTree.fromSpheres(bent, 1, { neighbours: -1 })],
  ['experimental.merge', () => ChainTree.fromSpheres(bent, 1, { experimental: { merge: 'best' as 'cab' } })],
  ['boxes', () => ChainTree.fromSpheres(bent, 1, { boxes: 'wide' as 'loose' })],
  ['volume', () => ChainTree.fromSpheres(bent, 1, { volume: 'sphere' as 'rss' })],
  ['linksPerLeaf', () => ChainTree.fromSpheres(bent, 1, { linksPerLeaf: 0 })],
  ['exclude', () => ChainTree.fromSpheres(bent, 1, { exclude: true as never })],
  ['base', () => ChainTree.fromSpheres(bent, 1, { base: [1, 2, 3] })],
  ['options', () => ChainTree.fromSpheres(bent, 1, null as never)],
  ['neighbors', () => ChainTree.fromSpheres(bent, 1, { neighbors: 0 } as never)],
  ['base.rotation', () => ChainTree.fromSpheres(bent, 1, { base: { rotation: null as never } })],
  ['base.position', () => ChainTree.fromSpheres(bent, 1, { base: { position: [1, 2, 3] } as never })],
  ['base.at[0]', () => ChainTree.fromSpheres(bent, 1, { base: { at: [1e300, 0, 0] } })],
  ['centres[3]', () => ChainTree.fromSpheres([-1e60, 0, 0, 1e60, 0, 0], 1)],
  ['radius', () => ChainTree.fromSpheres(bent, 1e61)],
  ['radius[0]', () => ChainTree.fromSpheres([0, 0, 0], loop())],
  ['sphere.centre', () => sphere({ radius: 1, centre: [5, 0, 0] } as never)],
  ['shapes', () => ChainTree.fromLinks([], [])],
  ['shapes[0]', () => ChainTree.fromLinks([undefined as never], [])],
  ['shapes[0].kind', () => ChainTree.fromLinks([{ kind: 'cone' } as never], [])],
  ['shapes[0].radius', () => ChainTree.fromLinks([{ kind: 'sphere', radius: -1, centre: new Float64Array(3) }], [])],
  ['joints.length', () => ChainTree.fromLinks([sphere({ radius: 1 })], [{ at: [1, 0, 0] }])],
  ['joints[0].at[1]', () => ChainTree.fromLinks([sphere({ radius: 1 }), sphere({ radius: 1 })], [{ at: [1, NaN, 0] }])],
  [
    'joints[0]',
    () =>
      ChainTree.fromLinks(
        [sphere({ radius: 1 }), sphere({ radius: 1 })],
        [{ rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1.1] }],
      ),
  ],
  [
    'joints[0]',
    () =>
      ChainTree.fromLinks([sphere({ radius: 1 }), sphere({ radius: 1 })], [{ rotation: [1, 0, 0, 0, 1, 0, 0, 0, -1] }]),
  ],
])('[never-pretends] a chain that cannot be is refused: %s', (field, work) => {
  const error = refusal(work)
  expect(error.field).toBe(field)
  expect(error.message).toContain(`${field} must be`)
})

test.each([
  ['joint', -1, (c: ChainTree) => c.rotate(-1, 1)],
  ['joint', 3, (c: ChainTree) => c.rotate(3, 1)],
  ['joint', 0.5, (c: ChainTree) => c.rotate(0.5, 1)],
  ['joint', undefined, (c: ChainTree) => c.rotate(undefined as never, 1)],
  ['angle', NaN, (c: ChainTree) => c.rotate(0, NaN)],
  ['angle', Infinity, (c: ChainTree) => c.rotate(0, Infinity)],
  ['angle', '1', (c: ChainTree) => c.rotate(0, '1' as never)],
  ['axis', [0, 0, 0], (c: ChainTree) => c.rotate(0, 1, [0, 0, 0])],
  ['axis', [1, 2], (c: ChainTree) => c.rotate(0, 1, [1, 2])],
  ['axis[2]', NaN, (c: ChainTree) => c.rotate(0, 1, [1, 2, NaN])],
  ['pivot[0]', NaN, (c: ChainTree) => c.rotate(0, 1, [1, 2, 3], [NaN, 0, 0])],
  ['distance', NaN, (c: ChainTree) => c.slide(0, NaN)],
  ['translation', 1e300, (c: ChainTree) => c.slide(0, 1e300, [1, 0, 0])],
  ['pose', undefined, (c: ChainTree) => c.setJoint(0, undefined as never)],
  ['pose.at[0]', NaN, (c: ChainTree) => c.setJoint(0, { at: [NaN, 0, 0] })],
  ['pose', undefined, (c: ChainTree) => c.setJoint(0, [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0])],
  ['pose.rotation', undefined, (c: ChainTree) => c.setJoint(0, { rotation: [1, 1, 1, 1] })],
  ['link', 4, (c: ChainTree) => c.setShape(4, sphere({ radius: 1 }))],
  ['shape.radius', 0, (c: ChainTree) => c.setShape(0, { kind: 'sphere', radius: 0, centre: new Float64Array(3) })],
  ['changes', undefined, (c: ChainTree) => c.change(undefined as never)],
  [
    'changes[1].kind',
    'bend',
    (c: ChainTree) => c.change([{ kind: 'rotate', joint: 1, angle: 1 }, { kind: 'bend' } as never]),
  ],
  ['changes[0]', null, (c: ChainTree) => c.change([null as never])],
  [
    'changes[0].axes',
    [0, 0, 1],
    (c: ChainTree) => c.change([{ kind: 'rotate', joint: 0, angle: 1, axes: [0, 0, 1] } as never]),
  ],
  ['pose.position', [5, 0, 0], (c: ChainTree) => c.setJoint(0, { position: [5, 0, 0] } as never)],
  ['distance', -1, (c: ChainTree) => c.pairsWithin(-1)],
  ['distance', NaN, (c: ChainTree) => c.pairsWithin(NaN)],
  ['i', 4, (c: ChainTree) => c.relativePose(4, 0)],
  ['joint', 3, (c: ChainTree) => c.jointPose(3)],
  ['other', 5, (c: ChainTree) => c.collidesWith(5 as never)],
  ['pose', undefined, (c: ChainTree) => c.distanceTo(c, { at: [1, 0, 0] })],
])('[never-pretends] %s = %s is refused by name, and the chain is as it was', (field, value, work) => {
  const chain = ChainTree.fromSpheres(bent, 1)
  const before = chain.poses()
  const error = refusal(() => work(chain))
  expect(error.field).toBe(field)
  if (value !== undefined) expect(error.value).toEqual(value)
  expect(chain.poses()).toEqual(before)
  expect(chain.canUndo).toBe(false)
  chain.validate()
})

test('[never-pretends] links that share an origin have no bond to turn about', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 0, 0, 0, 4, 0, 0], 1)
  expect(refusal(() => chain.rotate(0, 1)).field).toBe('axis')
  chain.rotate(0, 1, [0, 0, 1])
  chain.validate()
})
