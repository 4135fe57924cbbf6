// A made-up Cα trace of 56 residues for those who have no file: four strands of a sheet with a helix across it, in the order of
// protein G's domain (strands 1 and 2, helix, strands 3 and 4; in the sheet they lie 2, 1, 4, 3). Strands and helix by formula,
// turns relaxed between them: springs for bonds, and room between beads.
import { cosine, sine } from '../../src/base/math/trigonometry.js'

/** Ideal geometry, in Å and radians. */
const BOND = 3.8
const STRAND_RISE = 3.3
const STRAND_PLEAT = 0.94
const STRANDS_APART = 4.8
const HELIX_RISE = 1.5
const HELIX_RADIUS = 2.3
const HELIX_TURN = (100 * Math.PI) / 180
const HELIX_ABOVE = 10

/** Beads next but one are 5.2 to 6.9 apart (angles of 86° to 130°); all others at least 4.6. */
const NEXT_LOW = 5.2
const NEXT_HIGH = 6.9
const APART = 4.6

const STRAND = 8
const HELIX = 15

/** Beads of each turn between the five pieces: 4·8 + 15 + 3 + 2 + 2 + 2 = 56. */
const TURNS = [3, 2, 2, 2] as const
const ROUNDS = 1000

export function generatedTrace(): Float64Array {
  const { positions, held } = layOut()
  for (let round = 0; round < ROUNDS; round++) relax(positions, held)
  return positions
}

function layOut(): { positions: Float64Array; held: boolean[] } {
  const beads: (readonly [number, number, number])[] = []
  const held: boolean[] = []
  const add = (piece: readonly (readonly [number, number, number])[], turn: number): void => {
    for (const bead of piece) {
      beads.push(bead)
      held.push(true)
    }
    // Placed later, evenly between the pieces.
    for (let k = 0; k < turn; k++) {
      beads.push([Number.NaN, 0, 0])
      held.push(false)
    }
  }
  add(strand(1, 1), TURNS[0])
  add(strand(0, -1), TURNS[1])
  add(helix(), TURNS[2])
  add(strand(3, -1), TURNS[3])
  add(strand(2, 1), 0)
  const positions = Float64Array.from(beads.flat())
  for (let i = 1; i < beads.length; i++) {
    if (held[i] === true) continue
    let next = i
    while (held[next] === false) next++
    // Outwards in the middle, so that no two beads of a turn start in one place.
    const left = next - i + 1
    for (let a = 0; a < 3; a++) {
      const from = positions[3 * (i - 1) + a]!
      positions[3 * i + a] = from + (positions[3 * next + a]! - from) / left
    }
    positions[3 * i]! += positions[3 * i - 3]! > 0 ? 2 : -2
    positions[3 * i + 2]! += 0.3 * (i % 3)
  }
  return { positions, held }
}

/** Strand number `place` of the sheet, along x or against it, in the plane z = 0. The sheet is twisted a little. */
function strand(place: number, way: 1 | -1): [number, number, number][] {
  return Array.from({ length: STRAND }, (_, k) => {
    const along = way * (k - (STRAND - 1) / 2) * STRAND_RISE
    const across = (place - 1.5) * STRANDS_APART
    const twist = 0.35 * (place - 1.5)
    const up = (k % 2 === 0 ? 1 : -1) * STRAND_PLEAT
    return [along * cosine(twist), across, up + along * sine(twist)]
  })
}

/** Above the sheet and across its diagonal. */
function helix(): [number, number, number][] {
  const tilt = 0.7
  return Array.from({ length: HELIX }, (_, k) => {
    const along = (k - (HELIX - 1) / 2) * HELIX_RISE
    const u = HELIX_RADIUS * cosine(k * HELIX_TURN)
    const v = HELIX_RADIUS * sine(k * HELIX_TURN)
    return [along * cosine(tilt) - u * sine(tilt), along * sine(tilt) + u * cosine(tilt), HELIX_ABOVE + v]
  })
}

/** One pass over all pairs: what is too long or too short is corrected half way; held beads give way ten times less. */
function relax(positions: Float64Array, held: readonly boolean[]): void {
  const beads = held.length
  for (let i = 0; i < beads; i++) {
    for (let j = i + 1; j < beads; j++) {
      const low = j === i + 1 ? BOND : j === i + 2 ? NEXT_LOW : APART
      const high = j === i + 1 ? BOND : j === i + 2 ? NEXT_HIGH : Infinity
      const x = positions[3 * j]! - positions[3 * i]!
      const y = positions[3 * j + 1]! - positions[3 * i + 1]!
      const z = positions[3 * j + 2]! - positions[3 * i + 2]!
      const length = Math.sqrt(x * x + y * y + z * z)
      if (length >= low && length <= high) continue
      const wi = held[i] ? 0.1 : 1
      const wj = held[j] ? 0.1 : 1
      const by = (0.5 * ((length < low ? low : high) - length)) / (length * (wi + wj))
      push(positions, i, -by * wi, x, y, z)
      push(positions, j, by * wj, x, y, z)
    }
  }
}

function push(positions: Float64Array, i: number, by: number, x: number, y: number, z: number): void {
  positions[3 * i]! += by * x
  positions[3 * i + 1]! += by * y
  positions[3 * i + 2]! += by * z
}
