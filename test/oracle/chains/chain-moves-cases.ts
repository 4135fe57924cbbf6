// Random moves of random chains as plain data, and what is demanded of a check of each: no `free` with a contact, no `collision` without
// one, no `undecided` away from touching, the same outcome for the way back.
import { Random } from '../../../src/base/math/random.js'
import type { ChainChange } from '../../../src/chains/chain/chain-change.js'
import { ChainTree } from '../../../src/chains/chain/chain-tree.js'
import { box, capsule, group, type Shape, sphere } from '../../../src/shapes/shape.js'
import { OracleMove } from './chain-moves.js'

export interface MoveCase {
  readonly seed: number
  readonly links: number
  /** How many joints move. */
  readonly moving: number
  /** Of the changes; `any` mixes them. */
  readonly kind: 'torsion' | 'rotate' | 'slide' | 'set' | 'any'
  readonly shapes: 'spheres' | 'groups' | 'mixed'
  /** Largest angle. */
  readonly angle: number
  readonly neighbours: number
  readonly exclude: boolean
  readonly linksPerLeaf: number
  readonly volume: 'obb' | 'rss'
  /** Coordinates are whole numbers and angles quarter turns: contacts are exact or nearly so. */
  readonly grid: boolean
}

export interface MoveTally {
  free: number
  collision: number
  undecided: number
  tests: number
}

/** A case by number: the third of it that is degenerate included. */
export function moveCase(seed: number, maxLinks: number, moving: number, shapes: MoveCase['shapes']): MoveCase {
  const random = new Random(seed)
  const kinds = ['torsion', 'torsion', 'rotate', 'slide', 'set', 'any'] as const
  return {
    seed,
    links: 2 + random.integer(maxLinks - 1),
    moving: 1 + random.integer(moving),
    kind: kinds[random.integer(kinds.length)]!,
    shapes,
    angle: [0.1, 1, Math.PI, 2 * Math.PI, 0][random.integer(5)]!,
    neighbours: random.integer(4),
    exclude: random.integer(3) === 0,
    linksPerLeaf: [4, 1, 2, 3, 8][random.integer(5)]!,
    volume: random.integer(4) === 0 ? 'rss' : 'obb',
    grid: random.integer(3) === 0,
  }
}

function linkShape(random: Random, c: MoveCase): Shape {
  const radius = c.grid ? 0.5 : random.range(0.15, 0.45)
  const kind = c.shapes === 'spheres' ? 0 : c.shapes === 'groups' ? random.integer(2) : random.integer(4)
  if (kind === 0) return sphere({ radius })
  if (kind === 1) {
    return group([sphere({ radius }), sphere({ radius, at: [random.range(-0.5, 0.5), 0.5, 0] })])
  }
  if (kind === 2) return capsule({ from: [0, 0, 0], to: [0.6, 0, 0.2], radius: 0.2 })
  return box({ size: [0.5, random.range(0.2, 0.6), 0.3] })
}

export function buildCase(c: MoveCase): {
  chain: ChainTree
  changes: ChainChange[]
  excluded: (i: number, j: number) => boolean
} {
  const random = new Random(c.seed + 1)
  const excluded = (i: number, j: number): boolean => c.exclude && (i * 7 + j * 13) % 5 === 0
  const shapes = Array.from({ length: c.links }, () => linkShape(random, c))
  const direction = new Float64Array(3)
  const joints = Array.from({ length: c.links - 1 }, () => {
    random.direction(direction)
    const at = c.grid
      ? [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
          [-1, 0, 0],
        ][random.integer(4)]!
      : Array.from(direction)
    return { at: at as [number, number, number] }
  })
  const chain = ChainTree.fromLinks(shapes, joints, {
    neighbours: c.neighbours,
    linksPerLeaf: c.linksPerLeaf,
    volume: c.volume,
    ...(c.exclude ? { exclude: excluded } : {}),
  })
  const free = Array.from({ length: c.links - 1 }, (_, j) => j)
  const changes: ChainChange[] = []
  for (let k = 0; k < c.moving && free.length > 0; k++) {
    const joint = free.splice(random.integer(free.length), 1)[0]!
    changes.push(oneChange(random, c, chain, joint))
  }
  return { chain, changes, excluded }
}

function oneChange(random: Random, c: MoveCase, chain: ChainTree, joint: number): ChainChange {
  const kinds = ['torsion', 'rotate', 'slide', 'set'] as const
  const kind = c.kind === 'any' ? kinds[random.integer(4)]! : c.kind
  const angle = c.grid
    ? [0, Math.PI / 2, Math.PI, 2 * Math.PI][random.integer(4)]!
    : random.range(-c.angle, c.angle || Number.MIN_VALUE)
  const axis = c.grid ? [0, 0, 1] : Array.from(random.direction(new Float64Array(3)))
  switch (kind) {
    case 'torsion':
      return { kind: 'rotate', joint, angle }
    case 'rotate':
      return random.integer(2) === 0
        ? { kind: 'rotate', joint, angle, axis }
        : { kind: 'rotate', joint, angle, axis, pivot: [0, 0, 0] }
    case 'slide':
      return { kind: 'slide', joint, distance: c.grid ? random.integer(5) - 2 : random.range(-2, 2), axis }
    case 'set': {
      const other = ChainTree.fromLinks([chain.shape(joint), chain.shape(joint + 1)], [chain.jointPose(joint)])
      other.rotate(0, angle, axis)
      if (random.integer(2) === 0) other.slide(0, random.range(-1, 1), axis)
      return { kind: 'set', joint, pose: other.jointPose(0) }
    }
  }
}

/** Checks one case; throws with the case where something is wrong. */
export function playMoveCase(c: MoveCase, instants: number, counts: MoveTally): void {
  const { chain, changes, excluded } = buildCase(c)
  const wrong = (what: string): never => {
    throw new Error(`${what}\nplayMoveCase(${JSON.stringify(c)}, ${instants}, counts)`)
  }
  const before = chain.poses()
  const check = chain.checkMove(changes)
  counts[check.outcome]++
  counts.tests += check.stats.volumeTests + check.stats.leafTests
  if (chain.poses().some((x, k) => !Object.is(x, before[k]))) wrong('the chain has changed')
  const starts = new Map(
    changes.map((change) => [
      (change as { joint: number }).joint,
      chain.jointPose((change as { joint: number }).joint),
    ]),
  )
  chain.change(changes)
  const ends = new Map([...starts.keys()].map((joint) => [joint, chain.jointPose(joint)]))
  // There and back by `set`: the same two ends, the same outcome.
  const back = chain.checkMove([...starts].map(([joint, pose]) => ({ kind: 'set', joint, pose })))
  chain.undo()
  const there = chain.checkMove([...ends].map(([joint, pose]) => ({ kind: 'set', joint, pose })))
  if (there.outcome !== back.outcome) wrong(`there ${there.outcome}, back ${back.outcome}`)
  if (there.stats.volumeTests !== back.stats.volumeTests || there.stats.leafTests !== back.stats.leafTests) {
    wrong('there and back differ in tests')
  }
  const oracle = new OracleMove(chain, changes, ends, c.neighbours, excluded)
  const size = 1e-9 * (10 + c.links)
  if (check.outcome === 'collision') {
    const { at, a, b } = check
    if (!(at! >= 0 && at! <= 1) || !oracle.pairs.some(([i, j]) => i === a && j === b))
      wrong(`not a pair: ${a}, ${b} at ${at}`)
    const gap = oracle.gap(oracle.poses(at!), a!, b!)
    if (gap > size) wrong(`links ${a} and ${b} are ${gap} apart at ${at}`)
    return
  }
  const sampled = oracle.sample(instants, 0.02)
  if (check.outcome === 'free' && sampled.gap <= -size) {
    wrong(`free, but links ${sampled.a} and ${sampled.b} have a gap of ${sampled.gap} at ${sampled.at}`)
  }
  if (check.outcome === 'undecided') {
    const { a, b } = check
    const least = oracle.least(a!, b!, 300)
    if (Math.abs(least) > 1e-5) wrong(`undecided, but links ${a} and ${b} have a least gap of ${least}`)
  }
}
