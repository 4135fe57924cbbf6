// The integers of the GPU's kinematics, without a GPU: products, sines and poses beside exact ones.
import { expect, test } from 'vitest'
import { randomConfiguration } from '../../bench/gpu/near-contact.js'
import { POSE } from '../../src/base/math/pose.js'
import { Random, Robot, sphere, World } from '../../src/entries/robots.js'
import { FixedChain } from '../../src/gpu/fixed-chain.js'
import { EPSILON, fixedProduct, fixedSine, PRODUCT_ERROR, SINE_ERROR } from '../../src/gpu/kernels/fixed-point.js'
import { SLIDING } from '../../src/robots/model/body-layout.js'
import { cell, mixedArm } from '../golden/inputs.js'
import { manyCase } from '../oracle/robots/collide-many.js'
import { exactReadings, wholeOf } from './exact-reading.js'

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
  const chain = FixedChain.make(world.model())
  if (typeof chain === 'string') throw new Error(chain)
  let [place, turn] = [0, 0]
  for (const q of configurations) {
    const values = exactReadings(chain, q)
    if (values === undefined) continue
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
    if (typeof FixedChain.make(world.model()) === 'string') continue
    const within = configurations.filter((q) => world.outsideLimits(q).length === 0)
    const { place, turn } = worstErrors(world, within)
    expect(Math.max(place, turn), `seed ${seed}`).toBeLessThan(1)
    seen++
  }
  expect(seen).toBeGreaterThan(6)
})

/** How far whole numbers are from f·x + o in the units of the bodies, at most, with 120 digits; undefined where a value is not believed. */
function readingError(world: World, chain: FixedChain, q: Float64Array): number | undefined {
  const { layout } = world.model().kinematics
  const values = exactReadings(chain, q)
  if (values === undefined) return undefined
  let worst = 0
  const signed = (x: number): bigint => (x < 0 ? -wholeOf(-x) : wholeOf(x))
  for (let b = 1; b < chain.bodies; b++) {
    // In multiples of 2⁻²¹⁴⁸, times 2³²/2π or 1/η.
    const product = signed(layout.factors[b]!) * signed(q[layout.variables[b]!]!)
    const sum = product + (signed(layout.offsets[b]!) << 1074n)
    const [by, per] = layout.kinds[b] === SLIDING ? [1n << 1074n, wholeOf(chain.unit)] : [TURNS, 1n << 368n]
    // In multiples of 2⁻²⁰, modulo 2³².
    const exact = ((sum * by) << 20n) / (per << 2148n)
    const off = BigInt.asIntN(52, exact - (BigInt(values[b - 1]!) << 20n))
    worst = Math.max(worst, Math.abs(Number(off)) / 2 ** 20)
  }
  return worst
}

/** 2⁴⁰⁰/2π, by the series of Machin: π/4 = 4 arctan 1/5 − arctan 1/239. */
const TURNS = (() => {
  const bits = 460n
  const arctan = (n: bigint): bigint => {
    let [sum, power] = [0n, (1n << bits) / n]
    for (let k = 1n; power > 0n; k += 2n) {
      sum += k % 4n === 1n ? power / k : -(power / k)
      power /= n * n
    }
    return sum
  }
  const pi = 4n * (4n * arctan(5n) - arctan(239n))
  return (1n << (400n + bits)) / (2n * pi)
})()

test('[gpu-exact] joint values become the nearest whole numbers, and what is beyond limits or not finite is not believed', () => {
  const world = new World({ robots: [mixedArm()] })
  const { reader } = world.model()
  const { dof } = world
  // Some of the limits, as proved pairs rest on them.
  reader.restOn([{ variable: 0, lower: -1, upper: 0.5 }])
  const chain = FixedChain.make(world.model())
  if (typeof chain === 'string') throw new Error(chain)
  const random = new Random(7)
  const odd = [Number.NaN, Infinity, -Infinity, -1e7, 1e6 * (1 + 2 ** -50), 2 ** 300]
  const ends = [-1, 0.5, -0, 1e6, -1e6, 5e-324]
  let [within, worst] = [0, 0]
  for (let k = 0; k < 1200; k++) {
    const q = Float64Array.from({ length: dof }, () => random.range(-4, 4) * 2 ** -random.integer(8))
    if (k % 5 === 0) q[random.integer(dof)] = odd[random.integer(odd.length)]!
    else if (k % 5 === 1) q[k % 2 === 0 ? 0 : random.integer(dof)] = ends[random.integer(ends.length)]!
    const isSound = q.every((value) => Math.abs(value) <= 1e6) && reader.withinLimits(q)
    const error = readingError(world, chain, q)
    expect(error !== undefined, `configuration ${q.join(' ')}`).toBe(isSound)
    if (error === undefined) continue
    within++
    worst = Math.max(worst, error)
  }
  expect(within).toBeGreaterThan(100)
  expect(worst).toBeLessThan(0.5015)
  expect(worst).toBeGreaterThan(0.49)
})

test('[gpu-exact] joints that follow others, in any unit: off by less than 0.503, and never believed where that is not so', () => {
  const random = new Random(11)
  let [believed, refused, worst] = [0, 0, 0]
  for (let k = 0; k < 120; k++) {
    const size = 10 ** random.range(-6, 6)
    const slides = k % 2 === 0
    const range = slides ? size : 3
    const limits = { lower: -range, upper: range }
    const multiplier = k % 10 === 9 ? 0 : (random.integer(2) === 0 ? 1 : -1) * 10 ** random.range(-3, slides ? 0 : 7)
    const offset = k % 3 === 0 ? 0 : random.range(-1, 1) * (slides ? size : 10 ** random.range(-3, 6.2))
    const kind = slides ? 'prismatic' : 'revolute'
    const links = ['base', 'one', 'other'].map((name) => ({
      name,
      geometry: [{ shape: sphere({ radius: 0.01 * size }) }],
    }))
    const [one, other] = [
      { name: 'a', kind, parent: 'base', child: 'one', axis: [0, 0, 1], limits, origin: { at: [3 * size, 0, 0] } },
      {
        name: 'b',
        kind,
        parent: 'one',
        child: 'other',
        axis: [1, 0, 0],
        origin: { at: [0, 5 * size, 0] },
        mimic: { joint: 'a', multiplier, offset },
      },
    ] as const
    const world = new World({ robots: [new Robot({ name: 'r', links, joints: [one, other] })] })
    const chain = FixedChain.make(world.model())
    if (typeof chain === 'string') throw new Error(`case ${k}: ${chain}`)
    for (let i = 0; i < 40; i++) {
      const q = Float64Array.of(random.range(-range, range) * (i < 20 ? 1 : 2 ** -random.integer(60)))
      const value = multiplier * q[0]! + offset
      const error = readingError(world, chain, q)
      if (error === undefined) {
        expect(Math.abs(value), `case ${k}: ${q[0]}`).toBeGreaterThan(
          0.999 * (slides ? 2 ** 30 * chain.unit : 1e6) - Math.abs(2 * offset),
        )
        refused++
        continue
      }
      believed++
      worst = Math.max(worst, error)
      if (!slides) expect(Math.abs(value)).toBeLessThan(1.0001e6)
    }
  }
  expect(believed).toBeGreaterThan(3000)
  expect(refused).toBeGreaterThan(50)
  expect(worst).toBeLessThan(0.503)
})
