// Checks a ChainTree from the outside: layout, poses, and that every box holds what it should. Slow and plain on purpose.

import { orthonormalityError, POSE, transformPoint } from '../../base/math/pose.js'
import { validateTreeShape } from '../../base/work/tree-shape.js'
import { BrokenInvariantError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { extremeBalls, shapeSupport } from '../../shapes/shape-bounds.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { allocateChain, type ChainArrays } from './chain-arrays.js'
import type { LinkBounds } from './chain-leaf.js'
import type { ChainBody } from './chain-links.js'
import type { ReadOptions } from './chain-options.js'
import { linkInNode } from './chain-poses.js'
import { refitAll } from './chain-update.js'

export function validateChain(body: ChainBody, options: ReadOptions, bounds: LinkBounds | undefined): void {
  const c = body.arrays
  check(c.frames.length === (body.links === undefined ? 0 : c.links * POSE), 'link frames are kept where needed')
  checkLayout(c)
  for (let i = 0; i < c.links; i++) {
    check(orthonormalityError(c.joints, i * POSE) < 1e-14, `joint ${i} is a rotation`)
    check(c.balls[i * BALL + 3] === c.localBalls[i * BALL + 3], `the ball of link ${i} has its radius`)
  }
  for (let n = 0; n < c.nodes; n++) checkBoxes(c, n)
  checkContents(body)
  checkSameAsFresh(c, options, bounds)
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new BrokenInvariantError(`broken invariant: ${what}`)
}

function checkLayout(c: ChainArrays): void {
  validateTreeShape(c, c.links)
  for (let n = 0; n < c.nodes; n++) {
    if (c.child[n]! < 0) check(c.end[n]! - c.first[n]! <= c.linksPerLeaf, `leaf ${n} holds few links`)
  }
}

const pose = new Float64Array(POSE)

function checkBoxes(c: ChainArrays, n: number): void {
  const { box } = c
  const h = n * BOX + BOX_HALF
  const [x, y, z, area] = box.subarray(h, h + 4) as unknown as [number, number, number, number]
  const [p, q] = c.volume === 'rss' ? [x + z, y + z] : [x, y]
  const around = c.volume === 'rss' ? p * q + (p + q) * z : x * y + y * z + z * x
  check(area === around, `node ${n} has the area of its box`)
  check(x >= 0 && y >= 0 && z >= 0, `node ${n} has a size`)
  check(c.slack[n]! >= 0 && c.slack[n]! < Infinity, `node ${n} has a slack`)
  const child = c.child[n]!
  for (let k = 0; k < c.children[n]!; k++) {
    const b = (child + k) * BOX
    check(orthonormalityError(box, b) < 1e-12, `node ${child + k} has a rotation for a pose`)
    if (c.aligned[child + k] === 1) {
      const identity = box[b] === 1 && box[b + 5] === 1 && box[b + 10] === 1
      const zero = [1, 2, 4, 6, 8, 9].every((at) => box[b + at] === 0)
      check(identity && zero, `node ${child + k} is aligned with its parent`)
    }
  }
}

/** Every link, as it is and not only its bounds, is inside its leaf's volume and every volume above it. */
function checkContents(body: ChainBody): void {
  const { arrays: c, links } = body
  if (c.volume === 'rss') {
    checkSwept(body)
    return
  }
  for (let i = 0; i < c.links; i++) {
    const ball = c.localBalls.subarray(i * BALL, i * BALL + 4)
    const shape = links?.[i]?.shape
    // How far the link reaches along a direction in its own frame.
    const support = (x: number, y: number, z: number): number =>
      shape === undefined ? x * ball[0]! + y * ball[1]! + z * ball[2]! + ball[3]! : shapeSupport(shape, x, y, z)
    for (let n = Math.trunc(i / c.linksPerLeaf); n >= 0; n = c.parent[n]!) {
      linkInNode(pose, 0, c, i, n)
      for (let k = 0; k < 3; k++) {
        const half = c.box[n * BOX + BOX_HALF + k]!
        const [x, y, z, t] = pose.subarray(4 * k, 4 * k + 4) as unknown as [number, number, number, number]
        const inside = support(x, y, z) + t <= half && support(-x, -y, -z) - t <= half
        check(inside, `the box of node ${n} holds link ${i}`)
      }
    }
  }
}

function checkSwept({ arrays: c, links }: ChainBody): void {
  for (let i = 0; i < c.links; i++) {
    const shape = links?.[i]?.shape
    const balls = shape === undefined ? c.localBalls.subarray(i * BALL, i * BALL + BALL) : extremeBalls(shape)
    for (let n = Math.trunc(i / c.linksPerLeaf); n >= 0; n = c.parent[n]!) {
      linkInNode(pose, 0, c, i, n)
      const [h0, h1, radius] = c.box.subarray(n * BOX + BOX_HALF) as unknown as [number, number, number]
      for (let k = 0; k < balls.length; k += BALL) {
        transformPoint(centre, 0, pose, 0, balls, k)
        const out0 = Math.max(0, Math.abs(centre[0]!) - h0)
        const out1 = Math.max(0, Math.abs(centre[1]!) - h1)
        const inside = Math.hypot(out0, out1, centre[2]!) + balls[k + 3]! <= radius
        check(inside, `the swept rectangle of node ${n} holds link ${i}`)
      }
    }
  }
}

const centre = new Float64Array(3)

/** A tree built again from the same joints and shapes has the same bits. */
function checkSameAsFresh(c: ChainArrays, options: ReadOptions, bounds: LinkBounds | undefined): void {
  const fresh = allocateChain(c.links, c.linksPerLeaf, c.frames.length === 0, c.volume)
  fresh.joints.set(c.joints)
  fresh.localBalls.set(c.localBalls)
  refitAll(fresh, options, bounds)
  for (const name of ['box', 'ends', 'slack', 'aligned', 'balls', 'frames'] as const) {
    const a = c[name]
    const b = fresh[name]
    for (let k = 0; k < a.length; k++) {
      check(Object.is(a[k], b[k]), `${name}[${k}] is ${a[k]}, but ${b[k]} in a rebuilt tree`)
    }
  }
}
