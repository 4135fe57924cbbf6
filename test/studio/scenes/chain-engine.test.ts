import { expect, test } from 'vitest'
import { selfAvoidingCoil } from '../../../scenes/index.js'
import { ChainTree } from '../../../src/entries/chains.js'
import { RateMeter, TimeMeter } from '../../../studio/engine/rate.js'
import { type ChainFrame, engine } from '../../../studio/scenes/chain/engine.js'
import { FoldingChain, startOf } from '../../../studio/scenes/chain/folding.js'
import { RADIUS, SPACING } from '../../../studio/scenes/chain/folding-sizes.js'
import { FIRST, lookOf, readChainState, STARTS, setupOf } from '../../../studio/scenes/chain/state.js'
import { testTask } from '../task.js'

/** Every two beads but neighbours. */
function nearest(p: ArrayLike<number>): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < p.length / 3; i++) {
    for (let j = i + 2; j < p.length / 3; j++) {
      least = Math.min(
        least,
        Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!),
      )
    }
  }
  return least
}

test.each(STARTS)('%s: bonds of one length, nothing touches, and it folds', (start) => {
  const p = startOf(start, 400, 3)
  for (let i = 1; i < 400; i++) {
    const bond = Math.hypot(...[0, 1, 2].map((k) => p[3 * i + k]! - p[3 * i - 3 + k]!))
    expect(bond).toBeCloseTo(SPACING, 3)
  }
  expect(nearest(p)).toBeGreaterThan(2 * RADIUS)
  const folding = new FoldingChain({ ...setupOf(FIRST), beads: 400, start })
  for (let k = 0; k < 200; k++) folding.step()
  expect(folding.taken).toBeGreaterThan(0)
  expect(nearest(folding.chain.positions())).toBeGreaterThan(2 * RADIUS)
  folding.chain.validate()
})

test('a coil that keeps clear of itself comes out of blind alleys, the same for the same seed', () => {
  const tight = selfAvoidingCoil(3000, 5, { spacing: 4, apart: 5 })
  expect(nearest(tight)).toBeGreaterThanOrEqual(5)
  expect(selfAvoidingCoil(3000, 5, { spacing: 4, apart: 5 })).toEqual(tight)
  expect(selfAvoidingCoil(3000, 6, { spacing: 4, apart: 5 })).not.toEqual(tight)
})

test('the engine folds to a step as plain Node code does, in one go or in pieces', async () => {
  const setup = { ...setupOf(FIRST), beads: 500 }
  const look = { ...lookOf(FIRST), level: 3, path: true }
  const side = engine.create()
  side.build({ setup, look })
  const task = testTask<ChainFrame>()
  await side.fold({ to: 170 }, task)
  side.step()
  const { value } = await side.fold({ to: 300 }, task)
  const folding = new FoldingChain(setup)
  while (folding.steps < 300) folding.step()
  const { steps, taken, volumeTests, leafTests, nodesUpdated } = value.numbers
  expect({ steps, taken, volumeTests, leafTests, nodesUpdated }).toEqual({
    steps: 300,
    taken: folding.taken,
    volumeTests: folding.volumeTests,
    leafTests: folding.leafTests,
    nodesUpdated: folding.nodesUpdated,
  })
  expect(value.positions).toEqual(Float32Array.from(folding.chain.positions()))
  expect(value.boxes).toEqual(Float32Array.from(folding.chain.boxes(3).boxes))
  expect(value.path).toHaveLength(15 * value.levels)
  expect(value.last).toEqual(folding.last)
  const [x, y, z, radius] = value.ball as [number, number, number, number]
  for (let i = 0; i < 500; i++) {
    const p = value.positions
    expect(Math.hypot(p[3 * i]! - x, p[3 * i + 1]! - y, p[3 * i + 2]! - z)).toBeLessThan(radius)
  }
})

test('the grid beside it gives the same answers, and both are timed', async () => {
  const side = engine.create()
  const look = { ...lookOf(FIRST), rival: 'grid-side' as const }
  side.build({ setup: { ...setupOf(FIRST), beads: 300, start: 'coil', width: 3 }, look })
  const task = testTask<ChainFrame>()
  const pictures = { ...task, progress: () => side.want() }
  let frame: ChainFrame
  let to = 0
  do {
    to += 4000
    frame = (await side.fold({ to }, pictures)).value
  } while (frame.numbers.rival.microsPerStep === 0)
  expect(frame.numbers.taken).toBeLessThan(frame.numbers.steps)
  expect(frame.numbers.rival.steps).toBeGreaterThan(0)
  expect(frame.numbers.rival.differences).toBe(0)
  expect(frame.numbers.microsPerStep).toBeGreaterThan(0)
})

test('a stop ends the folding with what there is; another chain ends it as well', async () => {
  const side = engine.create()
  const chain = { setup: { ...setupOf(FIRST), beads: 200 }, look: lookOf(FIRST) }
  side.build(chain)
  const task = testTask<ChainFrame>()
  const folding = side.fold({ to: Number.POSITIVE_INFINITY }, task)
  task.stop()
  const { steps } = (await folding).value.numbers
  expect(steps).toBeGreaterThan(0)
  const other = side.fold({ to: Number.POSITIVE_INFINITY }, testTask<ChainFrame>())
  side.build(chain)
  expect((await other).value.numbers.steps).toBeGreaterThan(steps)
})

test('a turn is checked all the way: copies lie on it, two beads touch where it says, and the chain stays as it is', async () => {
  const side = engine.create()
  const setup = { ...setupOf(FIRST), beads: 200, start: 'coil' as const, seed: 3 }
  side.build({ setup, look: lookOf(FIRST) })
  await side.fold({ to: 50 }, testTask<ChainFrame>())
  const { positions } = side.look(lookOf(FIRST)).value
  const chain = ChainTree.fromSpheres(Float64Array.from(positions), RADIUS)
  const turn = side.find({ seed: 1 })!
  for (const asked of [turn, { joint: 198, angle: 1 }, { joint: 100, angle: 0.2 }, { joint: 20, angle: -3 }]) {
    const { joint, angle } = asked
    const { value: way } = side.way(asked)
    const move = chain.checkMove([{ kind: 'rotate', ...asked }])
    expect(way.outcome).toBe(move.outcome)
    chain.rotate(joint, angle)
    expect(way.endFree).toBe(!chain.selfCollides())
    chain.undo()
    // The last copy: the chain turned as far as it goes.
    const share = way.at ?? 1
    chain.rotate(joint, angle * share)
    const there = chain.positions()
    chain.undo()
    const each = 3 * (198 - joint)
    expect(way.copies).toHaveLength(way.count * each)
    for (let i = 0; i < each; i++) {
      expect(way.copies[way.copies.length - each + i]).toBeCloseTo(there[3 * (joint + 2) + i]!, 3)
    }
    expect(way.pair === undefined).toBe(way.outcome === 'free')
    if (way.pair === undefined) continue
    // It is the first: what is before is free.
    expect(chain.checkMove([{ kind: 'rotate', joint, angle: angle * (share - 1e-5) }]).outcome).toBe('free')
    const [a, b] = [way.touching.subarray(0, 3), way.touching.subarray(3)]
    expect(Math.hypot(...a.map((x, k) => x - b[k]!))).toBeLessThanOrEqual(2 * RADIUS + 1e-4)
    way.pair.forEach((bead, k) => {
      for (let c = 0; c < 3; c++) expect(way.touching[3 * k + c]).toBeCloseTo(there[3 * bead + c]!, 3)
    })
  }
  const found = side.way(turn).value
  expect([found.outcome, found.endFree]).toEqual(['collision', true])
  expect(side.look(lookOf(FIRST)).value.positions).toEqual(positions)
})

test('what a link says of the chain is read, or refused in words', () => {
  expect(readChainState({ beads: 100, start: 'helix', level: 2, steps: 12 })).toEqual({
    beads: 100,
    start: 'helix',
    level: 2,
    steps: 12,
  })
  expect(() => readChainState({ beads: 5 })).toThrow('beads must be a whole number from 10 to 100000, not 5.')
  expect(() => readChainState({ start: 'ball' })).toThrow(/start must be one of serpentine, /)
  expect(() => readChainState({ width: 9 })).toThrow(/width/)
  expect(() => readChainState({ path: 1 })).toThrow(/path/)
  expect(readChainState({ joint: 12, angle: -1 })).toEqual({ joint: 12, angle: -1 })
  expect(() => readChainState({ joint: 1.5 })).toThrow(/joint/)
  expect(() => readChainState({ angle: 4 })).toThrow('angle must be a number from -3.15 to 3.15, not 4.')
})

test('the rate is that of the last second; a slice that was interrupted does not count', () => {
  const rate = new RateMeter()
  rate.start(0, 0)
  expect(rate.perSecond).toBe(0)
  for (let t = 10; t <= 3000; t += 10) rate.add(t <= 2000 ? t : 2000 + 5 * (t - 2000), t)
  expect(rate.perSecond).toBeCloseTo(5000, 0)
  const time = new TimeMeter(5)
  for (const ms of [1, 1, 90, 1, 1]) time.add(ms, 10)
  expect(time.micros).toBe(100)
})
