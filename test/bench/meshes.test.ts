// The bench of meshes measures what it says: the arithmetic of a race, and every library asked in the right way. FCL is
// left out, since it takes a compiler.
import { expect, test } from 'vitest'
import type { BenchScene, MeshContender } from '../../bench/meshes/contender.js'
import { limber, limberDistance } from '../../bench/meshes/limber.js'
import { type RaceLimits, race, raceBuilds } from '../../bench/meshes/race.js'
import { loadRapier } from '../../bench/meshes/rapier.js'
import { loadThreeMeshBvh } from '../../bench/meshes/three-mesh-bvh.js'
import { bumpySphere, penetratingPoses, separatedPoses, torusKnot } from '../../scenes/index.js'

const LIMITS: RaceLimits = { rounds: 5, budget: 1, warmUp: 0.01, leastPoses: 2, leastRounds: 3 }
const quiet = (): void => {}

/** Takes so many microseconds a query, times the pose's number plus one, and answers as told. */
function fake(name: string, micros: number, answers: readonly number[]): MeshContender & { asked: number[] } {
  const asked: number[] = []
  return {
    name,
    how: { collide: 'fake', distance: 'fake' },
    precision: 'double',
    asked,
    run: (_, count) => {
      asked.push(count)
      return {
        micros: Float64Array.from({ length: count }, (_, k) => micros * (k + 1)),
        answers: Float64Array.from(answers.slice(0, count)),
      }
    },
  }
}

test('ratios are over the same poses; a slow contender gets fewer poses and rounds', async () => {
  const answers = [1, 0, 1, 0, 1, 0]
  const [fast, twice, slow] = [fake('Limber', 1, answers), fake('twice', 2, answers), fake('slow', 300, answers)]
  const rows = await race('scene', 'collide', [fast, twice, slow], 6, LIMITS, quiet)
  expect(rows.map(({ contender }) => contender)).toEqual(['Limber', 'twice', 'slow'])
  expect(rows.map(({ poses }) => poses)).toEqual([6, 6, 2])
  expect(rows.map(({ rounds }) => rounds)).toEqual([5, 5, 3])
  expect(rows.map(({ ratio }) => ratio)).toEqual([1, 2, 300])
  expect(rows.map(({ micros }) => micros)).toEqual([3.5, 7, 450])
  expect(rows.map(({ medianMicros }) => medianMicros)).toEqual([3.5, 7, 450])
  expect(rows.map(({ agree }) => agree)).toEqual([1, 1, 1])
  expect(slow.asked.slice(-3)).toEqual([2, 2, 2])
})

test('every answer that is not the same is counted and listed', async () => {
  const right = fake('Limber', 1, [1, 0, 0, 1])
  const [row] = (await race('scene', 'collide', [right, fake('other', 1, [1, 1, 0, 0])], 4, LIMITS, quiet)).slice(1)
  expect(row!.agree).toBe(0.5)
  expect(row!.disagreements).toEqual([
    { pose: 1, answer: 1, limber: 0 },
    { pose: 3, answer: 0, limber: 1 },
  ])
  const exact = fake('Limber', 1, [0.5, 0.25, 0])
  const others = [fake('near', 1, [0.5, 0.25 + 1e-13, 0]), fake('off', 1, [0.5, 0.2, 0])]
  const rows = await race('scene', 'distance', [exact, ...others], 3, LIMITS, quiet)
  expect(rows.map(({ agree }) => agree)).toEqual([1, 1, 0.6667])
  expect(rows.map(({ maxRelativeDifference }) => maxRelativeDifference)).toEqual([0, 3.999e-13, 0.2])
  expect(rows[2]!.disagreements).toEqual([{ pose: 1, answer: 0.2, limber: 0.25 }])
})

test('builds: medians, ratios round by round, bytes a triangle', async () => {
  const times = [9, 9, 9, 1, 2, 6]
  const builder = (name: string, factor: number) => {
    let k = 0
    return { name, how: 'fake', run: () => ({ micros: factor * times[k++]!, bytes: 1000 * factor }) }
  }
  const rows = await raceBuilds('scene', 10, [builder('Limber', 1), builder('other', 3)], 3, quiet)
  expect(rows.map(({ micros, ratio, bytesPerTriangle }) => [micros, ratio, bytesPerTriangle])).toEqual([
    [2, 1, 100],
    [6, 3, 300],
  ])
})

test('Limber, three-mesh-bvh and rapier are asked the same question and give the same answer', async () => {
  const single = (x: Float64Array): Float64Array => Float64Array.from(x, Math.fround)
  const [ball, knot] = [bumpySphere(600, 1), torusKnot(600)]
  const a = { ...ball, positions: single(ball.positions) }
  const b = { ...knot, positions: single(knot.positions) }
  const distance = limberDistance(a, b)
  // Gaps of a size at which rapier makes no contacts up.
  const apart = separatedPoses(distance, { count: 6, seed: 1, gap: [0.03, 0.05] })
  const poses = [...apart, ...penetratingPoses(distance, { count: 6, seed: 2, depth: [0.02, 0.05] })]
  const scene: BenchScene = { name: 'small', a, b, poses, ops: ['collide', 'distance'] }
  const peers = [limber(), await loadThreeMeshBvh(), await loadRapier()]
  const contenders = (await Promise.all(peers.map((peer) => peer.contenders(scene, true)))).flat()
  for (const op of scene.ops) {
    for (const contender of contenders.filter(({ how }) => how[op] !== undefined)) {
      const { micros, answers } = await contender.run(op, poses.length)
      expect(micros.every((m) => m > 0)).toBe(true)
      for (const [k, pose] of poses.entries()) {
        const exact = distance(pose)
        if (op === 'collide') expect(answers[k], contender.name).toBe(k < apart.length ? 0 : 1)
        else expect(Math.abs(answers[k]! - exact), contender.name).toBeLessThan(1e-5)
      }
    }
  }
  for (const contender of contenders) contender.close?.()
  for (const peer of peers) {
    for (const builder of await peer.builders(a)) {
      const { micros, bytes } = await builder.run()
      expect(micros).toBeGreaterThan(0)
      if (bytes !== undefined) expect(bytes / 600).toBeGreaterThan(1)
    }
  }
})
