// Pairs of links, decided in Node and in a browser: classes, witnesses, counts of cells and the bytes of proofs. Robots are made of
// plain numbers only, so that they are the same to the bit. Runs anywhere: no DOM, nothing of Node.
import {
  allowedPairs,
  allowedPairsDocument,
  type JointInput,
  mesh,
  parseRobot,
  Robot,
  type Shape,
} from '../../src/entries/robots.js'
import { knownArm } from '../robots/allow/robots.js'
import { digestOf, type Work } from './work.js'

/** `urdf`: the text of a robot of primitives. */
export async function workAllow(urdf: string): Promise<Work[]> {
  const out: Work[] = []
  for (const [name, robot] of [
    ['known', knownArm()],
    ['file', await parseRobot(urdf)],
    ['meshes', meshChain()],
  ] as const) {
    const result = await allowedPairs(robot, {
      samples: 300,
      descents: 8,
      certificates: true,
      clearance: name === 'known',
    })
    const classes = result.pairs.map((pair) => `${pair.a} ${pair.b} ${pair.class} ${pair.cells}`)
    const text = JSON.stringify(allowedPairsDocument(result, { proofs: true }))
    const numbers = result.pairs.flatMap(({ depth, nearest }) => [depth ?? -1, nearest?.distance ?? -1])
    out.push(digestOf(name, classes.join(', '), [numbers], text))
  }
  return out
}

/** Five wedges of twelve triangles, one after the other, about axes across and along. */
function meshChain(): Robot {
  const joints = [1, 2, 3, 4].map(
    (k): JointInput => ({
      ...{ name: `j${k}`, parent: `l${k - 1}`, child: `l${k}`, kind: 'revolute' },
      axis: k % 2 === 0 ? [0, 0, 1] : [0, 1, 0.25],
      origin: { at: [0, 0, 0.35] },
      limits: { lower: -2.5 + 0.25 * k, upper: 2.625 },
    }),
  )
  const links = [0, 1, 2, 3, 4].map((k) => ({
    name: `l${k}`,
    geometry: [{ shape: wedge(0.125, 0.3125 - 0.015625 * k) }],
  }))
  return new Robot({ name: 'chain', links, joints })
}

/** A box whose upper end is narrower. */
function wedge(width: number, height: number): Shape {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => {
    const w = (k & 4) === 0 ? width / 2 : width / 3
    return [(k & 1) === 0 ? -w : w, (k & 2) === 0 ? -w : w, (k & 4) === 0 ? 0 : height]
  })
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]
  return mesh({ positions, triangles: sides.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]) })
}
