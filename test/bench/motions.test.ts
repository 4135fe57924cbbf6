// The bench of motions measures what it says: the arithmetic of its races, motions that hit and miss, and a truth that is found
// without trees. FCL takes part where it can be compiled; otherwise its test says that it was skipped.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { makeRigidCase } from '../../bench/motions/rigid.js'
import { FCL_WAYS, RigidFcl } from '../../bench/motions/rigid-fcl.js'
import { poseOnMotion, type RigidPair } from '../../bench/motions/rigid-motions.js'
import { raceRigid } from '../../bench/motions/rigid-race.js'
import { bruteTouch, firstSampled } from '../../bench/motions/rigid-truth.js'
import { boxesCase, LENGTHS } from '../../bench/motions/segment-cases.js'
import { contendersOf } from '../../bench/motions/segment-contenders.js'
import {
  raceSegments,
  type Segment,
  type SegmentAnswer,
  type SegmentContender,
} from '../../bench/motions/segment-race.js'
import { runCase, type SegmentSize, segmentTable } from '../../bench/motions/segments.js'
import { bumpySphere, gridBox, meshArm, torusKnot } from '../../scenes/index.js'
import { collideMeshes } from '../../src/meshes/tree/mesh-queries.js'

const quiet = (): void => {}

const SMALL: RigidPair = {
  name: 'small',
  a: () => torusKnot(400),
  b: () => bumpySphere(300, 2),
  kinds: ['approach', 'pass', 'turn', 'step'],
  seed: 7,
}
const THIN: RigidPair = {
  name: 'thin',
  a: () => gridBox(300, [2, 2, 0.002]),
  b: () => gridBox(300, [0.5, 0.5, 0.002]),
  kinds: ['through', 'pass'],
  seed: 8,
}

const cases = [SMALL, THIN].map((pair) => makeRigidCase(pair, 4))

test('a motion begins and ends at its poses, and is a rotation all along', () => {
  for (const { one } of cases) {
    expect(one.motions).toHaveLength(4 * (one.name === 'small' ? 4 : 2))
    for (const motion of one.motions) {
      expect(motion.angle).toBeLessThan(Math.PI)
      for (const [t, pose] of [
        [0, motion.from],
        [1, motion.to],
      ] as const) {
        poseOnMotion(motion, t).forEach((value, k) => {
          expect(value).toBeCloseTo(pose[k]!, 14)
        })
      }
      const x = poseOnMotion(motion, 0.37)
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const dot = x[i]! * x[j]! + x[4 + i]! * x[4 + j]! + x[8 + i]! * x[8 + j]!
          expect(dot).toBeCloseTo(i === j ? 1 : 0, 14)
        }
      }
    }
  }
})

test('triangles without a tree touch where those with one do', () => {
  let touching = 0
  for (const { one, trees } of cases) {
    for (const motion of one.motions) {
      for (const t of [0, 0.31, 0.5, 0.83, 1]) {
        const pose = poseOnMotion(motion, t)
        const expected = collideMeshes(trees.a, trees.b, pose).collides
        expect(bruteTouch(one.a, one.b, pose), `${one.name} ${motion.kind} ${t} ${[...pose]}`).toBe(expected)
        if (expected) touching++
      }
    }
  }
  expect(touching).toBeGreaterThan(10)
})

test('Limber is right on hits and misses; a thin plate is missed by a hundred samples', async () => {
  const limits = { rounds: 1, samples: 100, limit: 1000 }
  for (const { one, trees } of cases) {
    const { rows, truths } = await raceRigid(one, trees, [], limits, quiet)
    expect(truths.map(({ limber }) => limber)).toEqual(truths.map(() => 'right'))
    const hits = truths.filter(({ first }) => first !== undefined).length
    expect(hits).toBeGreaterThan(1)
    expect(hits).toBeLessThan(truths.length - 1)
    const [row] = rows
    expect(row).toMatchObject({ contender: 'Limber', hits, missed: 0, late: 0, alarms: 0, unanswered: 0, ratio: 1 })
    if (one.name === 'thin') {
      const seen = one.motions.map((motion) => firstSampled(trees.a, trees.b, motion, 100))
      expect(seen.filter((at) => at !== undefined).length).toBeLessThan(hits)
    }
  }
})

const compiler =
  spawnSync('pkg-config', ['--exists', 'fcl']).status === 0 && spawnSync('g++', ['--version']).status === 0

test.skipIf(!compiler)(
  'FCL is asked the same question',
  async () => {
    const samples = FCL_WAYS.find(({ command }) => command.startsWith('sample'))!
    for (const { one, trees } of cases) {
      const fcl = new RigidFcl(one)
      try {
        for (const [k, motion] of one.motions.entries()) {
          const answer = (await fcl.sweep(samples, k, 10_000))!
          const seen = firstSampled(trees.a, trees.b, motion, 100)
          expect(answer.outcome, `${one.name} ${k}`).toBe(seen === undefined ? 'free' : 'collision')
          if (seen !== undefined) expect(answer.at).toBeCloseTo(seen, 12)
          const half = collideMeshes(trees.a, trees.b, poseOnMotion(motion, 0.5)).collides
          expect(await fcl.touches(k, 0.5, 10_000)).toBe(half)
        }
        // One that takes too long is ended, and the next one answered by another.
        expect(await fcl.sweep({ ...samples, command: 'sample 100000000' }, freeOne(one, trees), 50)).toBeUndefined()
        expect(await fcl.sweep(samples, 0, 10_000)).toBeDefined()
      } finally {
        fcl.close()
      }
    }
  },
  120_000,
)

function freeOne({ motions }: (typeof cases)[0]['one'], { a, b }: (typeof cases)[0]['trees']): number {
  return motions.findIndex((motion) => firstSampled(a, b, motion, 100) === undefined)
}

/** Says the same of every segment, and counts what it was asked. */
function fake(name: string, outcomes: readonly SegmentAnswer['outcome'][]): SegmentContender & { asked: number[] } {
  const asked: number[] = []
  return {
    name,
    how: 'fake',
    asked,
    check: ([from]) => {
      asked.push(from[0]!)
      return { outcome: outcomes[from[0]!]!, volumeTests: 10 * from[0]!, leafTests: 2, configurations: 1 }
    },
  }
}

test('segments: all are asked, wrong and undecided answers are counted, counts are means', () => {
  const segments = [0, 1, 2, 3].map((k): Segment => [Float64Array.of(k), Float64Array.of(k + 1)])
  const all = fake('Limber', ['collision', 'collision', 'collision', 'collision'])
  const other = fake('other', ['collision', 'sampled', 'undecided', 'free'])
  const limits = { rounds: 3, budget: 1e6, warmUp: 0.01, least: 1 }
  const rows = raceSegments(segments, 'collision', [all, other], limits, quiet)
  expect(rows.map(({ contender, segments, wrong, undecided }) => [contender, segments, wrong, undecided])).toEqual([
    ['Limber', 4, 0, 0],
    ['other', 4, 2, 1],
  ])
  expect(rows.map(({ volumeTests, leafTests }) => [volumeTests, leafTests])).toEqual([
    [15, 2],
    [15, 2],
  ])
  expect(rows[0]!.ratio).toBe(1)
  expect(all.asked.slice(-12)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])
  const [free] = raceSegments(segments, 'free', [other], limits, quiet)
  expect([free!.wrong, free!.undecided]).toEqual([1, 1])
  // One that is dear is asked less, but never less than the least.
  const poor = raceSegments(segments, 'collision', [all, other], { ...limits, budget: 0, least: 2 }, quiet)
  expect(poor.map(({ segments }) => segments)).toEqual([4, 2])
  expect(raceSegments([], 'free', [all], limits, quiet)).toEqual([])
})

const ARM = { name: 'arm', robot: meshArm(60), reach: 1, allowed: [] }

test('segments among boxes: both ends free, no longer than asked for', () => {
  for (const length of LENGTHS) {
    const { world, segments } = boxesCase(ARM, length)
    for (let k = 0; k < 20; k++) {
      const [from, to] = segments.next().value as Segment
      expect(world.collides(from)).toBe(false)
      expect(world.collides(to)).toBe(false)
      const longest = Math.max(...from.map((value, i) => Math.abs(value - to[i]!)))
      expect(longest).toBeGreaterThan(0)
      expect(longest).toBeLessThanOrEqual(length.most + 1e-12)
    }
  }
})

test('all ways of checking are asked about the same segments, and those that prove are right', () => {
  const size: SegmentSize = {
    scenes: 0,
    lengths: 1,
    each: 3,
    tries: 40,
    samples: 40,
    rounds: 1,
    budget: 1,
    warmUp: 0.01,
    least: 1,
    all: true,
  }
  const one = boxesCase(ARM, LENGTHS[2]!)
  const { rows, wrong } = runCase(one, size, quiet)
  expect(wrong).toEqual([])
  const names = contendersOf(one, true).map(({ name }) => name)
  for (const truth of ['free', 'collision'] as const) {
    const those = rows.filter(({ segmentsAre }) => segmentsAre === truth)
    expect(those.map(({ contender }) => contender)).toEqual(names)
    expect(those[0]).toMatchObject({ contender: 'Limber', segments: 3, ratio: 1 })
    for (const row of those) {
      expect(row.segments).toBeGreaterThanOrEqual(1)
      expect(row.volumeTests).toBeGreaterThan(0)
      expect(row.undecided, row.contender).toBe(0)
      // What samples may miss a contact, but sees none that is not there.
      if (truth === 'free' || !row.contender.startsWith('sampled')) expect(row.wrong, row.contender).toBe(0)
    }
  }
  expect(segmentTable(rows).split('\n')).toHaveLength(rows.length + 2)
})
