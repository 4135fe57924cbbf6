// The quick ways into a chain against its public ones: the same bits, the same answers; and links of several spheres.
import { afterEach, describe, expect, test } from 'vitest'
import { POSE } from '../../../src/base/math/pose.js'
import { putJoint, putSpheres, swing } from '../../../src/chains/chain/chain-quick.js'
import {
  checkSpheres,
  gapOfSpheres,
  SphereList,
  spheresInterval,
  spheresOf,
} from '../../../src/chains/chain/chain-spheres.js'
import { setWasmEnabled } from '../../../src/chains/chain/chain-wasm.js'
import { ChainTree, group, Random, type Shape, sphere } from '../../../src/entries/chains.js'
import { CRANK_ROUNDING, crank } from '../../../src/molecules/protein/protein-crank.js'

afterEach(() => setWasmEnabled(true))

const ARRAYS = ['box', 'ends', 'slack', 'aligned', 'balls', 'frames', 'joints', 'localBalls'] as const

function expectSameBits(a: ChainTree, b: ChainTree): void {
  const arrays = (chain: ChainTree) => chain.core.body.arrays
  for (const name of ARRAYS) {
    const [p, q] = [a, b].map((chain) => {
      const { buffer, byteOffset, byteLength } = arrays(chain)[name]
      return new Uint8Array(buffer, byteOffset, byteLength)
    }) as [Uint8Array, Uint8Array]
    if (Buffer.compare(p, q) !== 0) expect(arrays(a)[name], name).toEqual(arrays(b)[name])
  }
}

function randomSpheres(random: Random, most: number, reach = 0.6): Float64Array {
  const count = 1 + random.integer(most)
  const number = (k: number) => (k % 4 === 3 ? random.range(0.2, 0.5) : random.range(-reach, reach))
  return Float64Array.from({ length: 4 * count }, (_, k) => number(k))
}

function groupOf(spheres: Float64Array): Shape {
  const parts = Array.from({ length: spheres.length / 4 }, (_, k) =>
    sphere({ radius: spheres[4 * k + 3]!, at: spheres.subarray(4 * k, 4 * k + 3) }),
  )
  return group(parts)
}

/** A chain of groups and spheres, loose enough to be free now and then. */
function makeChain(random: Random, links: number): ChainTree {
  const shapes = Array.from({ length: links }, () =>
    random.integer(2) === 0 ? sphere({ radius: 0.5 }) : groupOf(randomSpheres(random, 5)),
  )
  const joints = Array.from({ length: links - 1 }, () => ({
    at: [1.8, random.range(-0.6, 0.6), random.range(-0.6, 0.6)],
  }))
  return ChainTree.fromLinks(shapes, joints, { neighbours: 1 })
}

function jointsOf(chain: ChainTree): Float64Array {
  const out = new Float64Array(POSE * (chain.size - 1))
  for (let j = 0; j + 1 < chain.size; j++) out.set(chain.jointPose(j), j * POSE)
  return out
}

describe('quick ways into a chain', () => {
  test.each([true, false])('same bits and answers as the public ways; with WebAssembly: %s', (wasm) => {
    setWasmEnabled(wasm)
    const hits = [0, 0, 0]
    const frees = [0, 0, 0]
    for (let seed = 1; seed <= 3; seed++) {
      const [one, two] = [makeChain(new Random(seed), 150), makeChain(new Random(seed), 150)]
      const { core } = one
      const random = new Random(100 + seed)
      for (let step = 0; step < 400; step++) {
        const joints = jointsOf(one)
        const kind = random.integer(3)
        if (kind === 0) {
          const joint = random.integer(one.size - 1)
          const other = makeTurned(joints, joint, random)
          putJoint(core, joint, other, joint * POSE)
          two.setJoint(joint, other.slice(joint * POSE, (joint + 1) * POSE))
        } else if (kind === 1) {
          const link = random.integer(one.size)
          const spheres = randomSpheres(random, 4, 1.5)
          putSpheres(core, link, spheres)
          two.setShape(link, groupOf(spheres))
        } else {
          const a = random.integer(one.size - 4)
          const b = a + 3 + random.integer(Math.min(20, one.size - a - 3))
          const turned = CRANK_ROUNDING * (b - a + 2)
          const lengths = crank(joints, joints.slice(), a, b, random.range(-2, 2))
          swing(core, a, b - 1, joints, turned, turned * lengths)
          two.change(
            [a, b - 1].map((joint) => ({ kind: 'set', joint, pose: joints.slice(joint * POSE, (joint + 1) * POSE) })),
          )
        }
        expectSameBits(one, two)
        // Not every change is asked about: what was not asked must not be forgotten.
        if (random.integer(5) === 0) continue
        const hit = one.selfCollides()
        expect(hit, JSON.stringify({ wasm, seed, step, kind })).toBe(two.selfCollides())
        ;(hit ? hits : frees)[kind]!++
        if (hit ? random.integer(10) > 0 : random.integer(3) === 0) {
          one.undo()
          two.undo()
          expectSameBits(one, two)
        }
        if (step % 40 === 0) one.validate()
      }
    }
    for (const kind of [0, 1, 2]) expect(Math.min(hits[kind]!, frees[kind]!), `${hits} ${frees}`).toBeGreaterThan(20)
  })

  test('what a swing leaves where it was is tested again where there is no room for rounding', () => {
    // Links 0 and 8 a hair apart: what is between swings, thousands of times.
    for (const gap of [1e-13, 1e-9, 1e-5, 1e-3]) {
      const centres: number[] = [0, 0, 0]
      for (let i = 1; i < 8; i++) {
        const angle = (Math.PI * i) / 4
        centres.push(3 * (1 - Math.cos(angle)), 3 * Math.sin(angle), 0)
      }
      centres.push(0, 0, 1 + gap)
      const make = () => ChainTree.fromSpheres(centres, 0.5, { neighbours: 1 })
      const [one, two] = [make(), make()]
      const { core } = one
      const random = new Random(7)
      let clashes = 0
      for (let step = 0; step < 1000; step++) {
        const joints = jointsOf(one)
        const lengths = crank(joints, joints.slice(), 1, 7, random.range(-0.3, 0.3))
        swing(core, 1, 6, joints, CRANK_ROUNDING * 8, CRANK_ROUNDING * 8 * lengths)
        two.change(
          [1, 6].map((joint) => ({ kind: 'set', joint, pose: joints.slice(joint * POSE, (joint + 1) * POSE) })),
        )
        const hit = one.selfCollides()
        expect(hit, JSON.stringify({ gap, step })).toBe(two.selfCollides())
        if (hit) clashes++
        if (hit || random.integer(2) === 0) {
          one.undo()
          two.undo()
        }
      }
      // Rounding closes the smallest of the gaps sooner or later; nothing closes the others.
      if (gap > 1e-12) expect(clashes).toBe(0)
    }
  })

  test('swings cost fewer box tests than the same joints set', () => {
    const random = new Random(3)
    const centres: number[] = []
    // To and fro, row by row and layer by layer, none of them straight: a ball of yarn.
    const about = (x: number) => 3 * x + random.range(-0.4, 0.4)
    const fold = (k: number) => (Math.trunc(k / 8) % 2 === 0 ? k % 8 : 7 - (k % 8))
    for (let k = 0; k < 512; k++)
      centres.push(about(fold(k)), about(fold(Math.trunc(k / 8))), about(Math.trunc(k / 64)))
    const [one, two] = [0, 0].map(() => ChainTree.fromSpheres(centres, 1, { neighbours: 1 })) as [ChainTree, ChainTree]
    const { core } = one
    let [fast, slow] = [0, 0]
    expect([one.selfCollides(), two.selfCollides()]).toEqual([false, false])
    for (let step = 0; step < 200; step++) {
      const joints = jointsOf(one)
      const a = random.integer(500)
      const lengths = crank(joints, joints.slice(), a, a + 8, random.range(-0.02, 0.02))
      swing(core, a, a + 7, joints, CRANK_ROUNDING * 10, CRANK_ROUNDING * 10 * lengths)
      two.change(
        [a, a + 7].map((joint) => ({ kind: 'set', joint, pose: joints.slice(joint * POSE, (joint + 1) * POSE) })),
      )
      expect(one.selfCollides()).toBe(two.selfCollides())
      if (step > 0) {
        fast += one.stats.volumeTests
        slow += two.stats.volumeTests
      }
      one.undo()
      two.undo()
    }
    expect(slow).toBeGreaterThan(2 * fast)
  })

  test('what is refused leaves the chain as it was', () => {
    const chain = makeChain(new Random(1), 20)
    const { core } = chain
    const before = makeChain(new Random(1), 20)
    const joints = jointsOf(chain)
    expect(() => putJoint(core, 19, joints, 0)).toThrow(/joint/)
    expect(() => putJoint(core, 0, new Float64Array(POSE), 0)).toThrow(/pose.*rotation/)
    expect(() => putJoint(core, 0, new Float64Array(POSE).fill(Number.NaN), 0)).toThrow(/pose/)
    expect(() => putSpheres(core, 0, new Float64Array(3))).toThrow(/four numbers/)
    expect(() => putSpheres(core, 0, Float64Array.of(0, 0, Infinity, 1))).toThrow(/spheres\[2\]/)
    expect(() => checkSpheres(Float64Array.of(0, 0, 0, 0))).toThrow(/spheres\[3\]/)
    expect(() => putSpheres(core, 20, Float64Array.of(0, 0, 0, 1))).toThrow(/link/)
    expectSameBits(chain, before)
    expect(chain.canUndo).toBe(false)
  })
})

/** The joints with one turned. */
function makeTurned(joints: Float64Array, joint: number, random: Random): Float64Array {
  const chain = ChainTree.fromSpheres([0, 0, 0, ...[3, 7, 11].map((k) => joints[joint * POSE + k]!)], 0.1)
  chain.setJoint(0, joints.slice(joint * POSE, (joint + 1) * POSE))
  chain.rotate(0, random.range(-1.5, 1.5), random.direction(new Float64Array(3)))
  const out = joints.slice()
  out.set(chain.jointPose(0), joint * POSE)
  return out
}

describe('links of several spheres', () => {
  test('gaps are those of all pairs', () => {
    const random = new Random(5)
    let [near, far] = [0, 0]
    for (let round = 0; round < 2000; round++) {
      const [a, b] = [randomSpheres(random, 6), randomSpheres(random, 6)]
      const { ball } = new SphereList(a)
      const x = Float64Array.of(
        1,
        0,
        0,
        random.range(-4, 4),
        0,
        1,
        0,
        random.range(-4, 4),
        0,
        0,
        1,
        random.range(-2, 2),
      )
      let least = Infinity
      for (let s = 0; s < a.length; s += 4) {
        for (let t = 0; t < b.length; t += 4) {
          const d = [0, 1, 2].map((k) => b[t + k]! + x[4 * k + 3]! - a[s + k]!) as [number, number, number]
          least = Math.min(least, Math.hypot(...d) - a[s + 3]! - b[t + 3]!)
        }
      }
      const cutoff = random.range(0, 1)
      const counts = { leafTests: 0 }
      const found = gapOfSpheres(counts, a, ball, b, x, cutoff, -Infinity)
      expect(counts.leafTests).toBeGreaterThan(0)
      if (least <= cutoff) {
        near++
        expect(found).toBeCloseTo(least, 12)
      } else {
        far++
        expect(found).toBeGreaterThan(cutoff)
      }
      expect(gapOfSpheres(counts, a, ball, b, x, cutoff, 0) <= 0).toBe(least <= 0)
    }
    expect(Math.min(near, far)).toBeGreaterThan(200)
  })

  test('bounds hold the spheres, and are those of the group', () => {
    const random = new Random(6)
    const interval = new Float64Array(2)
    for (let round = 0; round < 300; round++) {
      const spheres = randomSpheres(random, 8)
      const list = new SphereList(spheres)
      const [x, y, z, r] = list.ball as unknown as [number, number, number, number]
      const axis = random.direction(new Float64Array(3))
      spheresInterval(interval, spheres, axis[0]!, axis[1]!, axis[2]!)
      for (let s = 0; s < spheres.length; s += 4) {
        const [p, q, w, radius] = spheres.subarray(s, s + 4) as unknown as [number, number, number, number]
        expect(Math.hypot(p - x, q - y, w - z) + radius).toBeLessThanOrEqual(r)
        const at = p * axis[0]! + q * axis[1]! + w * axis[2]!
        expect(at - radius).toBeGreaterThanOrEqual(interval[0]! - 1e-14)
        expect(at + radius).toBeLessThanOrEqual(interval[1]! + 1e-14)
      }
      const shape = groupOf(spheres)
      expect(spheresOf(shape)).toEqual(spheres)
      expect(list.shape.kind).toBe(spheres.length > 4 ? 'group' : 'sphere')
      expect(list.obb.length).toBe(15)
    }
    expect(spheresOf(sphere({ radius: 1 }))).toBeUndefined()
  })
})
