// In a world with 32 links or more in series, `firstContact` and `SegmentCheck` said `free` where something that bends stood in
// an obstacle: pairs of things that hang on no link were left out of the groups, although what bends is checked against what stands.
import { describe, expect, test } from 'vitest'
import { snakeArm } from '../../scenes/motion-snakes.js'
import { Necklace } from '../../src/entries/chains.js'
import { checkMotion, firstContact, SegmentCheck, sphere, World, worldDocument } from '../../src/entries/robots.js'
import { verifyCertificate } from '../../src/verify/index.js'

describe('a rope beside a long snake', () => {
  const centres = [5, 50, 0, 6, 50, 0, 7, 50, 0]

  test.each([
    ['in a ball', 50.5, 'collision'],
    ['clear of it', 51, 'free'],
  ])('%s', (_, y, expected) => {
    const ball = { name: 'ball', shape: sphere({ radius: 0.5, at: [6, y, 0] }) }
    const world = new World({ robots: [snakeArm(40)], obstacles: [ball] })
    world.addNecklace('rope', new Necklace(centres, 0.3, { neighbours: 1 }))
    const from = world.neutral()
    const to = from.map((q, k) => (k === 3 ? q + 0.05 : q))
    expect(world.collides(from)).toBe(expected === 'collision')
    expect(checkMotion(world, [from, to]).outcome).toBe(expected)
    expect(firstContact(world, [from, to]).outcome).toBe(expected)
    expect(new SegmentCheck(world, [from, to]).run().outcome).toBe(expected)
  })

  test('two ropes in each other', () => {
    const world = new World({ robots: [snakeArm(40)] })
    world.addNecklace('rope', new Necklace(centres, 0.3, { neighbours: 1 }))
    world.addNecklace(
      'other',
      new Necklace(
        centres.map((x) => x + 0.2),
        0.3,
        { neighbours: 1 },
      ),
    )
    const from = world.neutral()
    const to = from.map((q, k) => (k === 3 ? q + 0.05 : q))
    expect(firstContact(world, [from, to]).outcome).toBe('collision')
    expect(new SegmentCheck(world, [from, to]).run().outcome).toBe('collision')
  })

  test('obstacles beside it are left out of the groups as before: the certificate holds', () => {
    const obstacles = [0, 1, 2].map((k) => ({
      name: `ball${k}`,
      shape: sphere({ radius: 0.5, at: [20 + k / 2, 0, 0] }),
    }))
    const world = new World({ robots: [snakeArm(40)], obstacles })
    world.addNecklace('rope', new Necklace(centres, 0.3, { neighbours: 1 }))
    const from = world.neutral()
    const to = from.map((q, k) => (k === 3 ? q + 0.05 : q))
    const verdict = checkMotion(world, [from, to])
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(verdict.certificate())))
    expect(verified).toMatchObject({ valid: true, deforming: ['rope'] })
    expect(new SegmentCheck(world, [from, to]).run().outcome).toBe('free')
  })
})
