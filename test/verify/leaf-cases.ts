// Random robots of all kinds of joints, motions, directions and frames for the inequality at a leaf: the largest clearance that the
// verifier accepts is found, and held against how near the two come.
import {
  box,
  capsule,
  convex,
  cylinder,
  type JointInput,
  type JointKind,
  mesh,
  Random,
  Robot,
  type Shape,
  sphere,
  World,
  worldDocument,
} from '../../src/entries/robots.js'
import { LinePiece } from '../../src/robots/motion/line-piece.js'
import type { MotionPiece } from '../../src/robots/motion/piece.js'
import { PolynomialPiece } from '../../src/robots/motion/polynomial-piece.js'
import { Anchor, type Bodies, chainBetween } from '../../src/verify/kinematics.js'
import { Leaf } from '../../src/verify/leaf.js'
import { Piece } from '../../src/verify/piece.js'
import { copyPlain } from '../../src/verify/plain.js'
import { Scene } from '../../src/verify/scene.js'
import { readWorld } from '../../src/verify/world.js'
import { roundMesh } from '../oracle/robots/motions-cases.js'

const KINDS: readonly JointKind[] = ['revolute', 'continuous', 'prismatic', 'planar', 'floating', 'fixed']

function vector(random: Random, size: number): number[] {
  return [0, 1, 2].map(() => random.range(-size, size))
}

function rotation(random: Random): number[] {
  const q = [0, 1, 2, 3].map(() => random.range(-1, 1))
  return q.map((x) => x / Math.hypot(...q))
}

function randomShape(random: Random): Shape {
  const size = (): number => random.range(0.05, 0.3)
  switch (random.integer(6)) {
    case 0:
      return sphere({ radius: size() })
    case 1:
      return capsule({ radius: size() / 2, from: vector(random, 0.3), to: vector(random, 0.3) })
    case 2:
      return box({ size: [size(), size(), size()] })
    case 3:
      return cylinder({ radius: size(), length: size() })
    case 4:
      return convex({ points: Array.from({ length: 8 }, () => vector(random, 0.2)).flat() })
    default: {
      const { positions, triangles } = roundMesh(6, 3, size(), random)
      return mesh({ positions, triangles })
    }
  }
}

/** Two robots, each a chain, with a shape at its end; and an obstacle. */
export function randomWorld(random: Random): World {
  const chain = (name: string): Robot => {
    const count = random.integer(4)
    const kinds = Array.from({ length: count }, () => KINDS[random.integer(KINDS.length)]!)
    const joints = kinds.map((kind, k): JointInput => {
      const earlier = kinds.slice(0, k).findIndex((one) => one === 'revolute' || one === 'prismatic')
      const mimics = earlier >= 0 && (kind === 'revolute' || kind === 'prismatic') && random.unit() < 0.4
      return {
        name: `j${k}`,
        kind,
        parent: `l${k}`,
        child: `l${k + 1}`,
        origin: { at: vector(random, 0.5), rotation: rotation(random) },
        axis: random.unit() < 0.3 ? [0, 0, random.unit() < 0.5 ? 1 : -1] : vector(random, 1),
        ...(mimics
          ? { mimic: { joint: `j${earlier}`, multiplier: random.range(-2, 2), offset: random.range(-1, 1) } }
          : {}),
      }
    })
    const links = Array.from({ length: count + 1 }, (_, k) => ({
      name: `l${k}`,
      geometry:
        k === count || k === 0
          ? [{ shape: randomShape(random), pose: { at: vector(random, 0.3), rotation: rotation(random) } }]
          : [],
    }))
    return new Robot({ name, links, joints })
  }
  return new World({
    robots: [
      { robot: chain('a'), base: { at: vector(random, 0.5), rotation: rotation(random) } },
      { robot: chain('b'), base: { at: vector(random, 0.5), rotation: rotation(random) } },
    ],
    obstacles: [
      { name: 'thing', shape: randomShape(random), pose: { at: vector(random, 1), rotation: rotation(random) } },
    ],
    adjacent: 'checked',
  })
}

/** Where quaternions begin in a world's configurations. */
function quaternionsOf(world: World): number[] {
  return world.variables.flatMap((name, i) => (name.endsWith('/rot_x') ? [i] : []))
}

export function randomPiece(world: World, random: Random): MotionPiece {
  const quaternions = quaternionsOf(world)
  const far = 10 ** random.range(-3, 0.5)
  const q = Float64Array.from({ length: world.dof }, () => random.range(-1, 1))
  for (const v of quaternions) q.set(rotation(random), v)
  if (random.unit() < 0.5) {
    const to = q.map((x) => x + far * random.range(-1, 1))
    for (const v of quaternions) {
      const turned = [0, 1, 2, 3].map((k) => q[v + k]! + far * random.range(-1, 1))
      to.set(
        turned.map((x) => x / Math.hypot(...turned)),
        v,
      )
    }
    return new LinePiece(q, to, quaternions)
  }
  const rows = Array.from(q, (x, v) =>
    quaternions.some((first) => v >= first && v < first + 4)
      ? [x]
      : [x, ...Array.from({ length: 1 + random.integer(4) }, () => far * random.range(-1, 1))],
  )
  const turns = quaternions.map((variable) => ({
    variable,
    axis: random.direction(new Float64Array(3)),
    angle: far * random.unit(),
  }))
  return new PolynomialPiece(rows, turns)
}

/** What the verifier works with, for one world and one piece. */
export function verifierOf(world: World, piece: MotionPiece) {
  const scene = new Scene(readWorld(worldDocument(world)))
  const own = new Piece(scene.bodies, copyPlain(piece.document(), 'the piece'), 0, world.dof)
  return { scene, bodies: scene.bodies, own, anchors: new Anchors(scene.bodies, own) }
}

/** Anchors of intervals of a piece. */
class Anchors {
  constructor(
    private readonly bodies: Bodies,
    private readonly piece: Piece,
  ) {}

  at(level: number, index: number): Anchor {
    const anchor = new Anchor(this.bodies)
    const h = 2 ** -(level + 1)
    this.piece.fill(anchor, (2 * index + 1) * h, h)
    const all = Array.from({ length: this.bodies.count - 1 }, (_, b) => b + 1)
    this.bodies.place(anchor, all, this.piece.turns)
    return anchor
  }
}

export interface LeavesFound {
  /** Leaves that are accepted without a clearance. */
  readonly accepted: number
  /** What is wrong, for a clearance that was accepted and does not hold. */
  readonly wrong: string | undefined
  /** The largest share of the least distance that was accepted: 1 is sharp. */
  readonly sharpest: number
}

/** All pairs of a random world, one leaf each. `samples`: at how many instants it is looked. */
export function judgeLeaves(seed: number, samples: number): LeavesFound {
  const random = new Random(seed)
  const world = randomWorld(random)
  const piece = randomPiece(world, random)
  const { scene, bodies, anchors } = verifierOf(world, piece)
  const { geometries } = scene.world
  const time = new Int32Array(bodies.movers.length)
  const level = random.integer(4)
  const index = random.integer(2 ** level)
  const anchor = anchors.at(level, index)
  const q = new Float64Array(world.dof)
  piece.at(q, (2 * index + 1) * 2 ** -(level + 1))
  const nearest = new Map(world.distances(q).map((pair) => [`${pair.a} ${pair.b}`, pair]))
  const found: { names: string; frame: number; clearance: number }[] = []
  for (let a = 0; a < geometries.length; a++) {
    for (let b = a + 1; b < geometries.length; b++) {
      const names = `${scene.nameOf(a)} ${scene.nameOf(b)}`
      const pair = nearest.get(names)
      if (pair === undefined || pair.distance === 0) continue
      const setA = scene.setOf(geometries[a]!.object, [a])
      const setB = scene.setOf(geometries[b]!.object, [b])
      const chain = chainBetween(bodies, scene.bodyOf(geometries[a]!.object), scene.bodyOf(geometries[b]!.object))
      // From B to A, and some of them off.
      const off = random.unit() < 0.5 ? 0 : 0.2
      const n = Float64Array.from(pair.normal, (x) => -x + off * random.range(-1, 1))
      const length = Math.hypot(n[0]!, n[1]!, n[2]!)
      for (let i = 0; i < 3; i++) n[i]! /= length
      const frame = random.integer(chain.movers.length + 1)
      const holds = (clearance: number): boolean =>
        new Leaf(bodies, chain, time, clearance).holds(anchor, setA, 0, setB, 0, 0, frame, chain.movers.length, n)
      if (!holds(0)) continue
      let [low, high] = [0, 10]
      for (let i = 0; i < 45; i++) {
        const middle = (low + high) / 2
        if (holds(middle)) low = middle
        else high = middle
      }
      found.push({ names, frame, clearance: low })
    }
  }
  const least = new Map<string, number>()
  for (let i = 0; found.length > 0 && i <= samples; i++) {
    piece.at(q, (index + i / samples) * 2 ** -level)
    for (const { a, b, distance } of world.distances(q)) {
      least.set(`${a} ${b}`, Math.min(distance, least.get(`${a} ${b}`) ?? Infinity))
    }
  }
  const bad = found.find(({ names, clearance }) => !(least.get(names)! >= clearance - 1e-12))
  const wrong =
    bad === undefined
      ? undefined
      : `seed ${seed}, ${bad.names}, frame ${bad.frame}: ${bad.clearance} accepted, ${least.get(bad.names)} found`
  const sharpest = Math.max(0, ...found.map(({ names, clearance }) => clearance / least.get(names)!))
  return { accepted: found.length, wrong, sharpest }
}
