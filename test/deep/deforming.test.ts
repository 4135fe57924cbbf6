// A thousand random worlds with things that bend, each verdict held against brute force at 1,000 instants a motion; clearances just above and
// just below the least distance; certificates for both verifiers, and forged ones; the cable of a moving arm at 1,000 instants.
//
// LIMBER_DEEP_STEPS scales it: a hundredth of that are the random worlds, half an hour or so. LIMBER_DEEP_SEED is another run.
import { expect, test } from 'vitest'
import { cableCell } from '../../scenes/index.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { worldDocument } from '../../src/robots/world/world-document.js'
import { verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { verifyCertificate } from '../../src/verify/index.js'
import {
  buildDeforming,
  cableScene,
  type DeformingText,
  judgeDeforming,
  nearestOnWay,
  randomDeforming,
} from '../oracle/robots/deforming.js'
import { polyline } from '../oracle/robots/motions.js'

const cases = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100)
/** Another run. */
const first = 10_000 * (Number(process.env.LIMBER_DEEP_SEED ?? 1) - 1)

test('[bending] things that bend among robots, densely sampled', () => {
  const seen = new Map<string, number>()
  for (let seed = first; seed < first + cases; seed++) {
    const c = buildDeforming(randomDeforming(seed, { self: seed % 3 === 0 }))
    const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 200_000 })
    seen.set(verdict.outcome, (seen.get(verdict.outcome) ?? 0) + 1)
    const wrong = judgeDeforming(c, verdict, Math.ceil(1000 / c.way.segments))
    expect(wrong, `randomDeforming(${seed}) ${JSON.stringify(c.text)}`).toBeUndefined()
  }
  console.log('outcomes', seen)
  expect(seen.get('free')).toBeGreaterThan(cases / 4)
  expect(seen.get('collision')).toBeGreaterThan(cases / 10)
})

test('[bending] a clearance just above the least distance is never free', () => {
  let [count, below] = [0, 0]
  for (let seed = first; seed < first + cases / 4; seed++) {
    const { clearance: _, ...text } = randomDeforming(seed + 50_000)
    const least = nearestOnWay(buildDeforming(text), 60)
    if (!(least > 1e-3 && least < 1)) continue
    count++
    const outcome = (clearance: number): string => {
      const c = buildDeforming({ ...text, clearance })
      return checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 200_000 }).outcome
    }
    expect(outcome(least * (1 + 1e-9)), `randomDeforming(${seed + 50_000})`).not.toBe('free')
    if (outcome(least * (1 - 1e-3)) === 'free') below++
  }
  console.log('clearances', { count, below })
  expect(below).toBeGreaterThan(0.9 * count)
})

test('[certificates] of necklaces among robots, for both verifiers', () => {
  let accepted = 0
  for (let seed = first; seed < first + cases / 4; seed++) {
    const text = randomDeforming(seed + 90_000, { self: true })
    const things = text.things
      .filter(({ kind }) => kind !== 'triangles')
      .slice(0, 1)
      .map((thing) => ({ ...thing, frames: thing.frames.map((frame, k) => ({ ...frame, at: k / 8 })) }))
    if (things.length === 0) continue
    const c = buildDeforming({ ...text, things } satisfies DeformingText)
    const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 200_000 })
    if (verdict.outcome !== 'free') continue
    const document = JSON.parse(JSON.stringify(worldDocument(c.world)))
    const certificate = JSON.parse(JSON.stringify(verdict.certificate()))
    for (const verify of [verifyCertificate, verifyCertificateExactly]) {
      const verified = verify(document, certificate)
      expect(verified.valid, `randomDeforming(${seed + 90_000}) ${JSON.stringify(verified)}`).toBe(true)
    }
    accepted++
  }
  console.log('certificates', accepted)
  expect(accepted).toBeGreaterThan(cases / 30)
})

test('[bending] the cable of a moving arm, at 1,000 instants', () => {
  const cell = cableCell()
  const { world, waypoints, keyframes } = cell
  expect(checkMotion(world, waypoints, { keyframes: { cable: keyframes } }).outcome).toBe('free')
  const way = polyline(world, waypoints)
  const scene = cableScene(cell)
  for (let k = 0; k <= 999; k++) {
    const place = (way.segments * k) / 999
    const segment = Math.min(Math.floor(place), way.segments - 1)
    expect(scene.nearest(way.at(segment, place - segment), place, 0), `at ${place}`).toBeUndefined()
    expect(scene.selfTouch(place), `at ${place}`).toBeUndefined()
  }
})
