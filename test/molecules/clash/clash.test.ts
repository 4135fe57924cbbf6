// Clashes against brute force over all pairs, and pairs of which it is known what they are.
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { InvalidInputError, ResultTooLargeError } from '../../../src/errors.js'
import { type Clashes, clashBonds, clashes } from '../../../src/molecules/clash/clash.js'
import type { ClashOptions } from '../../../src/molecules/clash/clash-options.js'
import { hydrogenBondAllowance, polarKinds } from '../../../src/molecules/clash/clash-polar.js'
import { bondGraph } from '../../../src/molecules/structure/bonds.js'
import { atomRadii, type RadiiName } from '../../../src/molecules/structure/radii.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { type BruteClash, bruteClashes, type PlainResidue, plainStructure } from '../../oracle/molecules/clash.js'

type Point = readonly [number, number, number]

/** Atom names and elements of residues to draw from: amino acids, a metal, a ligand, water with and without hydrogens. */
const KINDS: readonly (readonly [name: string, kind: 'amino' | 'other', atoms: string])[] = [
  ['GLY', 'amino', 'N:N CA:C C:C O:O'],
  ['ALA', 'amino', 'N:N H:H CA:C HA:H C:C O:O CB:C HB1:H HB2:H HB3:H'],
  ['SER', 'amino', 'N:N CA:C C:C O:O CB:C OG:O'],
  ['HIS', 'amino', 'N:N CA:C C:C O:O CB:C CG:C ND1:N CD2:C CE1:C NE2:N'],
  ['PRO', 'amino', 'N:N CA:C C:C O:O CB:C CG:C CD:C'],
  ['CYS', 'amino', 'N:N CA:C C:C O:O CB:C SG:S'],
  ['HOH', 'other', 'O:O'],
  ['HOH', 'other', 'O:O H1:H H2:H'],
  ['ZN', 'other', 'ZN:Zn'],
  ['LIG', 'other', 'C1:C C2:C N3:N CL:Cl'],
]

/** Residues thrown into a box, the atoms of each about 1.5 Å from the one before. */
function cloud(random: Random, count: number, side: number): Structure {
  const residues: PlainResidue[] = []
  for (let r = 0; r < count; r++) {
    const [name, kind, text] = KINDS[random.integer(KINDS.length)]!
    let at: Point = [random.range(0, side), random.range(0, side), random.range(0, side)]
    const step = new Float64Array(3)
    const atoms = text.split(' ').map((word) => {
      const [atom, element] = word.split(':') as [string, string]
      const own = { name: atom, element, at }
      random.direction(step)
      const length = random.range(0.9, 1.6)
      at = [at[0] + length * step[0]!, at[1] + length * step[1]!, at[2] + length * step[2]!]
      return own
    })
    residues.push({ name, kind, chain: 'AB'[random.integer(2)]!, atoms })
  }
  return plainStructure(residues)
}

function brute(structure: Structure, options: ClashOptions): BruteClash[] {
  const positions = structure.models[0]!
  const bonds = clashBonds(structure)
  const kinds = polarKinds(structure, bonds)
  const { hydrogens = true, water = true, chains, excludeBonds = 3 } = options
  const { radii, bare } = atomRadii(structure, options.radii, { hydrogens })
  return bruteClashes({
    ...{ positions, bonds, radii, overlap: options.overlap ?? 0.4, excludeBonds },
    mild: options.strict === true || excludeBonds >= 4 ? undefined : { elements: structure.atoms.elements, bare },
    counts: (i) => {
      const residue = structure.residues[structure.atoms.residue[i]!]!
      if (!hydrogens && structure.atoms.elements[i] === 'H') return false
      if (!water && residue.name === 'HOH') return false
      return chains === undefined || chains.includes(structure.chains[residue.chain]!.id)
    },
    allowance: (a, b) => (options.hydrogenBonds === false ? 0 : hydrogenBondAllowance(kinds[a]!, kinds[b]!)),
  })
}

function expectSame(found: Clashes, wanted: readonly BruteClash[], what: string): void {
  const own = [...found.pairs].sort((p, q) => p.a - q.a || p.b - q.b)
  expect(
    own.map(({ a, b }) => [a, b]),
    what,
  ).toEqual(wanted.map(({ a, b }) => [a, b]))
  own.forEach((pair, k) => {
    expect(Math.abs(pair.distance - wanted[k]!.distance), what).toBeLessThan(1e-12)
    expect(Math.abs(pair.overlap - wanted[k]!.overlap), what).toBeLessThan(1e-12)
  })
}

describe('against brute force', () => {
  const radii: readonly RadiiName[] = ['auto', 'bondi', 'mantina', 'alvarez', 'protor', 'probe']
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('[clashes] clouds of residues, seed %i', (seed) => {
    const random = new Random(seed)
    for (let round = 0; round < 4; round++) {
      const structure = cloud(random, 4 + random.integer(28), random.range(6, 25))
      const options: ClashOptions = {
        radii: random.unit() < 0.2 ? (_, i) => ((i * 7919) % 13) / 4 : radii[random.integer(radii.length)]!,
        overlap: random.range(-0.8, 1),
        excludeBonds: random.integer(6),
        strict: random.unit() < 0.3,
        hydrogens: random.unit() < 0.7,
        water: random.unit() < 0.7,
        hydrogenBonds: random.unit() < 0.7,
        chains: random.unit() < 0.7 ? undefined : [structure.chains[0]!.id],
      }
      const found = clashes(structure, options)
      expectSame(found, brute(structure, options), JSON.stringify({ seed, round, options }))
    }
  })

  test('what the tables say is what the pairs say', () => {
    const structure = cloud(new Random(11), 60, 16)
    const { pairs, residues, severities, perThousand, atoms } = clashes(structure)
    expect(pairs.length).toBeGreaterThan(20)
    expect(perThousand).toBeCloseTo((1000 * pairs.length) / atoms, 12)
    for (let k = 1; k < pairs.length; k++) expect(pairs[k]!.overlap).toBeLessThanOrEqual(pairs[k - 1]!.overlap)
    const [slight, serious, severe] = [0.4, 0.6, 0.9].map((from, k) => {
      const to = [0.6, 0.9, Infinity][k]!
      return pairs.filter(({ overlap }) => overlap >= from && overlap < to).length
    })
    expect(severities).toEqual({ slight, serious, severe })
    const seen = new Map(residues.map((row) => [row.residue, row]))
    expect(seen.size).toBe(residues.length)
    for (let r = 0; r < structure.residues.length; r++) {
      const own = pairs.filter(({ a, b }) => structure.atoms.residue[a] === r || structure.atoms.residue[b] === r)
      expect(seen.get(r)?.clashes ?? 0).toBe(own.length)
      if (own.length > 0) expect(seen.get(r)!.worst).toBe(Math.max(...own.map(({ overlap }) => overlap)))
    }
  })

  test('the order of atoms, and where they are, change nothing', () => {
    const structure = cloud(new Random(12), 30, 12)
    const moved = {
      ...structure,
      models: [structure.models[0]!, structure.models[0]!.map((x) => x + 1024)],
    }
    const [here, there] = [clashes(moved), clashes(moved, { model: 1 })]
    expect(there.pairs.map(({ a, b }) => [a, b])).toEqual(here.pairs.map(({ a, b }) => [a, b]))
    expect(there.model).toBe(1)
  })
})

/** Two atoms of two residues, x apart. */
function two(
  [nameA, atomA, elementA]: readonly [string, string, string],
  [nameB, atomB, elementB]: readonly [string, string, string],
  x: number,
): Structure {
  const residue = (name: string, atom: string, element: string, at: Point): PlainResidue => ({
    ...{ name, chain: 'A', kind: 'other' },
    atoms: [{ name: atom, element, at }],
  })
  return plainStructure([residue(nameA, atomA, elementA, [0, 0, 0]), residue(nameB, atomB, elementB, [x, 0, 0])])
}

describe('pairs', () => {
  test('the cutoff itself counts, though decimals are not doubles', () => {
    // 1.88 + 1.88 − 3.36 is 0.4 on paper and a little less in doubles.
    expect(1.88 + 1.88 - 3.36).toBeLessThan(0.4)
    const at = (x: number): Clashes => clashes(two(['ALA', 'CB', 'C'], ['VAL', 'CG1', 'C'], x))
    expect(at(3.36).pairs.length).toBe(1)
    expect(at(3.361).pairs.length).toBe(0)
    expect(at(3.36).pairs[0]).toMatchObject({ a: 0, b: 1, severity: 'slight', hydrogenBond: false })
    expect(at(3.16).pairs[0]!.severity).toBe('serious')
    expect(at(2.86).pairs[0]!.severity).toBe('severe')
    expect(at(0).pairs[0]).toMatchObject({ distance: 0, severity: 'severe' })
  })

  test('hydrogen bonds are nearer, and may be too near', () => {
    const at = (x: number, options: ClashOptions = {}): Clashes =>
      clashes(two(['SER', 'OG', 'O'], ['ASP', 'OD1', 'O'], x), options)
    // 1.46 + 1.42 = 2.88.
    expect(at(2.4).pairs).toEqual([])
    expect(at(2.4, { hydrogenBonds: false }).pairs.length).toBe(1)
    expect(at(2.05).pairs[0]).toMatchObject({ hydrogenBond: true, severity: 'slight' })
    // Two acceptors, and two donors, share nothing.
    expect(clashes(two(['ASP', 'OD1', 'O'], ['ASP', 'OD1', 'O'], 2.4)).pairs.length).toBe(1)
    expect(clashes(two(['LYS', 'NZ', 'N'], ['ARG', 'NH1', 'N'], 2.8)).pairs.length).toBe(1)
    expect(clashes(two(['PRO', 'N', 'N'], ['ASP', 'OD1', 'O'], 2.6)).pairs.length).toBe(1)
    expect(clashes(two(['ALA', 'N', 'N'], ['ASP', 'OD1', 'O'], 2.6)).pairs.length).toBe(0)
    // Water gives and takes.
    expect(clashes(two(['HOH', 'O', 'O'], ['HOH', 'O', 'O'], 2.5)).pairs.length).toBe(0)
    expect(clashes(two(['HOH', 'O', 'O'], ['HOH', 'O', 'O'], 2.2)).pairs.length).toBe(1)
  })

  test('with hydrogens: by the hydrogens that are there', () => {
    const water = (x: number, toward: number): PlainResidue => ({
      ...{ name: 'HOH', chain: 'A', kind: 'other' },
      atoms: [
        { name: 'O', element: 'O', at: [x, 0, 0] },
        { name: 'H1', element: 'H', at: [x + 0.96 * toward, 0, 0] },
        { name: 'H2', element: 'H', at: [x - 0.24 * toward, 0.93, 0] },
      ],
    })
    // O–H···O: hydrogen and acceptor 1.8 apart overlap by 0.82, of which 0.6 are allowed.
    expect(clashes(plainStructure([water(0, 1), water(2.76, 1)])).pairs).toEqual([])
    const heads = clashes(plainStructure([water(0, 1), water(2.76, -1)])).pairs
    expect(heads.map(({ a, b }) => [a, b])).toContainEqual([1, 4])
    expect(clashes(plainStructure([water(0, 1), water(2.76, -1)]), { hydrogens: false }).pairs).toEqual([])
  })

  test('a metal and its ligands, and the ligands of one metal', () => {
    const zinc: PlainResidue = {
      ...{ name: 'ZN', chain: 'A', kind: 'other' },
      atoms: [{ name: 'ZN', element: 'Zn', at: [0, 0, 0] }],
    }
    const sulphur = (at: Point): PlainResidue => ({
      ...{ name: 'CYS', chain: 'A', kind: 'amino' },
      atoms: [{ name: 'SG', element: 'S', at }],
    })
    // 3.25 apart, where the radii of 1.77 say 3.54: no clash, since both are bonded to the zinc.
    const pair = [sulphur([2.3, 0, 0]), sulphur([0, 2.3, 0])]
    expect(clashes(plainStructure([zinc, ...pair]), { hydrogenBonds: false, overlap: 0.2 }).pairs).toEqual([])
    expect(clashes(plainStructure(pair), { hydrogenBonds: false, overlap: 0.2 }).pairs.length).toBe(1)
    expect(clashes(plainStructure([zinc, sulphur([1.4, 0, 0])])).pairs.length).toBe(1)
  })

  test('a ligand with a stretched bond is one molecule, and the notes say so', () => {
    const ligand: PlainResidue = {
      ...{ name: 'LIG', chain: 'A', kind: 'other' },
      atoms: [0, 1.5, 3.6, 5.1].map((x, k) => ({ name: `C${k}`, element: 'C', at: [x, 0, 0] as Point })),
    }
    const found = clashes(plainStructure([ligand]))
    expect(found.pairs).toEqual([])
    expect(found.notes).toEqual([
      'A LIG 1 C1–C2: taken for a bond of 2.10 Å, since the residue is in pieces without it',
    ])
    const far = {
      ...ligand,
      atoms: ligand.atoms.map((atom, k) => (k < 2 ? atom : { ...atom, at: [k + 2.1, 0, 0] as Point })),
    }
    expect(clashes(plainStructure([far])).notes).toEqual([])
  })

  test('bonds: up to 1–4 by default, by number, by a graph of one’s own, by a rule', () => {
    const carbons: PlainResidue = {
      ...{ name: 'LIG', chain: 'A', kind: 'other' },
      atoms: Array.from({ length: 6 }, (_, k) => ({ name: `C${k}`, element: 'C', at: [k / 2, 0, 0] as Point })),
    }
    const structure = plainStructure([carbons])
    const bonds = bondGraph(6, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ])
    const pairs = (options: ClashOptions): string =>
      clashes(structure, { bonds, ...options })
        .pairs.map(({ a, b }) => `${a}${b}`)
        .sort()
        .join(' ')
    expect(pairs({})).toBe('04 05 15')
    expect(pairs({ excludeBonds: 4 })).toBe('05')
    expect(pairs({ excludeBonds: 5 })).toBe('')
    expect(pairs({ excludeBonds: 0 }).split(' ').length).toBe(15)
    expect(pairs({ exclude: (i, j) => i === 0 && j === 5 })).toBe('04 15')
  })

  test('nothing, and one atom', () => {
    const none = clashes(plainStructure([]))
    expect(none).toMatchObject({ atoms: 0, pairs: [], residues: [], perThousand: 0 })
    const water = two(['HOH', 'O', 'O'], ['HOH', 'O', 'O'], 1)
    expect(clashes(water, { water: false })).toMatchObject({ atoms: 0, pairs: [] })
  })
})

describe('refused', () => {
  const structure = two(['HOH', 'O', 'O'], ['HOH', 'O', 'O'], 2)
  test.each([
    [{ overlap: Number.NaN }, 'overlap must be'],
    [{ model: 1 }, 'model must be a whole number from 0 to 0'],
    [{ chains: ['B'] }, 'chains[0] must be one of A, got "B"'],
    [{ excludeBonds: -1 }, 'excludeBonds must be'],
    [{ severity: [1, 0.5] }, 'severity must be in ascending order'],
    [{ severity: [1] }, 'severity must be two overlaps'],
    [{ radii: 'pauling' }, 'radii must be one of auto, bondi'],
    [{ radii: () => -1 }, 'radius of atom 0 must be'],
    [{ unknownRadius: -1 }, 'unknownRadius must be'],
    [{ hydrogens: 'no' }, 'hydrogens must be true or false'],
    [{ bonds: bondGraph(3, []) }, 'bonds must be those of 2 atoms'],
    [{ exclude: 1 }, 'exclude must be a function'],
    [{ cutoff: 1 }, 'cutoff must be left out: known are'],
  ] as unknown as [ClashOptions, string][])('%j', (options, message) => {
    expect(() => clashes(structure, options)).toThrow(InvalidInputError)
    expect(() => clashes(structure, options)).toThrow(message)
  })

  test('positions that are not finite, and answers without end', () => {
    const broken = { ...structure, models: [Float64Array.of(0, 0, 0, 1, Number.NaN, 0)] }
    expect(() => clashes(broken, { bonds: bondGraph(2, []) })).toThrow('models[0][4] must be a number')
    expect(() => clashes({ ...structure, models: [new Float64Array(3)] })).toThrow('models[0] must be 6 numbers')
    const residue: PlainResidue = {
      ...{ name: 'LIG', chain: 'A', kind: 'other' },
      atoms: Array.from({ length: 1500 }, (_, k) => ({ name: `C${k}`, element: 'C', at: [0, 0, k * 1e-9] as Point })),
    }
    const heap = plainStructure([residue])
    expect(() => clashes(heap, { bonds: bondGraph(1500, []) })).toThrow(ResultTooLargeError)
  })
})
