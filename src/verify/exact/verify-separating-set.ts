// Checks a separating set in whole numbers: no two beads of a necklace touch, except those that may (docs/formats/certificate.md).
import { copyPlain, demand, demandKind, type Fields, list, number, numbers, type Plain, whole } from '../plain.js'
import { wholes } from './convex-sets.js'

/** x, y, z, r in one unit. */
type Ball = readonly [bigint, bigint, bigint, bigint]

export function verifyBeads(givenNecklace: unknown, given: unknown): { readonly valid: true; readonly beads: number } {
  const necklace = copyPlain(givenNecklace, 'the necklace')
  demandKind(necklace, 'necklace', 'the necklace')
  const set = copyPlain(given, 'the separating set')
  demandKind(set, 'separating-set', 'the separating set')
  const beads = readBeads(necklace)
  const n = beads.length / 4
  demand(set.beads === n, `the set is about another number of beads than ${n}`)
  const cages = numbers(set.cages, 'cages')
  const around = numbers(set.balls, 'balls')
  demand(cages.length % 2 === 0 && around.length === 2 * cages.length, 'cages and balls differ in number')
  // All in one unit, so that they can be compared.
  const { values } = wholes([...beads, ...around])
  const balls = Array.from({ length: values.length / 4 }, (_, i) => values.slice(4 * i, 4 * i + 4) as unknown as Ball)
  demand(
    balls.every(([, , , r]) => r >= 0n),
    'a radius is below zero',
  )
  /** By element: its first bead and how many. */
  const spans = beads.filter((_, i) => i % 4 === 0).map((_, i) => [i, 1])
  for (let k = 0; k < cages.length / 2; k++) {
    const first = whole(cages[2 * k], 'cages', n)
    const count = whole(cages[2 * k + 1], 'cages', n - first + 1, 1)
    for (let i = first; i < first + count; i++) {
      demand(contains(balls[n + k]!, balls[i]!), `cage ${k} does not contain bead ${i}`)
    }
    spans.push([first, count])
  }
  const pairs = numbers(set.pairs, 'pairs')
  demand(pairs.length % 2 === 0, 'pairs is not a list of pairs')
  /** By bead, as bits: the later beads that it is apart from. */
  const apart: bigint[] = spans.slice(0, n).map(() => 0n)
  for (let k = 0; k < pairs.length; k += 2) {
    const elements = [0, 1].map((side) => whole(pairs[k + side], 'pairs', spans.length))
    demand(isApart(balls[elements[0]!]!, balls[elements[1]!]!), `the elements of pair ${k / 2} are not apart`)
    const [low, high] = elements.map((e) => spans[e]!).sort((s, t) => s[0]! - t[0]!) as [number[], number[]]
    demand(low[0]! + low[1]! <= high[0]!, `the elements of pair ${k / 2} have a bead in common`)
    const later = ((1n << BigInt(high[1]!)) - 1n) << BigInt(high[0]!)
    for (let i = low[0]!; i < low[0]! + low[1]!; i++) apart[i]! |= later
  }
  checkCoverage(necklace, n, apart)
  return { valid: true, beads: n }
}

/** x, y, z, r a bead. */
function readBeads(necklace: Fields): number[] {
  const dimension = necklace.dimension
  demand(dimension === 2 || dimension === 3, 'the dimension is neither 2 nor 3')
  const centres = numbers(necklace.centres, 'centres')
  const n = centres.length / dimension
  demand(n >= 1 && Number.isInteger(n), `centres are not ${dimension} numbers a bead`)
  const radii = list(necklace.radii, 'radii').map((radius: Plain) => number(radius, 'radii', 0))
  demand(radii.length === n || radii.length === 1, 'radii are neither one number nor one per bead')
  return Array.from({ length: n }, (_, i) => [
    ...centres.slice(dimension * i, dimension * (i + 1)),
    ...(dimension === 2 ? [0] : []),
    radii[radii.length === 1 ? 0 : i]!,
  ]).flat()
}

function squareBetween(a: Ball, b: Ball): bigint {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  return x * x + y * y + z * z
}

function contains(cage: Ball, bead: Ball): boolean {
  const room = cage[3] - bead[3]
  return room >= 0n && squareBetween(cage, bead) <= room * room
}

function isApart(a: Ball, b: Ball): boolean {
  const reach = a[3] + b[3]
  return squareBetween(a, b) > reach * reach
}

function checkCoverage(necklace: Fields, n: number, apart: readonly bigint[]): void {
  const neighbours = whole(necklace.neighbours, 'neighbours', 2 ** 32)
  demand(typeof necklace.closed === 'boolean', 'closed is neither true nor false')
  const { closed } = necklace
  const excluded = new Set(
    list(necklace.excluded, 'excluded').map((pair) => {
      const [i, j] = numbers(pair, 'excluded', 2)
      return `${whole(i, 'excluded', n)},${whole(j, 'excluded', n)}`
    }),
  )
  for (let i = 0; i < n; i++) {
    const last = closed ? Math.min(n - 1, i + n - neighbours - 1) : n - 1
    for (let j = i + neighbours + 1; j <= last; j++) {
      const held = ((apart[i]! >> BigInt(j)) & 1n) === 1n
      demand(held || excluded.has(`${i},${j}`), `no pair holds beads ${i} and ${j}`)
    }
  }
}
