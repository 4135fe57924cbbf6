// A small protein: clashes, torsions, energies, Monte Carlo and replica exchange.
import { readFileSync } from 'node:fs'
import {
  atomRadii,
  type Clashes,
  clashes,
  contactFraction,
  type EnergyWay,
  energySum,
  GoChain,
  GoReplica,
  goModel,
  hardSpheres,
  lennardJones,
  McReplica,
  type MoveCounts,
  monteCarlo,
  monteCarloNow,
  nativeContacts,
  type PairList,
  Protein,
  type ProteinAtoms,
  ProteinSystem,
  parseStructure,
  RADII_NAMES,
  Random,
  type Replica,
  radiusOfGyration,
  replicaExchange,
  rmsdTo,
  type Structure,
  structureBonds,
  sumOfTerms,
} from '../../src/entries/molecules.js'
import type { Row, Value } from './digest.js'

const ATOMS: readonly ProteinAtoms[] = ['backbone', 'rigid-sidechains', 'flexible-sidechains']

const moveValues = (moves: readonly MoveCounts[]): Value =>
  moves.map(({ move, proposed, clashed, accepted }): Value => [move, proposed, clashed, accepted])

export async function proteins(row: Row): Promise<void> {
  const read = (name: string): Structure =>
    parseStructure(readFileSync(new URL(`../../examples/${name}`, import.meta.url)), { name })
  const [cage, helices] = [read('trp-cage.pdb'), read('helices.pdb')]
  for (const [name, structure] of Object.entries({ 'trp-cage': cage, helices })) {
    row(`${name}: coordinates`, structure.models, structure.atoms.names, structure.atoms.elements)
    const { pairs, start, neighbours } = structureBonds(structure)
    row(`${name}: bonds`, pairs, start, neighbours)
    row(`${name}: radii`, ...RADII_NAMES.map((radii) => atomRadii(structure, radii).radii))
    for (const options of [{ overlap: 0.1 }, { overlap: 0, radii: 'bondi' as const, hydrogenBonds: false }]) {
      askClashes(row, `${name}, from ${options.overlap}`, clashes(structure, options))
    }
  }
  terms(row)
  for (const atoms of ATOMS) {
    turned(row, cage, atoms)
    for (const keep of ['blocks', 'nodes'] as const) energies(row, cage, atoms, keep)
    sampled(row, cage, atoms)
  }
  await goRows(row, cage)
  await exchanged(row, cage)
}

/** Terms by themselves: sums of known terms are computed by twins of these. */
function terms(row: Row): void {
  const random = new Random(83)
  const sizes = Float64Array.from({ length: 20 }, () => random.range(2.5, 3.5))
  const depths = sizes.map((x) => 0.1 * x)
  const all = {
    'hard spheres': hardSpheres(sizes.map((x) => x / 2)),
    'Lennard-Jones': lennardJones({ sigma: 3, epsilon: 0.2, cutoff: 9, shifted: true }),
    'Lennard-Jones by atom': lennardJones({ sigma: sizes, epsilon: depths, cap: 30 }),
  }
  const own = { cutoff: 8, energy: (i: number, j: number, squared: number) => (i - j) / (1 + squared) }
  const positions = Float64Array.from({ length: 60 }, () => random.range(-8, 8))
  for (const [name, term] of Object.entries({ ...all, sum: sumOfTerms([all['Lennard-Jones'], own]), own })) {
    const squares = Array.from({ length: 60 }, (_, k) => 1 + 1.5 * k)
    row(
      `term, ${name}`,
      squares.map((squared, k) => term.energy(k % 19, 19, squared)),
    )
    if (name === 'hard spheres') continue
    row(
      `term, ${name}: energies`,
      ...(['blocks', 'nodes'] as const).map((keep) => energySum({ positions, terms: [term], keep }).total),
    )
  }
}

export function askClashes(row: Row, name: string, found: Clashes): void {
  row(
    `${name}: clashes`,
    found.atoms,
    found.perThousand,
    ...found.pairs.map((p): Value => [p.a, p.b, p.distance, p.overlap, p.severity, p.hydrogenBond]),
  )
  row(`${name}: residues that clash`, ...found.residues.map((r): Value => [r.residue, r.clashes, r.worst]))
  row(`${name}: counters of clashes`, found.stats.tests, found.stats.near)
}

function turned(row: Row, structure: Structure, atoms: ProteinAtoms): void {
  const protein = new Protein(structure, { atoms, radiusScale: 0.7 })
  const random = new Random(81)
  row(
    `${atoms}: torsions`,
    ...protein.torsions.map((t): Value => [t.kind, t.piece, t.residue, t.joint, t.atoms]),
    ...protein.fixed.map((t): Value => [t.kind, t.piece, t.residue]),
  )
  row(`${atoms}: atoms, radii, excluded pairs`, protein.structureAtom, protein.radii, protein.excludedPairs())
  const [clash, places, angles, work]: Value[][] = [[], [], [], []]
  for (let step = 0; step < 80; step++) {
    const k = random.integer(protein.torsions.length)
    const by = random.range(-0.4, 0.4)
    if (step % 8 === 2) protein.setTorsion(k, by)
    else if (step % 8 === 5)
      protein.change([
        { torsion: k, by },
        { torsion: (k + 3) % protein.torsions.length, angle: by },
      ])
    else protein.turn(k, by)
    const clashing = protein.clashes()
    clash!.push(
      clashing,
      protein.moved().flatMap(({ from, to }) => [from, to]),
    )
    const { volumeTests, leafTests, nodesUpdated } = protein.stats
    work!.push([volumeTests, leafTests, nodesUpdated])
    if (step % 5 === 1 || (clashing && step % 20 !== 7)) protein.undo()
    if (step % 8 !== 7) continue
    places!.push(protein.coordinates())
    angles!.push(protein.torsions.map((_, t) => protein.torsion(t)))
  }
  row(`${atoms}: clashes after moves`, clash)
  row(`${atoms}: coordinates after moves`, places)
  row(`${atoms}: angles after moves`, angles)
  row(`${atoms}: counters of moves`, work)
}

function contactsOf(x: Float64Array): PairList {
  const pairs: number[] = []
  const distances: number[] = []
  for (let i = 0; i < x.length / 3; i++) {
    for (let j = i + 12; j < x.length / 3; j += 5) {
      const d = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (x[3 * i + k]! - x[3 * j + k]!) ** 2, 0))
      if (d > 8) continue
      pairs.push(i, j)
      distances.push(d)
    }
  }
  return nativeContacts({ pairs, distances, depth: 0.5 })
}

function energies(row: Row, structure: Structure, atoms: ProteinAtoms, keep: EnergyWay): void {
  const protein = new Protein(structure, { atoms })
  const random = new Random(82)
  const start = protein.coordinates()
  const sum = energySum({
    positions: start,
    terms: [lennardJones({ epsilon: 0.2, sigma: 3, cutoff: 9, cap: 20, shifted: true })],
    lists: [contactsOf(start)],
    exclude: protein.excludedPairs(),
    keep,
  })
  const totals: number[] = [sum.total]
  for (let step = 0; step < 80; step++) {
    protein.turn(random.integer(protein.torsions.length), random.range(-0.3, 0.3))
    totals.push(sum.propose(protein.coordinates(), protein.moved()))
    if (step % 2 === 0) sum.accept()
    else {
      sum.undo()
      protein.undo()
    }
  }
  row(`${atoms}, ${keep}: energies`, totals, sum.total, sum.save(), sum.recompute())
  const { proposals, refused, blocks, tests, distances, pairs } = sum.stats
  row(`${atoms}, ${keep}: counters of energies`, proposals, refused, blocks, tests, distances, pairs)
}

function systemOf(structure: Structure, atoms: ProteinAtoms): ProteinSystem {
  const protein = new Protein(structure, { atoms, radiusScale: 0.7 })
  return new ProteinSystem(protein, { terms: [lennardJones({ sigma: 3, epsilon: 0.3, cap: 50 })] })
}

function sampled(row: Row, structure: Structure, atoms: ProteinAtoms): void {
  for (const [name, temperature] of Object.entries({
    constant: { temperature: 1.2 },
    annealed: { schedule: { kind: 'geometric', from: 3, to: 0.3 } as const },
  })) {
    const system = systemOf(structure, atoms)
    const start = system.coordinates(new Float64Array(3 * system.atoms))
    const observables = [radiusOfGyration(), rmsdTo(start), contactFraction(start)]
    const run = monteCarloNow(system, { steps: 600, seed: 9, every: 20, observables, ...temperature })
    const place = system.coordinates(new Float64Array(3 * system.atoms))
    const { samples, energy, lowest, drift, moves } = run
    row(
      `${atoms}, Monte Carlo, ${name}: samples`,
      samples.columns,
      samples.values(),
      energy,
      lowest.energy,
      lowest.step,
    )
    row(`${atoms}, Monte Carlo, ${name}: coordinates`, place, drift)
    row(`${atoms}, Monte Carlo, ${name}: moves`, moveValues(moves))
  }
}

async function goRows(row: Row, structure: Structure): Promise<void> {
  const all = structure.models[0]!
  const native = structure.atoms.names.flatMap((name, i) => (name === 'CA' ? [...all.subarray(3 * i, 3 * i + 3)] : []))
  const model = goModel(native)
  const { count, first, second, squared } = model.contacts
  row('Gō model', model.bonds, model.angles, model.dihedrals, count, first, second, squared, model.repels)
  const chain = new GoChain(model)
  chain.run(new Random(10), 0.8, 3000)
  row('Gō chain', chain.positions, chain.energy, chain.formed(), chain.tried, chain.taken)
  const replicas = [1, 2, 3].map((seed) => new GoReplica({ native: Float64Array.from(native), seed }))
  await exchange(row, 'Gō replicas', replicas)
}

async function exchanged(row: Row, structure: Structure): Promise<void> {
  const awaited = await monteCarlo(systemOf(structure, 'backbone'), { steps: 200, seed: 12, temperature: 1, every: 10 })
  row('Monte Carlo, awaited: samples', awaited.samples.values(), awaited.checkpoint.length)
  const replicas = [1, 2, 3].map((seed) => new McReplica(systemOf(structure, 'flexible-sidechains'), { seed }))
  await exchange(row, 'replicas of a protein', replicas)
}

async function exchange(row: Row, name: string, replicas: readonly Replica[]): Promise<void> {
  const temperatures = [0.8, 1, 1.3]
  const result = await replicaExchange(replicas, { temperatures, rounds: 20, movesPerRound: 20, every: 5, seed: 11 })
  const { samples, ladders } = result
  const [ladder] = ladders
  row(`${name}: samples`, samples.columns, samples.values())
  row(`${name}: ladder`, ladder!.replicaAt, ladder!.rungOf, ladder!.tried, ladder!.swapped, ladder!.roundTrips)
  row(`${name}: coordinates`, ...replicas.map((replica) => replica.coordinates()))
  row(`${name}: moves`, ...replicas.map((replica) => moveValues(replica.moves())))
}
