// Steps that are not free, each with proofs that nearly fit: of a step that differs by a hair, or of the same without the pairs that meet.
import type { Random } from '../../../src/base/math/random.js'
import { proveStep } from '../../../src/geometry/steps/prove-step.js'
import { type StepInput, stepDocument } from '../../../src/geometry/steps/step-document.js'
import { changeBytes, type Documents, resealStep } from './adversary.js'
import { decode, encode, type Json } from './documents.js'
import { meetingPairs, randomStep } from './steps.js'

/** A false statement with a proof of something near to it, sealed so that only its content is judged. */
export function falsehood(random: Random): Documents | undefined {
  return random.integer(3) === 0 ? withoutMeetings(random) : throughTie(random)
}

/** The same with bits and bytes changed here and there. */
export function variant({ about, proof }: Documents, random: Random): Documents {
  const changed: Json = structuredClone(proof)
  for (let k = random.integer(3); k > 0; k--) {
    const held = ['tests', 'proofs', 'order', 'stars'].filter((field) => (changed[field] ?? '') !== '')
    if (held.length === 0) break
    const field = held[random.integer(held.length)]!
    changed[field] = encode(changeBytes(decode(changed[field]), random))
  }
  return { about, proof: changed }
}

function sealed(free: StepInput, met: StepInput, slabs: number): Documents {
  const proved = proveStep(free, { slabs })
  if (!proved.free) throw new Error(`not free: ${JSON.stringify(free)}`)
  const about = JSON.parse(JSON.stringify(stepDocument(met)))
  const proof = structuredClone(proved.certificate)
  resealStep(about, proof)
  return { about, proof }
}

/** A step some pairs of which meet, and the proof of the same with these pairs left out. */
function withoutMeetings(random: Random): Documents | undefined {
  const { input, slabs } = randomStep(random, 12)
  const met = meetingPairs(input)
  if (met.length === 0 || met.some(([i, j]) => i === j)) return undefined
  const free = { ...input, excluded: [...(input.excluded ?? []), ...met] }
  // Without its neighbour a triangle may turn out to collapse.
  return proveStep(free, { slabs }).free ? sealed(free, input, slabs) : undefined
}

/** Whole coordinates: points that touch exactly at one instant; and which number keeps them apart if it is a hair larger. */
const TIES: readonly {
  readonly input: StepInput
  readonly at: number
  readonly both?: true
  readonly isRound?: true
}[] = [
  // Balls of 2.5 pass each other at (3, 4): at a distance of 5, halfway.
  {
    input: { hulls: 'beads', points: [0, 0, 0, 3, 4, -6, 40, 0, 0], next: [0, 0, 0, 3, 4, 6, 40, 1, 0], radii: [2.5] },
    at: 3,
    both: true,
    isRound: true,
  },
  // A strand passes by the end of another one.
  {
    input: {
      ...{ hulls: 'strands', neighbours: 1 },
      points: [-1, 0, 0, 1, 0, 0, 1, -1, 2, 1, 1, 2],
      next: [-1, 0, 0, 1, 0, 0, 1, -1, -2, 1, 1, -2],
    },
    at: 6,
    both: true,
  },
  // A corner passes by an edge.
  {
    input: {
      ...{ hulls: 'triangles', triangles: [0, 1, 2, 3, 4, 5] },
      points: [0, 0, 0, 4, 0, 0, 0, 4, 0, 2, 2, 1, 5, 5, 4, 6, 5, 4],
      next: [0, 0, 0, 4, 0, 0, 0, 4, 0, 2, 2, -1, 5, 5, -4, 6, 5, -4],
    },
    at: 9,
    both: true,
  },
  // Two triangles with a common edge close like a book, at the last instant.
  {
    input: {
      ...{ hulls: 'triangles', triangles: [0, 1, 2, 1, 0, 3] },
      points: [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, -2, 4],
      next: [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 0],
    },
    at: 11,
  },
  // A triangle collapses at the last instant.
  {
    input: {
      ...{ hulls: 'triangles', triangles: [0, 1, 2, 3, 4, 5] },
      points: [0, 0, 0, 4, 0, 0, 1, 2, 0, 50, 0, 0, 54, 0, 0, 50, 4, 0],
      next: [0, 0, 0, 4, 0, 0, 6, 0, 0, 50, 0, 0, 54, 0, 0, 50, 4, 0],
    },
    at: 7,
  },
]

/** Points that touch at one instant, turned and moved; with the proof of what it is a hair away from that. */
function throughTie(random: Random): Documents {
  const { input, at, both, isRound } = TIES[random.integer(TIES.length)]!
  const hair = 2 ** -(10 + random.integer(31))
  const moved = (list: ArrayLike<number>, by: number): number[] => Array.from(list, (x, k) => x + shift(k, at, by))
  // A strand is moved as a whole.
  const shift = (k: number, place: number, by: number): number =>
    k === place || (input.hulls === 'strands' && k === place + 3) ? by : 0
  const matrix = isRound === true ? signedAxes(random) : sheared(random)
  const offset = [0, 1, 2].map(() => random.integer(201) - 100)
  const place = (list: readonly number[]): number[] =>
    list.map((_, k) => {
      const o = k - (k % 3)
      const row = matrix[k % 3]!
      return row[0]! * list[o]! + row[1]! * list[o + 1]! + row[2]! * list[o + 2]! + offset[k % 3]!
    })
  const make = (by: number): StepInput => ({
    ...input,
    points: place(moved(input.points, both === true ? by : 0)),
    next: place(moved(input.next!, by)),
  })
  return sealed(make(hair), make(0), 2 ** random.integer(3))
}

function signedAxes(random: Random): number[][] {
  const order = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [1, 0, 2],
  ][random.integer(4)]!
  return order.map((axis) => [0, 1, 2].map((k) => (k === axis ? (random.integer(2) === 0 ? 1 : -1) : 0)))
}

/** Whole numbers with a determinant of ±1: what touches still does. */
function sheared(random: Random): number[][] {
  const matrix = signedAxes(random)
  for (let k = 0; k < 3; k++) {
    const [to, from] = [random.integer(3), random.integer(3)]
    const by = random.integer(5) - 2
    if (to !== from) matrix[to] = matrix[to]!.map((x, c) => x + by * matrix[from]![c]!)
  }
  return matrix
}
