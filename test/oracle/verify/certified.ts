// True certificates of all three kinds, small ones of many sorts, for whoever wants to damage or to check them.
import {
  type AllowedPairs,
  allowedPairs,
  allowedPairsDocument,
  box,
  Random,
  Robot,
  robotDocument,
  sphere,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { proveStep } from '../../../src/geometry/steps/prove-step.js'
import { stepDocument } from '../../../src/geometry/steps/step-document.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { PolynomialPiece } from '../../../src/robots/motion/polynomial-piece.js'
import { randomRobot } from '../robots/allow-cases.js'
import { buildCase, randomCase } from '../robots/motions-cases.js'
import type { Documents } from './adversary.js'
import { decode, type Json } from './documents.js'
import { randomStep } from './steps.js'

function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value))
}

/** The free ones of so many random motions, from a seed on; no larger than so many bytes of proofs. */
export function motionCertificates(seed: number, count: number, largest = Infinity): Documents[] {
  return Array.from({ length: count }, (_, k) => k).flatMap((k) => {
    const { world, waypoints, options } = buildCase(randomCase(seed + k, { options: true }))
    const verdict = checkMotion(world, waypoints, { ...options, ignoreLimits: true, maxSteps: 1e4 })
    if (verdict.outcome !== 'free') return []
    const proof = plain(verdict.certificate())
    const size = proof.proofs.flat().reduce((sum: number, own: Json) => sum + decode(own.proof).length, 0)
    return size > 0 && size <= largest ? [{ about: plain(worldDocument(world)), proof }] : []
  })
}

/** A box that slides and turns past a ball along a curve, within limits. */
export function curveCertificate(): Documents {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'rail' }, { name: 'bar', geometry: [{ shape: box({ size: [0.4, 0.1, 0.1] }) }] }],
    joints: [
      { name: 'x', kind: 'prismatic', parent: 'base', child: 'rail', axis: [1, 0, 0], limits: { lower: -1, upper: 1 } },
      {
        name: 'turn',
        kind: 'revolute',
        parent: 'rail',
        child: 'bar',
        axis: [0, 0, 1],
        limits: { lower: -2, upper: 2 },
      },
    ],
  })
  const obstacles = [{ name: 'ball', shape: sphere({ radius: 0.2 }), pose: { at: [0, 0.5, 0] } }]
  const world = new World({ robots: [robot], obstacles })
  const pieces = [
    new PolynomialPiece(
      [
        [-0.5, 0, 3, -2],
        [0, 0.5, -0.25, 0.125],
      ],
      [],
    ),
  ]
  const verdict = checkMotion(world, { pieces, continuous: 'as-given' })
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  return { about: plain(worldDocument(world)), proof: plain(verdict.certificate()) }
}

/** Reports about random robots, with their proofs; those that have one. */
export async function pairReports(seed: number, count: number, maxCells = 400): Promise<Documents[]> {
  const out: Documents[] = []
  for (let k = 0; k < count; k++) {
    const robot = randomRobot(seed + k)
    const names = robot.links.map(({ name }) => name)
    const pairs = [names.slice(0, 2), [names[0]!, names.at(-1)!], names.slice(-2)] as [string, string][]
    const found: AllowedPairs = await allowedPairs(robot, { pairs, maxCells, samples: 100, certificates: true })
    const proof = plain(allowedPairsDocument(found, { proofs: true }))
    proof.pairs = proof.pairs.filter((pair: Json) => pair.proof !== undefined)
    if (proof.pairs.length > 0) out.push({ about: plain(robotDocument(robot)), proof })
  }
  return out
}

/** Free steps of ropes and meshes with their certificates, a third of them ropes and sheets that stand still. */
export function stepCertificates(seed: number, count: number): Documents[] {
  return Array.from({ length: count }, (_, k) => k).flatMap((k) => {
    const { input, slabs } = randomStep(new Random(seed + k), 12)
    const { next, ...still } = input
    const step = k % 3 === 0 ? still : input
    const found = proveStep(step, { slabs })
    return found.free ? [{ about: plain(stepDocument(step)), proof: plain(found.certificate) }] : []
  })
}
