import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import type { ProteinOptions } from '../../../src/molecules/protein/protein-options.js'
import { worst } from '../../oracle/molecules/protein.js'
import { peptides } from '../../oracle/molecules/protein-peptides.js'
import { play, touchdowns } from '../../oracle/molecules/protein-play.js'

/** Two peptides side by side, bent so that they meet themselves and each other now and then. */
const TWO = () =>
  peptides(
    { sequence: 'GASCVLKFPAKLVG', hydrogens: true },
    { sequence: 'LKPASCF', chain: 'B', from: [2, 14, 3], hydrogens: true },
  )

const CASES: readonly (readonly [string, ProteinOptions])[] = [
  ['backbone', { atoms: 'backbone' }],
  ['backbone, three bonds', { atoms: 'backbone', radius: 1.35, excludeBonds: 3, omega: true }],
  ['rigid', { atoms: 'rigid-sidechains' }],
  ['rigid, with hydrogens', { hydrogens: true, radiusScale: 0.6, excludeBonds: 3 }],
  ['flexible', { atoms: 'flexible-sidechains', omega: true }],
  ['flexible, with hydrogens', { atoms: 'flexible-sidechains', hydrogens: true, radii: 'bondi', radiusScale: 0.6 }],
]

describe('clashes of a protein', () => {
  test.each(CASES)('%s: as all pairs of atoms have it, move by move', (_, options) => {
    const protein = new Protein(TWO(), options)
    const clashes = play(protein, options.excludeBonds ?? 4, 7, 80, 0.6)
    expect(clashes).toBeGreaterThan(5)
    expect(clashes).toBeLessThan(70)
  })

  test.each(CASES)('%s: to the first pair that touches', (_, options) => {
    const protein = new Protein(TWO(), options)
    const seen = touchdowns(protein, options.excludeBonds ?? 4, 5, 40)
    expect(seen.near + seen.far + seen.between).toBeGreaterThan(2)
  })

  test('side-chains alone: to the first pair that touches, near and far', () => {
    const options: ProteinOptions = { atoms: 'flexible-sidechains', excludeBonds: 3, radiusScale: 0.85 }
    const seen = touchdowns(new Protein(TWO(), options), 3, 9, 60, /chi/)
    expect(seen.near).toBeGreaterThan(10)
  })

  test('save and restore: all that follows is the same to the bit', () => {
    const options: ProteinOptions = { atoms: 'flexible-sidechains' }
    const one = new Protein(TWO(), options)
    const random = new Random(4)
    const step = (protein: Protein, r: Random): boolean => {
      if (r.integer(3) === 0) protein.crankshaft(2, 5, r.range(-0.2, 0.2))
      else protein.turn(r.integer(protein.torsions.length), r.range(-1, 1))
      const clash = protein.clashes()
      if (clash) protein.undo()
      return clash
    }
    for (let k = 0; k < 50; k++) step(one, random)
    const two = new Protein(TWO(), options)
    two.turn(0, 1)
    two.restore(one.save())
    expect(two.canUndo).toBe(false)
    expect(two.coordinates()).toEqual(one.coordinates())
    const state = random.save()
    const again = new Random(0)
    again.restore(state)
    for (let k = 0; k < 100; k++) expect(step(two, again)).toBe(step(one, random))
    expect(two.coordinates()).toEqual(one.coordinates())
    expect(two.save()).toEqual(one.save())
  })

  test('a disulphide between two chains is held, or not', () => {
    const structure = bridged()
    const held = new Protein(structure, { atoms: 'flexible-sidechains' })
    const [a, b] = [0, 1].map((p) => held.names.findIndex((name, i) => name === 'SG' && held.pieceOf[i] === p)) as [
      number,
      number,
    ]
    const apart = (protein: Protein) => {
      const p = protein.coordinates()
      return Math.hypot(p[3 * a]! - p[3 * b]!, p[3 * a + 1]! - p[3 * b + 1]!, p[3 * a + 2]! - p[3 * b + 2]!)
    }
    const start = apart(held)
    expect(start).toBeLessThan(2.3)
    expect(held.fixed.filter(({ reason }) => /the bond .*SG/.test(reason)).length).toBeGreaterThan(4)
    const random = new Random(1)
    for (let k = 0; k < 60; k++) {
      held.turn(random.integer(held.torsions.length), random.range(-3, 3))
      expect(apart(held)).toBeCloseTo(start, 9)
    }
    const free = new Protein(structure, { atoms: 'flexible-sidechains', disulphides: 'free' })
    expect(free.fixed).toEqual([])
    free.turn(0, 2)
    expect(Math.abs(apart(free) - start)).toBeGreaterThan(0.1)
    free.undo()
    // χ1 of a bonded cysteine moves its own sulphur, and nothing of the other's.
    const chi1 = free.torsions.findIndex(({ kind, atoms }) => kind === 'chi1' && free.names[atoms[3]] === 'SG')
    const other = free.torsions[chi1]!.piece === 0 ? b : a
    const was = Array.from(free.position(other))
    free.turn(chi1, 1)
    expect(Math.abs(apart(free) - start)).toBeGreaterThan(0.1)
    expect(Array.from(free.position(other))).toEqual(was)
    for (const disulphides of ['hold', 'free'] as const) {
      for (const atoms of ['rigid-sidechains', 'flexible-sidechains'] as const) {
        const protein = new Protein(structure, { atoms, disulphides })
        expect(play(protein, 4, 3, 80, 0.5)).toBeGreaterThan(0)
      }
    }
  })

  test('chains can be chosen, and do not have to be next to each other', () => {
    const structure = TWO()
    const b = new Protein(structure, { chains: ['B'], atoms: 'backbone' })
    expect(b.pieces).toMatchObject([{ chain: 'B', from: 14, to: 21, firstAtom: 0, endAtom: 21, links: 21 }])
    expect(worst(b.radii, new Float64Array(21).fill(1.6))).toBe(0)
    expect(() => new Protein(structure, { chains: ['C'] })).toThrow(/chains must be names .* A, B, got "C"/)
  })

  test('what cannot be is refused, and nothing is changed', () => {
    const structure = TWO()
    const protein = new Protein(structure)
    const before = protein.coordinates()
    expect(() => protein.undo()).toThrow(/no change to undo/)
    expect(() => protein.turn(protein.torsions.length, 1)).toThrow(/torsion must be/)
    expect(() => protein.setTorsion(0, Number.NaN)).toThrow(/angle must be a finite number/)
    expect(() =>
      protein.change([
        { torsion: 0, by: 1 },
        { torsion: 1, by: Infinity },
      ]),
    ).toThrow(/changes\[1\].by/)
    expect(() => protein.crankshaft(3, 3, 1)).toThrow(/to must be/)
    expect(() => protein.crankshaft(99, 100, 1)).toThrow(/from must be/)
    expect(() => protein.restore(new Float64Array(3))).toThrow(/saved.length/)
    expect(() => protein.change([null as never])).toThrow(/changes\[0\]/)
    expect(() => protein.change([{ torsion: 0, angle: 1, by: 2 } as never])).toThrow(/changes\[0\].by/)
    expect(() => new Protein(null as never)).toThrow(/structure must be/)
    const kept = protein.save()
    const damaged = kept.slice()
    damaged[0] = 2
    damaged[damaged.length - 1] = 1e300
    expect(() => protein.restore(damaged)).toThrow(/must be/)
    expect(protein.save()).toEqual(kept)
    protein.validate()
    expect(() => protein.coordinates(new Float64Array(3))).toThrow(/out.length/)
    expect(protein.canUndo).toBe(false)
    expect(protein.coordinates()).toEqual(before)
    const bad: readonly [object, RegExp][] = [
      [{ atoms: 'all' }, /atoms must be backbone/],
      [{ radius: 0 }, /radius must be/],
      [{ radius: 1, radii: 'bondi' }, /radius must be left out/],
      [{ model: 1 }, /model must be/],
      [{ excludeBonds: 0 }, /excludeBonds must be/],
      [{ hydrogens: 1 }, /hydrogens must be true or false/],
      [{ disulphides: 'cut' }, /disulphides must be hold or free/],
      [{ sidechains: true }, /sidechains must be left out/],
    ]
    for (const [options, message] of bad)
      expect(() => new Protein(structure, options as ProteinOptions)).toThrow(message)
    const alone = peptides({ sequence: 'G' })
    expect(new Protein(alone).torsions).toEqual([])
    expect(new Protein(alone).clashes()).toBe(false)
  })
})

/** Two chains whose cysteines are put together, sulphur to sulphur. */
function bridged() {
  const one = peptides({ sequence: 'AAKCAAL' }, { sequence: 'GCSAV', chain: 'B', from: [0, 30, 0] })
  const p = one.models[0]!.slice()
  const [a, b] = one.atoms.names.flatMap((name, i) => (name === 'SG' ? [i] : [])) as [number, number]
  const chainB = one.residues.findIndex(({ chain }) => chain === 1)
  // Beyond the first sulphur, away from its CB.
  const cb = a - 1
  for (let k = 0; k < 3; k++) {
    const target = p[3 * a + k]! + ((p[3 * a + k]! - p[3 * cb + k]!) / 1.81) * 2.05
    const shift = target - p[3 * b + k]!
    for (let i = one.residues[chainB]!.first; i < one.atoms.count; i++) p[3 * i + k] = p[3 * i + k]! + shift
  }
  return { ...one, models: [p] }
}
