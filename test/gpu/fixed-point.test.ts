// The integers of the GPU's kinematics, without a GPU: products, sines and poses beside exact ones.
import { expect, test } from 'vitest'
import { randomConfiguration } from '../../bench/gpu/near-contact.js'
import { POSE } from '../../src/base/math/pose.js'
import { Random, World } from '../../src/entries/robots.js'
import { FixedChain } from '../../src/gpu/fixed-chain.js'
import { EPSILON, fixedProduct, fixedSine, PRODUCT_ERROR, SINE_ERROR } from '../../src/gpu/kernels/fixed-point.js'
import { SLIDING } from '../../src/robots/model/body-layout.js'
import { cell, mixedArm } from '../golden/inputs.js'
import { manyCase } from '../oracle/robots/collide-many.js'

test('[gpu-exact] products of integers are off by half, hardly more', () => {
  const random = new Random(1)
  const most = 2 ** 30 + 2 ** 14
  const some = (): number => Math.round(random.range(-most, most) * 2 ** -random.integer(28))
  const cases = [...Array.from({ length: 20_000 }, () => [some(), some()] as const)]
  const ends = [most, -most, 2 ** 30, -(2 ** 30), -(2 ** 30) - 1, 65535, -65536, 1, -1, 0]
  for (const a of ends) for (const b of ends) cases.push([a, b])
  let worst = 0
  for (const [a, b] of cases) {
    // In units of 2⁻³⁰: exact.
    const off = BigInt(fixedProduct(a, b)) * 2n ** 30n - BigInt(a) * BigInt(b)
    worst = Math.max(worst, Math.abs(Number(off)) / 2 ** 30)
  }
  expect(worst).toBeLessThan(PRODUCT_ERROR)
  expect(worst).toBeGreaterThan(0.49)
})

test('[gpu-exact] sines and cosines are off by less than three units', () => {
  const random = new Random(2)
  const out = new Int32Array(2)
  let worst = 0
  const angles = Array.from({ length: 100_000 }, () => Math.floor(random.range(-(2 ** 31), 2 ** 31)))
  for (let k = -4; k <= 4; k++) for (let d = -3; d <= 3; d++) angles.push((k * 2 ** 29 + d) | 0)
  for (const turns of angles) {
    fixedSine(out, turns)
    const angle = (turns / 2 ** 32) * 2 * Math.PI
    worst = Math.max(
      worst,
      Math.abs(out[0]! - Math.sin(angle) / EPSILON),
      Math.abs(out[1]! - Math.cos(angle) / EPSILON),
    )
  }
  expect(worst).toBeLessThan(SINE_ERROR)
  expect(worst).toBeGreaterThan(SINE_ERROR / 4)
})

/** The largest errors of places and of rows of rotations, each beside its bound. */
function worstErrors(world: World, configurations: readonly Float64Array[]): { place: number; turn: number } {
  const { kinematics } = world.model()
  const chain = FixedChain.make(kinematics.layout)
  if (typeof chain === 'string') throw new Error(chain)
  let [place, turn] = [0, 0]
  for (const q of configurations) {
    const values = new Int32Array(chain.bodies - 1)
    const doubtful = new Uint8Array(1)
    chain.writeValues(values, 1, q, 0, 1, doubtful)
    if (doubtful[0] === 1) continue
    const poses = chain.place(values)
    kinematics.update(q)
    for (let b = 1; b < chain.bodies; b++) {
      let distanceSq = 0
      for (let row = 0; row < 3; row++) {
        const exact = kinematics.poses.subarray(POSE * b + 4 * row, POSE * b + 4 * row + 4)
        const off = poses[POSE * b + 4 * row + 3]! * chain.unit + chain.origin[row]! - exact[3]!
        distanceSq += off * off
        // The body is turned so that its joint turns about z.
        let rowSq = 0
        for (let k = 0; k < 3; k++) {
          let own = 0
          for (let j = 0; j < 3; j++) own += exact[j]! * chain.turns[POSE * b + 4 * j + k]!
          rowSq += (poses[POSE * b + 4 * row + k]! * EPSILON - own) ** 2
        }
        turn = Math.max(turn, Math.sqrt(rowSq) / chain.turnError[b]!)
      }
      // Where the origin is far away, doubles are off by as much as that.
      const doubles = 2 ** -44 * (Math.hypot(...chain.origin) + chain.reach[b]!)
      place = Math.max(place, Math.sqrt(distanceSq) / (chain.placeError[b]! + doubles))
    }
  }
  return { place, turn }
}

test('[gpu-exact] poses in integers are off by less than the bound, and by more than a hundredth of it', () => {
  for (const world of [cell(), new World({ robots: [mixedArm()] })]) {
    const random = new Random(3)
    const all = Array.from({ length: 300 }, () => randomConfiguration(world, random))
    const { place, turn } = worstErrors(world, all)
    expect(place).toBeLessThan(1)
    expect(turn).toBeLessThan(1)
    expect(place).toBeGreaterThan(0.01)
    expect(turn).toBeGreaterThan(0.01)
  }
})

test('[gpu-exact] poses of random robots stay within the bound', () => {
  let seen = 0
  for (let seed = 1; seed <= 12; seed++) {
    const { world, configurations } = manyCase(seed, 8)
    if (typeof FixedChain.make(world.model().kinematics.layout) === 'string') continue
    const within = configurations.filter((q) => world.outsideLimits(q).length === 0)
    const { place, turn } = worstErrors(world, within)
    expect(Math.max(place, turn), `seed ${seed}`).toBeLessThan(1)
    seen++
  }
  expect(seen).toBeGreaterThan(6)
})

test('[gpu-exact] joint values become the nearest whole numbers, and what is beyond limits or not finite is marked', () => {
  const { reader, kinematics } = new World({ robots: [mixedArm()] }).model()
  const { layout } = kinematics
  const { dof } = layout
  const chain = FixedChain.make(layout)
  if (typeof chain === 'string') throw new Error(chain)
  // Some of the limits, as proved pairs rest on them.
  reader.restOn([{ variable: 0, lower: -1, upper: 0.5 }])
  const random = new Random(7)
  const [from, count] = [3, 1200]
  const q = Float64Array.from({ length: dof * (from + count) }, () => random.range(-4, 4) * 2 ** -random.integer(8))
  q[dof * 10 + 1] = Number.NaN
  q[dof * 700] = Infinity
  q[dof * 701] = -1e7
  const values = new Int32Array((chain.bodies - 1) * count)
  const doubtful = new Uint8Array(count)
  chain.writeValues(values, count, q, from, from + count, doubtful, reader.limitsByVariable())
  let [within, worst] = [0, 0]
  for (let k = 0; k < count; k++) {
    const own = q.subarray(dof * (from + k), dof * (from + k + 1))
    const isSound = own.every((value) => Math.abs(value) < 1e6) && reader.withinLimits(own)
    expect(doubtful[k], `configuration ${k}`).toBe(isSound ? 0 : 1)
    if (!isSound) continue
    within++
    for (let b = 1; b < chain.bodies; b++) {
      const value = layout.factors[b]! * own[layout.variables[b]!]! + layout.offsets[b]!
      const exact = layout.kinds[b] === SLIDING ? value / chain.unit : (value / (2 * Math.PI)) * 2 ** 32
      const off = exact - values[(b - 1) * count + k]!
      worst = Math.max(worst, Math.abs(off - 2 ** 32 * Math.round(off / 2 ** 32)))
    }
  }
  expect(within).toBeGreaterThan(10)
  expect(within).toBeLessThan(count / 2)
  expect(worst).toBeLessThan(0.5001)
})
