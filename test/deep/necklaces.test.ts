// The long comparison of necklaces with brute force: every family, motion, question and method. LIMBER_DEEP_STEPS sets how many steps;
// LIMBER_DEEP_SEED where they start. A failure prints the smallest case found that still fails.
import { expect, test } from 'vitest'
import { coiledRope, looseRope, packedRope } from '../../scenes/index.js'
import { Necklace, type NecklaceOptions, Random } from '../../src/entries/chains.js'
import { ballsOf, closestOf, containsExactly, gapIsRight, pairsOf } from '../oracle/chains/necklaces.js'
import { type CaseLimits, FAMILIES, MOTIONS, necklaceCase } from '../oracle/chains/necklaces-cases.js'
import { type Played, playNecklace } from '../oracle/chains/necklaces-drive.js'
import { demandCase } from '../oracle/chains/necklaces-shrink.js'
import { necklaceOf, WAYS } from '../oracle/chains/necklaces-ways.js'

const WANTED = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const SEED = Number(process.env.LIMBER_DEEP_SEED ?? 1)

function total(limits: CaseLimits, share: number, offset: number): Record<string, Played> {
  const sums = Object.fromEntries(WAYS.map(({ name }) => [name, { steps: 0, questions: 0, touching: 0, pairs: 0 }]))
  for (let seed = 1; Object.values(sums)[0]!.steps < share * WANTED; seed++) {
    const c = necklaceCase(SEED * 1e7 + offset + seed, limits)
    for (const { name, options, drive } of WAYS) {
      demandCase(c, (one) => playNecklace(one, (d) => necklaceOf(d, options), sums[name]!, drive), name)
    }
  }
  for (const [name, { steps, questions, touching, pairs }] of Object.entries(sums)) {
    console.info(
      `${name}: ${steps} steps, ${questions} questions, ${touching} of touching necklaces, ${pairs} pairs compared`,
    )
  }
  return sums
}

// A step and its questions are asked of seven ways and of brute force.
test.each([
  ['of up to 12 beads', { beads: 12, actions: 16 }, 0.3, 1],
  ['of up to 60 beads', { beads: 60, actions: 16 }, 0.12, 2e6],
  ['of up to 500 beads', { beads: 500, actions: 12 }, 0.01, 4e6],
  ['in the plane', { beads: 60, actions: 12, dimension: 2 }, 0.05, 6e6],
] as const)('[necklace-exact] necklaces %s', (_, limits, share, offset) => {
  for (const { steps, touching } of Object.values(total(limits, share, offset))) {
    expect(steps).toBeGreaterThan(0)
    expect(touching).toBeGreaterThan(0)
  }
})

test.each(Object.keys(FAMILIES))(
  '[cages] a long life: %s, hundreds of steps, cages as if built anew after each',
  (name) => {
    const random = new Random(SEED)
    const family = FAMILIES[name]!
    const motions = Object.keys(MOTIONS)
    const rule = { neighbours: 1, closed: false, exclude: undefined }
    let lie = family(random, 60, 3)
    const make = (options: NecklaceOptions): Necklace => new Necklace(lie.centres, lie.radii, options)
    const kept = (['naive', 'cascade', 'frontier'] as const).map((verification) =>
      make({ method: 'cages', experimental: { verification } }),
    )
    const all = [...kept, make({}), make({ method: 'grid' }), make({ method: 'power-diagram' })]
    const steps = Math.max(30, Math.round(WANTED / 300))
    for (let k = 0; k < steps; k++) {
      // Long gentle stretches, which is what frontiers are for.
      const motion = Math.trunc(k / 50) % 2 === 0 && k % 25 !== 0 ? 'gentle' : motions[random.integer(motions.length)]!
      let next = MOTIONS[motion]!(random, lie, 3, family)
      // A life of growing ends nowhere: begin anew.
      if (next.radii.some((r) => r > 1e3) || next.centres.some((x) => Math.abs(x) > 1e12)) next = family(random, 60, 3)
      const undone = random.integer(10) === 0
      for (const one of all) {
        one.step(next.centres, next.radii)
        if (undone) one.undo()
      }
      if (!undone) lie = next
      const balls = ballsOf(3, lie.centres, lie.radii)
      const at = `${name}, step ${k}, ${motion}`
      const fresh = make({ method: 'cages' }).cages()
      const trees = kept.map((one) => one.cages())
      for (let c = 0; c < fresh.count; c++) {
        const ball = (from: Float64Array): Float64Array => from.subarray(4 * c, 4 * c + 4)
        const size = Math.max(...ball(fresh.balls).map(Math.abs))
        for (const tree of trees) {
          // All ways to verify come to the same cages, to the bit.
          expect(ball(tree.balls), at).toEqual(ball(trees[0]!.balls))
          expect(Math.abs(ball(tree.balls)[3]! - ball(fresh.balls)[3]!), at).toBeLessThanOrEqual(1e-12 * size)
        }
        for (let i = fresh.first[c]!; i < fresh.first[c]! + fresh.beads[c]!; i++) {
          if (!containsExactly(trees[0]!.balls, c, balls, i))
            throw new Error(`${at}: cage ${c} does not hold bead ${i}`)
        }
      }
      const closest = closestOf(balls, rule)!
      const touches = pairsOf(balls, rule).gaps.length > 0
      for (const [w, one] of all.entries()) {
        expect(one.selfCollides(), at).toBe(touches)
        const { a, b, signedDistance: gap } = one.closestPair()!
        if (w < 3 || w === 4) expect({ a, b, gap }, at).toEqual(closest)
        else expect(gapIsRight(balls, closest.a, closest.b, gap, 32), at).toBe(true)
      }
    }
  },
)

test.each([
  ['loose', looseRope],
  ['coiled', coiledRope],
  ['packed', packedRope],
] as const)(
  '[necklace-methods] ropes of 10,000 beads, %s: cages, a grid and auto say the same to the last bit, for hundreds of frames',
  (_, make) => {
    const scene = make(10_000, 7)
    const all = WAYS.filter(({ name }) => name !== 'power diagram').map(
      ({ options }) => new Necklace(scene.centres, scene.radius, options),
    )
    const frames = Math.max(3, Math.min(300, Math.round(WANTED / 1000)))
    let touching = 0
    for (let k = 1; k <= frames; k++) {
      const centres = scene.frame(k)
      // Now and then so thick that it touches.
      const radius = k % 10 === 0 ? 0.69 : scene.radius
      const said = all.map((necklace) => {
        necklace.step(centres, radius)
        const { pairs, signedDistances } = necklace.selfCollisions()
        const { a, b, signedDistance } = necklace.closestPair()!
        return { collides: necklace.selfCollides(), pairs, signedDistances, a, b, signedDistance }
      })
      for (const one of said) expect(one).toEqual(said[0])
      if (said[0]!.collides) touching++
    }
    for (const necklace of all) necklace.validate()
    console.info(`${scene.name}: ${frames} frames, ${touching} touching`)
    expect(touching).toBeLessThan(frames)
  },
)
