// Energies by looking at every pair of atoms, and chains that move, written to be obviously right: exclusions are found by walking along
// bonds, potentials are formulas of their own, moves turn every atom by itself.
import type { Random } from '../../../src/base/math/random.js'
import type { Stretch } from '../../../src/molecules/energy/energy.js'

export interface TestChains {
  readonly atoms: number
  readonly positions: Float64Array
  readonly bonds: readonly (readonly [number, number])[]
  /** First atom of each chain. */
  readonly starts: readonly number[]
  /** Stretches that hang on one atom of the backbone, which is before them. */
  readonly sides: readonly (readonly [number, number])[]
  /** Atoms of the backbone, chain by chain. */
  readonly backbones: readonly (readonly number[])[]
}

/** Chains of backbone atoms, some with a small side-chain; walked at random, more or less compactly. */
export function randomChains(random: Random, chains: number, length: number, spread = 6): TestChains {
  const points: number[] = []
  const bonds: [number, number][] = []
  const starts: number[] = []
  const sides: [number, number][] = []
  const backbones: number[][] = []
  const step = new Float64Array(3)
  const grow = (from: number): number => {
    random.direction(step)
    const at = points.length / 3
    for (let k = 0; k < 3; k++) points.push(points[3 * from + k]! + 1.5 * step[k]!)
    bonds.push([from, at])
    return at
  }
  for (let c = 0; c < chains; c++) {
    let last = points.length / 3
    starts.push(last)
    for (let k = 0; k < 3; k++) points.push(random.range(-spread, spread))
    const backbone = [last]
    for (let k = 1; k < length; k++) {
      last = grow(last)
      backbone.push(last)
      if (random.unit() > 0.3) continue
      const from = points.length / 3
      let side = last
      for (let size = random.integer(4); size >= 0; size--) side = grow(side)
      sides.push([from, points.length / 3])
    }
    backbones.push(backbone)
  }
  return { atoms: points.length / 3, positions: Float64Array.from(points), bonds, starts, sides, backbones }
}

/** Whether a walk of at most `most` bonds leads from one atom to the other. */
export function bonded(chains: TestChains, most: number): (i: number, j: number) => boolean {
  const next: number[][] = Array.from({ length: chains.atoms }, () => [])
  for (const [a, b] of chains.bonds) {
    next[a]!.push(b)
    next[b]!.push(a)
  }
  const near = next.map((_, atom) => {
    let reached = new Set([atom])
    for (let k = 0; k < most; k++) reached = new Set([...reached].flatMap((a) => [a, ...next[a]!]))
    return reached
  })
  return (i, j) => near[i]!.has(j)
}

export interface BrutePotential {
  readonly cutoff: number
  /** By distance, not its square. */
  energy(i: number, j: number, distance: number): number
}

export function squaredDistance(positions: Float64Array, i: number, j: number): number {
  const dx = positions[3 * i]! - positions[3 * j]!
  const dy = positions[3 * i + 1]! - positions[3 * j + 1]!
  const dz = positions[3 * i + 2]! - positions[3 * j + 2]!
  return dx * dx + dy * dy + dz * dz
}

/** The sum over all pairs that are not excluded, and the sum of their sizes, which rounding is relative to. */
export function bruteEnergy(
  positions: Float64Array,
  potential: BrutePotential,
  excluded: (i: number, j: number) => boolean,
): { total: number; scale: number } {
  let total = 0
  let scale = 0
  for (let i = 0; i < positions.length / 3; i++) {
    for (let j = i + 1; j < positions.length / 3; j++) {
      const distance = Math.sqrt(squaredDistance(positions, i, j))
      if (distance >= potential.cutoff || excluded(i, j)) continue
      const energy = potential.energy(i, j, distance)
      total += energy
      scale += Math.abs(energy)
    }
  }
  return { total, scale }
}

export function bruteLennardJones(depth: number, size: number, cutoff: number, cap: number): BrutePotential {
  return {
    cutoff,
    energy: (_i, _j, r) => Math.min(cap * depth, 4 * depth * ((size / r) ** 12 - (size / r) ** 6)),
  }
}

export interface TestMove {
  readonly kind: string
  readonly positions: Float64Array
  readonly moved: readonly Stretch[]
}

export const MOVE_KINDS = [
  'pivot',
  'left pivot',
  'crankshaft',
  'two stretches',
  'neighbours',
  'side chain',
  'rigid chain',
  'one body',
  'nothing',
] as const
export type MoveKind = (typeof MOVE_KINDS)[number]

/** Those that leave every bond as long as it is: over a long run, atoms stay together. */
export const BONDED_KINDS: readonly MoveKind[] = ['pivot', 'left pivot', 'crankshaft', 'two stretches', 'side chain']

/** A random move of the given chains from where they are. */
export function randomMove(
  random: Random,
  chains: TestChains,
  positions: Float64Array,
  most = 0.5,
  kinds: readonly MoveKind[] = MOVE_KINDS,
): TestMove {
  const kind = kinds[random.integer(kinds.length)]!
  const out = positions.slice()
  const c = random.integer(chains.starts.length)
  const first = chains.starts[c]!
  const end = chains.starts[c + 1] ?? chains.atoms
  const spine = chains.backbones[c]!
  const angle = random.range(-most, most)
  const [p, q, r] = Array.from({ length: 3 }, () => random.integer(spine.length))
    .sort((a, b) => a - b)
    .map((k) => spine[k]!) as [number, number, number]
  const inside = (from: number, to: number): Stretch => ({ from: Math.min(from + 1, to), to })
  const turned = (stretches: readonly Stretch[], a: number, b: number, by: number): void => {
    for (const { from, to } of stretches) for (let k = from; k < to; k++) turn(out, positions, k, a, b, by)
  }
  switch (kind) {
    case 'pivot':
    case 'left pivot': {
      const moved = [kind === 'pivot' ? inside(p, end) : { from: first, to: p }]
      turned(moved, p, spine[Math.min(spine.length - 1, spine.indexOf(p) + 1)]!, angle)
      return { kind, positions: out, moved }
    }
    case 'crankshaft': {
      const moved = [inside(p, q)]
      turned(moved, p, q, angle)
      return { kind, positions: out, moved }
    }
    case 'two stretches': {
      const moved = [inside(q, r), inside(p, q)]
      turned([moved[0]!], q, r, angle)
      turned([moved[1]!], p, q, -angle)
      return { kind, positions: out, moved }
    }
    case 'neighbours': {
      // Two bodies with nothing between them.
      const moved: Stretch[] = [
        { from: p, to: q },
        { from: q, to: r },
      ]
      turned([moved[0]!], q, r, angle)
      turned([moved[1]!], p, r, -angle)
      return { kind, positions: out, moved }
    }
    case 'side chain': {
      if (chains.sides.length === 0) return { kind, positions: out, moved: [] }
      const [from, to] = chains.sides[random.integer(chains.sides.length)]!
      turned([{ from, to }], from - 1, from, random.range(-3, 3))
      return { kind, positions: out, moved: [{ from, to }] }
    }
    case 'rigid chain': {
      for (let k = 3 * first; k < 3 * end; k++) out[k]! += angle
      return { kind, positions: out, moved: [{ from: first, to: end }] }
    }
    case 'one body': {
      // As a torsion whose atoms are not numbered in order: two stretches that turn together, one of them in two pieces.
      const moved: Stretch[] = [
        { from: p, to: q, body: 7 },
        { from: q, to: r, body: 7 },
        { from: r + 1, to: Math.max(r + 1, end - 2), body: 7 },
      ]
      turned(moved, 0, chains.atoms - 1, angle)
      return { kind, positions: out, moved }
    }
    case 'nothing':
      return { kind, positions: out, moved: [] }
  }
}

/** Rodrigues' formula: atom k of `from` about the line through atoms a and b. */
function turn(out: Float64Array, from: Float64Array, k: number, a: number, b: number, angle: number): void {
  const axis = [0, 1, 2].map((n) => from[3 * b + n]! - from[3 * a + n]!)
  const length = Math.hypot(...axis)
  const u = length > 0 ? axis.map((x) => x / length) : [0, 0, 1]
  const v = [0, 1, 2].map((n) => from[3 * k + n]! - from[3 * a + n]!)
  const along = u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
  for (let n = 0; n < 3; n++) {
    const cross = u[(n + 1) % 3]! * v[(n + 2) % 3]! - u[(n + 2) % 3]! * v[(n + 1) % 3]!
    out[3 * k + n] =
      from[3 * a + n]! + v[n]! * Math.cos(angle) + cross * Math.sin(angle) + u[n]! * along * (1 - Math.cos(angle))
  }
}
