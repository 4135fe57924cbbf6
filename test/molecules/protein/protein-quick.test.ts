// The quick ways of a protein (one torsion, crankshafts) against the slow one for sets, and against all that they leave out.
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { BondAngles } from '../../../src/molecules/monte-carlo/monte-carlo-angles.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import type { ProteinAtoms } from '../../../src/molecules/protein/protein-options.js'
import { bondsOf, clashingPairs, withinBonds } from '../../oracle/molecules/protein.js'
import { peptides } from '../../oracle/molecules/protein-peptides.js'

const ATOMS: readonly ProteinAtoms[] = ['backbone', 'rigid-sidechains', 'flexible-sidechains']

const TWO = () => peptides({ sequence: 'GASCVLKFPAKLVGLLKA' }, { sequence: 'LKPASCF', chain: 'B', from: [2, 14, 3] })

function make(atoms: ProteinAtoms): Protein {
  return new Protein(TWO(), { atoms, ...(atoms === 'backbone' ? {} : { radiusScale: 0.6 }) })
}

/** A crankshaft that tears nothing. */
function drawCrank(protein: Protein, random: Random): [number, number] {
  for (;;) {
    const { from, to } = protein.pieces[random.integer(2)]!
    const a = from + random.integer(to - from - 1)
    const b = a + 1 + random.integer(Math.min(8, to - a - 1))
    if (protein.crankshaftTorn(a, b) === undefined) return [a, b]
  }
}

/** Bit by bit, and quickly where they are the same. */
function expectSame(a: Float64Array, b: Float64Array, what: string): void {
  const [p, q] = [a, b].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
  if (Buffer.compare(p!, q!) !== 0) expect(a, what).toEqual(b)
}

describe('quick ways of a protein', () => {
  test.each(ATOMS)('%s: one torsion is a set of it and one that stays, to the bit', (atoms) => {
    const [quick, slow] = [make(atoms), make(atoms)]
    const random = new Random(4)
    const seen = { hit: 0, free: 0 }
    for (let step = 0; step < 300; step++) {
      if (random.integer(4) === 0) {
        const [a, b] = drawCrank(quick, random)
        const by = random.range(-1, 1)
        quick.crankshaft(a, b, by)
        slow.crankshaft(a, b, by)
      } else {
        const torsion = random.integer(quick.torsions.length)
        const other = (torsion + 1) % quick.torsions.length
        const by = random.range(-1, 1)
        quick.turn(torsion, by)
        slow.change([
          { torsion, by },
          { torsion: other, by: 0 },
        ])
      }
      expectSame(quick.save(), slow.save(), `${atoms} ${step}`)
      if (random.integer(5) === 0) continue
      const hit = quick.clashes()
      expect(hit, JSON.stringify({ atoms, step })).toBe(slow.clashes())
      seen[hit ? 'hit' : 'free']++
      if (hit ? random.integer(10) > 0 : random.integer(3) === 0) {
        quick.undo()
        slow.undo()
        expectSame(quick.save(), slow.save(), `${atoms} ${step} undone`)
      }
      if (step % 20 === 0) {
        expectSame(quick.coordinates(), slow.coordinates(), `${atoms} ${step}`)
        quick.validate()
      }
    }
    expect(Math.min(seen.hit, seen.free)).toBeGreaterThan(20)
  })

  test.each(ATOMS)('%s: coordinates of what moved are those of all, and no others are written', (atoms) => {
    const protein = make(atoms)
    const random = new Random(9)
    for (let step = 0; step < 200; step++) {
      const kind = random.integer(3)
      if (kind === 0) protein.crankshaft(...drawCrank(protein, random), random.range(-1, 1))
      else if (kind === 1) protein.turn(random.integer(protein.torsions.length), random.range(-1, 1))
      else {
        const some = Array.from({ length: 3 }, () => ({ torsion: random.integer(protein.torsions.length), by: 0.3 }))
        protein.change(some)
      }
      const out = protein.movedCoordinates(new Float64Array(3 * protein.atoms).fill(Number.NaN))
      const all = protein.coordinates()
      const moved = new Set(
        protein.moved().flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => from + k)),
      )
      expect(moved.size).toBeGreaterThan(0)
      const expected = all.map((x, k) => (moved.has(Math.trunc(k / 3)) ? x : Number.NaN))
      expectSame(out, expected, `${atoms} ${step} ${kind}`)
      if (random.integer(2) === 0) protein.undo()
    }
    expect(() => protein.movedCoordinates(new Float64Array(3))).toThrow(/out\.length/)
  })

  test('crankshafts by the thousand: clashes are those of all pairs', () => {
    const protein = make('rigid-sidechains')
    const near = withinBonds(bondsOf(protein), 4)
    const random = new Random(12)
    let [hits, frees] = [0, 0]
    for (let step = 0; step < 600; step++) {
      protein.crankshaft(...drawCrank(protein, random), random.range(-1.2, 1.2))
      const hit = protein.clashes()
      expect(hit, `step ${step}`).toBe(clashingPairs(protein.coordinates(), protein.radii, near).length > 0)
      if (hit) hits++
      else frees++
      if (hit || random.integer(2) === 0) protein.undo()
      if (step % 50 === 0) protein.validate()
    }
    expect(Math.min(hits, frees)).toBeGreaterThan(20)
  })

  test('a crankshaft that is refused can be followed by the undo of the change before it', () => {
    const protein = make('rigid-sidechains')
    const before = protein.coordinates()
    protein.turn(2, 0.7)
    const torn = protein.pieces[0]!.from
    expect(() => protein.crankshaft(torn, torn + 8, 1)).toThrow(/does not break/)
    expect(() => protein.crankshaft(torn, torn + 3, Number.NaN)).toThrow(/angle/)
    protein.undo()
    expect(protein.coordinates()).toEqual(before)
  })

  test('after a restore, refused or not, there is nothing to undo, and turns are those of another protein', () => {
    const [protein, other] = [make('flexible-sidechains'), make('flexible-sidechains')]
    const saved = protein.save()
    const bad = saved.slice()
    bad[bad.length - 1] = 1e300
    protein.turn(1, 0.4)
    other.turn(1, 0.4)
    expect(() => protein.restore(bad)).toThrow(/pose/)
    expect(protein.canUndo).toBe(false)
    for (const one of [protein, other]) one.turn(3, 0.2)
    expectSame(protein.coordinates(), other.coordinates(), 'after a refusal')
    for (const one of [protein, other]) one.undo()
    expectSame(protein.coordinates(), other.coordinates(), 'undone')
    protein.restore(saved)
    expect(protein.canUndo).toBe(false)
    expectSame(protein.coordinates(), make('flexible-sidechains').coordinates(), 'restored')
    expect(protein.clashes()).toBe(make('flexible-sidechains').clashes())
  })

  test('pairs that do not clash, as a list', () => {
    const protein = make('flexible-sidechains')
    const pairs = protein.excludedPairs()
    const listed = new Set(Array.from({ length: pairs.length / 2 }, (_, k) => `${pairs[2 * k]} ${pairs[2 * k + 1]}`))
    expect(listed.size).toBe(pairs.length / 2)
    for (let i = 0; i < protein.atoms; i++) {
      for (let j = i + 1; j < protein.atoms; j++)
        if (listed.has(`${i} ${j}`) !== protein.excluded(i, j)) throw new Error(`atoms ${i} and ${j}`)
    }
  })
})

describe('bond angles at CA', () => {
  test('kept sums are those of all residues, undone and restored to the bit', () => {
    const protein = make('rigid-sidechains')
    const angles = new BondAngles(protein, 50)
    const random = new Random(21)
    let changed = 0
    for (let step = 0; step < 500; step++) {
      const { total } = angles
      const saved = angles.save()
      const [a, b] = drawCrank(protein, random)
      protein.crankshaft(a, b, random.range(-0.2, 0.2))
      angles.propose(a, b)
      if (angles.total !== total) changed++
      if (angles.total === Infinity || random.integer(2) === 0) {
        angles.undo()
        protein.undo()
        expect(angles.total).toBe(total)
        expect(angles.save()).toEqual(saved)
      } else {
        angles.accept()
        const expected = angles.recompute(protein.coordinates())
        expect(Math.abs(angles.total - expected)).toBeLessThan(1e-9 * Math.max(1, expected))
      }
      // The total is a function of what is saved.
      const kept = angles.total
      angles.restore(angles.save())
      expect(angles.total).toBe(kept)
    }
    expect(changed).toBeGreaterThan(400)
  })
})
