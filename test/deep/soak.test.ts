// Soak: ten million Monte Carlo moves and a million motion checks. Memory stays flat, nothing drifts beyond what is promised, every
// structure is as it should be all along. `npm run test:deep -- test/deep/soak.test.ts`; LIMBER_DEEP_STEPS scales it (a hundred moves
// and ten checks each).
import { expect, test } from 'vitest'
import { clutter, meshArm } from '../../scenes/index.js'
import { lennardJones } from '../../src/entries/molecules.js'
import { checkMotion, firstContact, type MotionVerdict, Random, World } from '../../src/entries/robots.js'
import { Metropolis } from '../../src/molecules/monte-carlo/metropolis.js'
import { ProteinSystem, type ProteinSystemOptions } from '../../src/molecules/monte-carlo/monte-carlo-protein.js'
import { Protein } from '../../src/molecules/protein/protein.js'
import { peptide } from '../molecules/monte-carlo/monte-carlo-peptide.js'
import { BruteProtein } from '../oracle/molecules/brute-protein.js'
import { bruteLennardJones } from '../oracle/molecules/energy.js'
import { MemoryWatch } from './memory.js'

const STEPS = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const MOVES = 100 * STEPS
const CHECKS = 10 * STEPS
/** How often all is looked at along the way. */
const LOOKS = 60

/** Bytes, in a third of the way: a leak of half a byte a move, or of one and a half a check, is more in a full run. */
const FLAT = 2 ** 19

/** What is promised ([energy]): relative to the energy; Å; radians. */
const ENERGY = 1e-9
const GEOMETRY = 1e-6

test('the watch sees a leak, and none where there is none', () => {
  const kept: Float64Array[] = []
  const [leaking, flat] = [new MemoryWatch(), new MemoryWatch()]
  for (let k = 0; k < 12; k++) {
    kept.push(new Float64Array(2 ** 16))
    leaking.sample()
  }
  for (let k = 0; k < 12; k++) {
    kept[k % 3] = new Float64Array(2 ** 16)
    flat.sample()
  }
  expect(leaking.growth).toBeGreaterThan(FLAT)
  expect(flat.growth).toBeLessThanOrEqual(FLAT)
  expect(kept).toHaveLength(12)
})

const STIFFNESS = 50
const [SIGMA, EPSILON, CUTOFF, CAP] = [3.2, 0.2, 9, 100]
const TURNS: ProteinSystemOptions = { pivot: { width: 0.3, uniform: 0.5 } }

const WALKS: readonly (readonly [string, number, ProteinSystemOptions, Readonly<Record<string, number>>])[] = [
  ['sums of blocks', 0.4, { ...TURNS, keep: 'blocks' }, { pivot: 1, 'side-chain': 1 }],
  ['sums in a tree', 0.3, { ...TURNS, keep: 'nodes' }, { pivot: 1, 'side-chain': 1 }],
  [
    'crankshafts',
    0.3,
    { ...TURNS, crankshaft: { stiffness: STIFFNESS } },
    { pivot: 1, crankshaft: 1, 'side-chain': 1 },
  ],
]

test.each(WALKS)('[energy] [monte-carlo] ten million moves: %s', (name, share, options, moves) => {
  const protein = new Protein(peptide(), { atoms: 'flexible-sidechains' })
  const term = lennardJones({ sigma: SIGMA, epsilon: EPSILON, cutoff: CUTOFF, cap: CAP })
  const system = new ProteinSystem(protein, { terms: [term], ...options })
  const walker = new Metropolis(system, new Random(5), moves)
  const stiffness = moves.crankshaft === undefined ? undefined : STIFFNESS
  const oracle = new BruteProtein(protein, bruteLennardJones(EPSILON, SIGMA, CUTOFF, CAP), stiffness)
  const memory = new MemoryWatch()
  const worst = { energy: 0, length: 0, angle: 0 }
  const perLook = Math.ceil((share * MOVES) / LOOKS)
  let accepted = 0
  for (let look = 0; look < LOOKS; look++) {
    for (let k = 0; k < perLook; k++) if (walker.step(2)) accepted++
    const x = protein.coordinates()
    const { energy, scale } = oracle.energy(x)
    worst.energy = Math.max(worst.energy, Math.abs(system.energy - energy) / Math.max(Math.abs(energy), scale / 1000))
    const { length, angle } = oracle.changed(x)
    worst.length = Math.max(worst.length, length)
    worst.angle = Math.max(worst.angle, angle)
    expect(oracle.pairs(x, 1)).toEqual([])
    protein.validate()
    memory.sample()
  }
  console.log(
    `${name}: ${(LOOKS * perLook).toLocaleString('en')} moves, ${accepted.toLocaleString('en')} accepted; ${memory.describe()}; ` +
      `energy off by ${worst.energy.toExponential(1)}, bond lengths by ${worst.length.toExponential(1)} Å, angles by ${worst.angle.toExponential(1)}`,
  )
  expect(accepted).toBeGreaterThan(LOOKS)
  expect(worst.energy).toBeLessThanOrEqual(ENERGY)
  expect(Math.max(worst.length, worst.angle)).toBeLessThanOrEqual(GEOMETRY)
  expect(memory.growth, memory.describe()).toBeLessThanOrEqual(FLAT)
})

/** Places along a motion at which a verdict is held against plain collision tests, and how often one is. */
const SAMPLES = 50
const JUDGED = 500

test('[motion-free] a million motion checks in one world that changes', () => {
  const robot = meshArm(60)
  const boxes = clutter(4, 12, 1, robot)
  const obstacles = boxes.map(({ name, shape, pose }) => ({ name, shape, pose }))
  const world = new World({ robots: [robot], obstacles })
  const random = new Random(9)
  const draw = (): Float64Array =>
    Float64Array.from(robot.lower, (lower, i) => random.range(Math.max(lower, -3), Math.min(robot.upper[i]!, 3)))
  const step = (from: Float64Array): Float64Array =>
    from.map((x, i) => Math.min(robot.upper[i]!, Math.max(robot.lower[i]!, x + random.range(-0.05, 0.05))))
  const firsts = Array.from({ length: 200 }, () => {
    const from = draw()
    return [from, step(from)] as const
  })
  const before = firsts.map((motion) => summary(checkMotion(world, motion)))
  const memory = new MemoryWatch()
  const counts: Record<string, number> = {}
  let judged = 0
  const perLook = Math.ceil(CHECKS / LOOKS)
  for (let look = 0, q = draw(); look < LOOKS; look++) {
    // The obstacles are there in the end as in the beginning, in the same order.
    world.removeObstacle(boxes[boxes.length - 1]!.name)
    for (let k = 0; k < perLook; k++) {
      if (k === perLook >> 1) world.addObstacle(obstacles[obstacles.length - 1]!)
      const to = step(q)
      const verdict = checkMotion(world, [q, to])
      counts[verdict.outcome] = (counts[verdict.outcome] ?? 0) + 1
      if (k % JUDGED === 0) {
        const seen = touches(world, q, to)
        if (verdict.outcome === 'free') expect(seen).toBe(false)
        // Wherever it touches at a sample, it is a collision.
        if (seen) expect(verdict.outcome).toBe('collision')
        if (verdict.outcome === 'collision') expect(firstContact(world, [q, to]).outcome).toBe('collision')
        judged++
      }
      // A walk that leaves what it touches, now and then from elsewhere.
      q = k % 1000 === 999 ? draw() : to
    }
    world.validate()
    memory.sample()
  }
  expect(firsts.map((motion) => summary(checkMotion(world, motion)))).toEqual(before)
  console.log(
    `${(LOOKS * perLook).toLocaleString('en')} checks: ${JSON.stringify(counts)}, ${judged} judged by samples; ${memory.describe()}`,
  )
  expect(counts.free).toBeGreaterThan(LOOKS)
  expect(counts.collision).toBeGreaterThan(LOOKS)
  expect(memory.growth, memory.describe()).toBeLessThanOrEqual(FLAT)
})

/** All of a verdict that does not depend on the clock: to be the same after a million others. */
function summary(verdict: MotionVerdict): unknown {
  const { volumeTests, leafTests, intervals } = verdict.stats
  const at = verdict.outcome === 'collision' ? verdict.at : undefined
  return { outcome: verdict.outcome, at, volumeTests, leafTests, intervals }
}

function touches(world: World, from: Float64Array, to: Float64Array): boolean {
  for (let k = 0; k <= SAMPLES; k++) {
    if (world.collides(from.map((x, i) => x + (k / SAMPLES) * (to[i]! - x)))) return true
  }
  return false
}
