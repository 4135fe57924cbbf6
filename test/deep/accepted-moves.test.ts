// Nothing drifts: a protein under Monte Carlo for 100,000 accepted moves, and at every hundredth of the way its energy, its clashes, its
// bond lengths and angles against brute force over all pairs of atoms. One command:
// `npm run test:deep -- test/deep/accepted-moves.test.ts`; with LIMBER_DATA the protein is 1PGA, else one of the examples. LIMBER_DEEP_STEPS scales it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { parseStructure } from '../../src/formats/molecules/structure.js'
import { clashBonds, clashes } from '../../src/molecules/clash/clash.js'
import { lennardJones } from '../../src/molecules/energy/pair-energy.js'
import { Metropolis } from '../../src/molecules/monte-carlo/metropolis.js'
import { ProteinSystem, type ProteinSystemOptions } from '../../src/molecules/monte-carlo/monte-carlo-protein.js'
import { Protein } from '../../src/molecules/protein/protein.js'
import type { Structure } from '../../src/molecules/structure/structure.js'
import { peptide } from '../molecules/monte-carlo/monte-carlo-peptide.js'
import { realProteins } from '../molecules/protein/protein-files.js'
import { BruteProtein } from '../oracle/molecules/brute-protein.js'
import { bruteLennardJones } from '../oracle/molecules/energy.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const CHECKS = 100
const MINUTES = 20 * 60_000

/** What is promised: relative to the energy; Å; radians. */
const ENERGY = 1e-9
const GEOMETRY = 1e-6

const STIFFNESS = 50
const CUTOFF = 9
const [SIGMA, EPSILON, CAP] = [3.2, 0.2, 100]
const TERM = lennardJones({ sigma: SIGMA, epsilon: EPSILON, cutoff: CUTOFF, cap: CAP })
const BRUTE = bruteLennardJones(EPSILON, SIGMA, CUTOFF, CAP)
/** With radii so many times those that may not overlap there are always pairs to list. */
const LARGER = 1.25

/** 1PGA, or a folded one of the examples. */
function folded(): Structure {
  const example = new URL('../../examples/trp-cage.pdb', import.meta.url)
  return (
    realProteins.find(({ file }) => file === '1pga.pdb')?.read() ??
    parseStructure(readFileSync(example), { name: 'trp-cage' })
  )
}

interface Case {
  readonly structure: () => Structure
  readonly temperature: number
  readonly moves: Readonly<Record<string, number>>
  readonly options: ProteinSystemOptions
}

/** Small turns, so that a folded chain stays folded, and a few large ones of side-chains. */
const TURNS: ProteinSystemOptions = { pivot: { width: 0.03, uniform: 0.02 }, sideChain: { width: 0.2, uniform: 0.1 } }

const FOLDED = { structure: folded, temperature: 1 } as const

const CASES: readonly (readonly [string, Case])[] = [
  [
    'torsions, sums of pairs of blocks',
    { ...FOLDED, moves: { pivot: 1, 'side-chain': 1 }, options: { ...TURNS, keep: 'blocks' } },
  ],
  [
    'torsions, sums in a tree',
    { ...FOLDED, moves: { pivot: 1, 'side-chain': 1 }, options: { ...TURNS, keep: 'nodes' } },
  ],
  [
    "torsions and crankshafts, in the chain's frames",
    {
      ...FOLDED,
      moves: { pivot: 1, crankshaft: 1, 'side-chain': 1 },
      options: { ...TURNS, crankshaft: { stiffness: STIFFNESS, width: 0.2 }, keep: 'chain' },
    },
  ],
  [
    'with crankshafts',
    {
      ...FOLDED,
      moves: { pivot: 1, crankshaft: 1, 'side-chain': 1 },
      options: { ...TURNS, crankshaft: { stiffness: STIFFNESS, width: 0.2 } },
    },
  ],
  [
    'a loose peptide, turned by any angle',
    {
      structure: peptide,
      temperature: 2,
      moves: { pivot: 1, crankshaft: 1, 'side-chain': 1 },
      options: { pivot: { width: 0.3, uniform: 0.5 }, crankshaft: { stiffness: STIFFNESS } },
    },
  ],
]

test.each(CASES)(
  '[energy] [monte-carlo] 100,000 accepted moves leave no drift: %s',
  { timeout: MINUTES },
  (name, { structure: make, temperature, moves, options }) => {
    const structure = make()
    const protein = new Protein(structure, { atoms: 'flexible-sidechains' })
    const system = new ProteinSystem(protein, { terms: [TERM], ...options })
    expect(system.energy, 'the start must not clash').toBeLessThan(Infinity)
    const walker = new Metropolis(system, new Random(12), moves)
    const oracle = new BruteProtein(protein, BRUTE, moves.crankshaft === undefined ? undefined : STIFFNESS)
    const probe = new Random(77)
    const worst = { energy: 0, length: 0, angle: 0 }
    const seen = { pairs: 0, probes: 0, clashing: 0, lowest: Infinity, highest: -Infinity }
    let [accepted, proposed, checks] = [0, 0, 0]
    while (accepted < steps) {
      proposed++
      if (!walker.step(temperature)) continue
      accepted++
      if (accepted % Math.ceil(steps / CHECKS) !== 0 && accepted !== steps) continue
      checks++
      const where = `${name}, after ${accepted} accepted moves`
      const x = protein.coordinates()
      const { energy, scale } = oracle.energy(x)
      // Where the terms cancel, the energy has no digits of its own: then it is relative to a thousandth of their sizes' sum.
      const error = Math.abs(system.energy - energy) / Math.max(Math.abs(energy), scale / 1000)
      worst.energy = Math.max(worst.energy, error)
      expect(error, `${where}: ${system.energy}, brute force ${energy}`).toBeLessThanOrEqual(ENERGY)
      seen.lowest = Math.min(seen.lowest, energy)
      seen.highest = Math.max(seen.highest, energy)
      const { length, angle: bent } = oracle.changed(x)
      worst.length = Math.max(worst.length, length)
      worst.angle = Math.max(worst.angle, bent)
      expect(Math.max(length, bent), `${where}: a bond's length or angle`).toBeLessThanOrEqual(GEOMETRY)
      const pairs = oracle.pairs(x, LARGER)
      expect(listed(structure, protein, x), where).toEqual(pairs)
      seen.pairs += pairs.length
      // What was accepted is free; and large turns from here clash where all pairs say so.
      expect(oracle.pairs(x, 1), where).toEqual([])
      expect(protein.clashes(), where).toBe(false)
      for (let k = 0; k < 5; k++) {
        protein.turn(probe.integer(protein.torsions.length), probe.range(-1, 1))
        const touching = oracle.pairs(protein.coordinates(), 1)
        expect(protein.clashes(), `${where}, turned: ${JSON.stringify(touching.slice(0, 3))}`).toBe(touching.length > 0)
        protein.undo()
        seen.probes++
        if (touching.length > 0) seen.clashing++
      }
    }
    expect(Math.min(seen.pairs, seen.clashing)).toBeGreaterThan(CHECKS / 10)
    expect(Math.abs(system.recompute() - system.energy)).toBeLessThanOrEqual(ENERGY * Math.abs(system.energy))
    const e = (value: number): string => value.toExponential(1)
    console.log(
      [
        `${name}: ${structure.name}, ${protein.atoms} atoms, ${protein.torsions.length} torsions: ${accepted} accepted moves of ${proposed}`,
        `  energy ${seen.lowest.toFixed(1)} to ${seen.highest.toFixed(1)}, ${checks} times beside brute force: off by ${e(worst.energy)} of it at most`,
        `  bond lengths off by ${e(worst.length)} Å at most, bond angles by ${e(worst.angle)}`,
        `  ${seen.pairs} clashing pairs with larger radii, the same as brute force; ${seen.probes} turns asked, ${seen.clashing} of them clashes`,
      ].join('\n'),
    )
  },
)

/** The same pairs by `clashes()` of a structure with these coordinates. */
function listed(structure: Structure, protein: Protein, x: Float64Array): number[][] {
  const model = structure.models[0]!.slice()
  const radii = new Float64Array(structure.atoms.count)
  const own = new Map<number, number>()
  protein.structureAtom.forEach((atom, i) => {
    model.set(x.subarray(3 * i, 3 * i + 3), 3 * atom)
    radii[atom] = LARGER * protein.radii[i]!
    own.set(atom, i)
  })
  const { pairs } = clashes(
    { ...structure, models: [model] },
    {
      overlap: 0,
      radii: (_, atom) => radii[atom]!,
      excludeBonds: 4,
      hydrogenBonds: false,
      bonds: clashBonds(structure),
      exclude: (a, b) => !own.has(a) || !own.has(b),
    },
  )
  return pairs.map(({ a, b }) => [own.get(a)!, own.get(b)!]).sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]!)
}
