// Detailed balance of replica exchange: all states of a small system can be counted, and each temperature must see each of them as
// often as Boltzmann says, swaps or not; pairs of states at two temperatures, as often as the product. χ² with fixed seeds; the
// same test must notice swaps by a wrong rule.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { replicaExchange } from '../../../src/molecules/monte-carlo/replica-exchange.js'
import { ReplicaLadder } from '../../../src/molecules/monte-carlo/replica-ladder.js'
import { McReplica } from '../../../src/molecules/monte-carlo/replica-system.js'
import { GridTorsions, gridTable } from './monte-carlo-beads.js'
import { deviate } from './monte-carlo-deviate.js'

const TORSIONS = 2
const LEVELS = 4
const STATES = LEVELS ** TORSIONS
const TABLE = gridTable(TORSIONS, LEVELS, 7)
const TEMPERATURES = [0.35, 0.9]
const ROUNDS = 40_000
/** Rounds between two that are counted: enough for samples that hardly know of each other. */
const THIN = 4

function boltzmann(temperature: number): Float64Array {
  const weights = TABLE.map((energy) => Math.exp(-energy / temperature))
  const total = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / total)
}

test.each([1, 2])('[monte-carlo] two temperatures, every pair of states: seed %i', async (seed) => {
  const systems = TEMPERATURES.map(() => new GridTorsions(TORSIONS, LEVELS, TABLE))
  const replicas = systems.map((system, k) => new McReplica(system, { seed: 10 * seed + k }))
  const pairs = new Float64Array(STATES * STATES)
  const { ladders } = await replicaExchange(replicas, {
    temperatures: TEMPERATURES,
    rounds: ROUNDS,
    movesPerRound: 6,
    seed,
    keepSamples: false,
    onRound: ({ round, ladders: [ladder] }) => {
      const [low, high] = [0, 1].map((rung) => systems[ladder!.replicaAt[rung]!]!.index)
      if (round % THIN === 0) pairs[low! * STATES + high!]!++
    },
  })
  expect(ladders[0]!.swapped[0]! / ladders[0]!.tried[0]!).toBeGreaterThan(0.2)
  const [low, high] = TEMPERATURES.map(boltzmann)
  const product = Float64Array.from(pairs, (_, k) => low![Math.floor(k / STATES)]! * high![k % STATES]!)
  expect(Math.abs(deviate(pairs, product))).toBeLessThan(3.1)
})

/** The same by hand, states drawn anew before each swap, which is decided by `rule`: how far the lower temperature is off. */
function offBy(exchange: (ladder: ReplicaLadder, energies: Float64Array) => void): number {
  const random = new Random(5)
  const ladder = new ReplicaLadder({ temperatures: TEMPERATURES, seed: 6 })
  const shares = TEMPERATURES.map(boltzmann)
  const draw = (of: Float64Array): number => {
    let u = random.unit()
    let k = 0
    while (u >= of[k]! && k + 1 < STATES) u -= of[k++]!
    return k
  }
  const counts = new Float64Array(STATES)
  for (let n = 0; n < ROUNDS / THIN; n++) {
    const states = [0, 1].map((replica) => draw(shares[ladder.rungOf[replica]!]!))
    exchange(
      ladder,
      Float64Array.from(states, (state) => TABLE[state]!),
    )
    counts[states[ladder.replicaAt[0]!]!]!++
  }
  return deviate(counts, shares[0]!)
}

test('the test sees swaps by a wrong rule', () => {
  expect(Math.abs(offBy((ladder, energies) => ladder.exchange(energies)))).toBeLessThan(3.1)
  // Half of the difference, and none of it.
  expect(offBy((ladder, energies) => ladder.exchange(energies.map((e) => e / 2)))).toBeGreaterThan(6)
  expect(offBy((ladder) => ladder.exchange([0, 0]))).toBeGreaterThan(6)
})
