// A move of a chain as plain data, for verifiers of its proof (docs/formats/certificate.md, "A move of a chain").
import { POSE } from '../../base/math/pose.js'
import { InvalidInputError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { ChainCore } from './chain-core.js'
import { type ChainWay, WAY, WAY_ANGLE, WAY_AXIS, WAY_CENTRE, WAY_SLIDE } from './chain-way.js'

/** How one joint moves: it turns by `angle` radians about `axis` through `centre`, which slides by `slide`. */
export interface JointMoveDocument {
  readonly joint: number
  readonly axis: readonly number[]
  readonly angle: number
  readonly centre: readonly number[]
  readonly slide: readonly number[]
}

/** A chain and a move of it as plain data: what a proof is about. */
export interface ChainMoveDocument {
  readonly limber: 2
  readonly kind: 'chain-move'
  /** x, y, z, r of every sphere, in its link's frame. */
  readonly spheres: readonly number[]
  /** By link: its first sphere. */
  readonly links: readonly number[]
  /** Twelve numbers each: the pose of link j + 1 in link j's frame where the move begins. */
  readonly joints: readonly number[]
  readonly moves: readonly JointMoveDocument[]
  readonly neighbours: number
  /** Further pairs that may touch, i < j. */
  readonly excluded: readonly (readonly [number, number])[]
}

/** A rule `exclude` is asked for every pair: of no more links than this. */
const MOST_ASKED = 20_000

/** The move that was read last, from where the chain is. */
export function moveDocument({ body, options, size }: ChainCore, way: ChainWay): ChainMoveDocument {
  const { arrays, links } = body
  const spheres: number[] = []
  const starts: number[] = []
  for (let i = 0; i < size; i++) {
    starts.push(spheres.length / BALL)
    // Of other shapes the ball around them.
    const own = links?.[i]?.spheres ?? arrays.localBalls.subarray(i * BALL, (i + 1) * BALL)
    for (let k = 0; k < own.length; k++) spheres.push(own[k]!)
  }
  const { exclude, neighbours } = options
  if (exclude !== undefined && size > MOST_ASKED) {
    throw new InvalidInputError(
      'exclude',
      size,
      `a rule for a chain of at most ${MOST_ASKED} links: every pair goes into the document`,
    )
  }
  const excluded: [number, number][] = []
  if (exclude !== undefined) {
    for (let i = 0; i < size; i++)
      for (let j = i + neighbours + 1; j < size; j++) if (exclude(i, j)) excluded.push([i, j])
  }
  return {
    ...{ limber: 2, kind: 'chain-move', spheres, links: starts },
    joints: Array.from(arrays.joints.subarray(0, (size - 1) * POSE)),
    moves: Array.from({ length: way.count }, (_, n) => jointMove(way, n)),
    ...{ neighbours, excluded },
  }
}

/** One joint's way from where the chain is: X(t) backwards is about the centre where the slide ends, by the opposite angle. */
function jointMove({ joints, numbers: w, isReversed }: ChainWay, n: number): JointMoveDocument {
  const o = n * WAY
  const three = (at: number): number[] => [w[o + at]!, w[o + at + 1]!, w[o + at + 2]!]
  const [axis, centre, slide] = [three(WAY_AXIS), three(WAY_CENTRE), three(WAY_SLIDE)]
  const angle = w[o + WAY_ANGLE]!
  if (!isReversed) return { joint: joints[n]!, axis, angle, centre, slide }
  return {
    ...{ joint: joints[n]!, axis: axis.map((x) => 0 - x), angle },
    centre: centre.map((x, k) => x + slide[k]!),
    slide: slide.map((x) => 0 - x),
  }
}
