// Which links can ever touch, with proofs.
import {
  allowedPairs,
  allowedPairsDocument,
  box,
  capsule,
  classifyPair,
  cylinder,
  type JointInput,
  judgeAllowed,
  mesh,
  type PairResult,
  proofCells,
  Random,
  Robot,
  readAllowedPairs,
  robotDocument,
  sphere,
  World,
  writeSrdf,
} from '../../src/entries/robots.js'
import { verifyAllowedPairsExactly } from '../../src/verify/exact/index.js'
import { verifyAllowedPairs } from '../../src/verify/index.js'
import type { Row, Value } from './digest.js'
import { bumpyBall } from './inputs.js'

/** Classes of all kinds: a hand that folds back onto a post, a ball in a socket, a pin inside a case, a ring around all of it. */
function smallRobot(): Robot {
  const turn = (
    name: string,
    parent: string,
    child: string,
    at: number[],
    axis: number[],
    limit: number,
  ): JointInput => ({
    ...{ name, kind: 'revolute', parent, child, axis, origin: { at } },
    limits: { lower: -limit, upper: limit },
  })
  return new Robot({
    name: 'small',
    links: [
      { name: 'post', geometry: [{ shape: capsule({ radius: 0.1, from: [0, 0, 0], to: [0, 0, 1] }) }] },
      { name: 'arm', geometry: [{ shape: box({ size: [0.35, 0.06, 0.06], at: [0.325, 0, 0] }) }] },
      {
        name: 'hand',
        geometry: [
          { shape: sphere({ radius: 0.05 }) },
          { shape: mesh(bumpyBall(new Random(61), 6, 8, 0.1)), pose: { at: [0.3, 0, 0] } },
        ],
      },
      { name: 'case', geometry: [{ shape: box({ size: [0.3, 0.3, 0.3], at: [0, 0, 2] }) }] },
      { name: 'pin', geometry: [{ shape: cylinder({ radius: 0.03, length: 0.1 }) }] },
    ],
    joints: [
      turn('shoulder', 'post', 'arm', [0, 0, 0.5], [0, 0, 1], 3),
      turn('elbow', 'arm', 'hand', [0.5, 0, 0], [0, 0, 1], 3.1),
      { name: 'mount', kind: 'fixed', parent: 'post', child: 'case' },
      turn('pivot', 'case', 'pin', [0, 0, 2], [1, 0, 0], 1),
    ],
    allowed: [
      { a: 'post', b: 'hand', reason: 'Never' },
      { a: 'arm', b: 'hand', reason: 'Adjacent' },
    ],
  })
}

function values(p: PairResult): Value {
  const { clearance: c, nearest: n } = p
  const found = [p.witness, p.depth, p.often, p.left]
  const near = [c?.least, c?.found, c?.at, n?.distance, n?.at]
  return [p.a, p.b, p.class, p.adjacent, p.joints, found, near]
}

export async function allow(row: Row): Promise<void> {
  const robot = smallRobot()
  const options = { certificates: true, clearance: true, samples: 500, maxCells: 4000, seed: 3 }
  const names = robot.links.map(({ name }) => name)
  const singly = names.flatMap((a, i) => names.slice(i + 1).map((b) => classifyPair(robot, a, b, options)))
  for (const pair of singly) row(`classifyPair, ${pair.a} and ${pair.b}`, values(pair))
  row(
    'classifyPair: proofs',
    singly.map(({ proof }) => proof),
  )
  row(
    'classifyPair: counters',
    singly.map(({ cells }) => cells),
  )
  const result = await allowedPairs(robot, options)
  row(
    'allowedPairs',
    result.hash,
    result.limits.map((l): Value => [l.joint, l.lower, l.upper]),
    result.pairs.map(values),
  )
  row(
    'allowedPairs: hashes of meshes',
    ...result.meshes.map(({ link, geometry, hash }): Value => [link, geometry, hash]),
  )
  row(
    'allowedPairs: proofs',
    result.pairs.map(({ proof }) => proof),
  )
  const report = allowedPairsDocument(result, { proofs: true })
  row('document with proofs', JSON.stringify(report))
  row('document read again', readAllowedPairs(JSON.parse(JSON.stringify(report))).pairs.map(values))
  row('srdf, without comments', writeSrdf(result).replace(/\s*<!--[\s\S]*?-->/g, ''))
  row(
    'judgements',
    ...judgeAllowed(result.pairs, robot.allowed).map(({ pair, judgement }): Value => [pair.a, pair.b, judgement]),
  )
  row(
    'cells of proofs',
    ...result.pairs
      .filter((pair) => pair.proof !== undefined)
      .map((pair): Value => {
        const { variables, lower, upper, cells } = proofCells(robot, pair)
        return [variables, lower, upper, cells]
      }),
  )
  row(
    'verified',
    ...[verifyAllowedPairs, verifyAllowedPairsExactly].map((verify): Value => {
      const v = verify(robotDocument(robot), report)
      if (!v.valid) throw new Error(`the proofs do not hold: ${v.reason}`)
      return v.proved.map((p): Value => [p.a, p.b, p.class, p.clearance, p.cells, p.planes])
    }),
  )
  const world = new World({ robots: [robot], trustedProofs: [result] })
  row('a world that is told', world.premises, ...world.pairs().map(({ a, b, status }): Value => [a, b, status]))
}
