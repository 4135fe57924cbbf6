// Games with a protein, every answer compared with all pairs of atoms: random moves, and moves to the first contact.
import { expect } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import type { Protein } from '../../../src/molecules/protein/protein.js'
import { bondsOf, clashingPairs, withinBonds } from './protein.js'

/** Moves at random, asks, undoes now and then; every answer is compared with all pairs of atoms. Returns how many were clashes. */
export function play(protein: Protein, excludeBonds: number, seed: number, steps: number, width: number): number {
  const near = withinBonds(bondsOf(protein), excludeBonds)
  const random = new Random(seed)
  let clashes = 0
  for (let step = 0; step < steps; step++) {
    const before = protein.coordinates()
    const kind = random.integer(8)
    const from = random.integer(protein.pieces[0]!.to - 1)
    if (kind === 0 && protein.crankshaftTorn(from, from + 1) === undefined) {
      protein.crankshaft(from, from + 1, random.range(-1, 1))
    } else if (kind < 3) {
      protein.change(
        Array.from({ length: 1 + random.integer(3) }, () => ({
          torsion: random.integer(protein.torsions.length),
          angle: random.range(-4, 4),
        })),
      )
    } else {
      protein.turn(random.integer(protein.torsions.length), random.range(-width, width))
    }
    const now = protein.coordinates()
    checkMoved(protein, before, now)
    const pairs = clashingPairs(now, protein.radii, near)
    // Not every change is asked about: what was not asked must not be forgotten.
    if (random.integer(4) === 0) continue
    expect(protein.clashes(), JSON.stringify({ seed, step, pairs: pairs.slice(0, 3) })).toBe(pairs.length > 0)
    if (pairs.length > 0) clashes++
    if (pairs.length > 0 ? random.integer(8) > 0 : random.integer(4) === 0) {
      protein.undo()
      expect(protein.canUndo).toBe(false)
      expect(protein.coordinates()).toEqual(before)
    }
    if (step % 10 === 0) protein.validate()
  }
  protein.validate()
  return clashes
}

/** Atoms in no stretch are where they were; those of one body have kept their distances. */
function checkMoved(protein: Protein, before: Float64Array, now: Float64Array): void {
  const body = new Array<number>(protein.atoms).fill(-1)
  for (const stretch of protein.moved()) body.fill(stretch.body!, stretch.from, stretch.to)
  for (let i = 0; i < protein.atoms; i++) {
    for (let j = i + 1; j < protein.atoms; j++) {
      if (body[i] !== body[j] || protein.pieceOf[i] !== protein.pieceOf[j]) continue
      let [was, is] = [0, 0]
      for (let k = 0; k < 3; k++) {
        was += (before[3 * i + k]! - before[3 * j + k]!) ** 2
        is += (now[3 * i + k]! - now[3 * j + k]!) ** 2
      }
      if (Math.abs(was - is) > 1e-8) throw new Error(`atoms ${i} and ${j} of body ${body[i]} moved apart`)
    }
    if (body[i] !== -1) continue
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      if (Math.abs(before[k]! - now[k]!) > 1e-10) throw new Error(`atom ${i} moved, and is in no stretch`)
    }
  }
}

/**
 * Turns one torsion after another until the first two atoms touch, found by halving: there one pair decides, and whoever forgets a
 * pair is caught. Returns how many of these pairs were on links at most six joints apart, farther, and of two pieces.
 */
export function touchdowns(protein: Protein, excludeBonds: number, seed: number, turns: number, kind = /./) {
  const choice = protein.torsions.flatMap((torsion, k) => (kind.test(torsion.kind) ? [k] : []))
  const near = withinBonds(bondsOf(protein), excludeBonds)
  const random = new Random(seed)
  const pairs = () => clashingPairs(protein.coordinates(), protein.radii, near)
  const seen = { near: 0, far: 0, between: 0 }
  expect(pairs()).toEqual([])
  expect(protein.clashes()).toBe(false)
  for (let n = 0; n < turns; n++) {
    const k = choice[random.integer(choice.length)]!
    const start = protein.torsion(k)
    const way = random.integer(2) === 0 ? 0.15 : -0.15
    let free = 0
    let touching = way
    const set = (by: number) => {
      protein.setTorsion(k, start + by)
      return pairs().length > 0
    }
    while (Math.abs(touching) < 6 && !set(touching)) {
      free = touching
      touching += way
    }
    if (Math.abs(touching) >= 6) {
      protein.setTorsion(k, start)
      continue
    }
    for (let halving = 0; halving < 25; halving++) {
      const middle = (free + touching) / 2
      if (set(middle)) touching = middle
      else free = middle
    }
    set(touching)
    const found = pairs()
    const repro = JSON.stringify({ seed, n, k, start, touching, found })
    expect(protein.clashes(), repro).toBe(true)
    const [i, j] = found[0] as [number, number]
    if (protein.pieceOf[i] !== protein.pieceOf[j]) seen.between++
    else if (Math.abs(protein.linkOf[i]! - protein.linkOf[j]!) <= 6) seen.near++
    else seen.far++
    set(free)
    expect(protein.clashes(), repro).toBe(false)
    // From somewhere on the way back to there, so that the next one starts with room.
    protein.setTorsion(k, start + free * random.range(0, 1))
    if (protein.clashes()) protein.undo()
  }
  return seen
}
