// Proteins, worked out twice: read from the same bytes, made into chains, asked for clashes and energies, moved by Monte Carlo.
// Everything that goes through a sine or an exponential is in it. Runs anywhere.
import {
  clashes,
  energySum,
  lennardJones,
  monteCarloNow,
  Protein,
  type ProteinOptions,
  ProteinSystem,
  parseStructure,
  Random,
  type Structure,
  writeDcd,
  writePdb,
} from '../../src/entries/molecules.js'
import { readStructure } from '../../web/index.js'
import { digestOf, type Work } from './work.js'

/** A file, so that it can be handed to a page. */
export interface ProteinFile {
  readonly name: string
  readonly bytes: readonly number[]
  /** Only read: too large for the rest. */
  readonly only?: boolean
}

const KINDS = ['backbone', 'rigid-sidechains', 'flexible-sidechains'] as const

/** Small enough that the helices of the examples, which clash, are free to begin with. */
const SMALL = { radii: 'bondi', radiusScale: 0.55 } as const

export async function workProteins(files: readonly ProteinFile[]): Promise<Work[]> {
  const out: Work[] = []
  for (const { name, bytes, only } of files) {
    const structure = parseStructure(Uint8Array.from(bytes), { name })
    out.push(described(`${name}, read`, structure))
    const file = new File([Uint8Array.from(bytes)], name)
    const address = URL.createObjectURL(file)
    out.push(described(`${name}, chosen`, await readStructure(file)))
    // A blob has no name of its own, and another address every time.
    out.push(described(`${name}, fetched`, { ...(await readStructure(address)), name: structure.name }))
    URL.revokeObjectURL(address)
    if (only === true) continue
    const { pairs, residues, stats } = clashes(structure, { overlap: 0.1 })
    const numbers = pairs.map(({ a, b, distance, overlap }) => [a, b, distance, overlap])
    out.push(digestOf(`${name}, clashes`, JSON.stringify(stats), numbers, JSON.stringify([pairs, residues])))
    out.push(energies(`${name}, energies`, structure.models[0]!))
    const small = structure.atoms.count < 105
    for (const atoms of small ? KINDS : KINDS.slice(-1)) {
      out.push(...moved(`${name}, ${atoms}`, structure, { atoms, omega: atoms === 'backbone', ...SMALL }))
    }
  }
  return out
}

function described(name: string, structure: Structure): Work {
  const { atoms, residues, chains, models, notes } = structure
  const text = JSON.stringify([structure.name, atoms.names, atoms.elements, residues, chains, notes])
  const dcd = writeDcd(models)
  const lists = [atoms.serial, atoms.residue, atoms.hetero, atoms.occupancy, atoms.temperature, atoms.charge, dcd]
  return digestOf(name, `${atoms.count} atoms, ${text.length}`, [...models, ...lists], text + writePdb(structure))
}

/** Kept sums, both ways, with one stretch moved a little again and again. */
function energies(name: string, start: Float64Array): Work {
  const numbers: number[][] = []
  for (const keep of ['blocks', 'nodes'] as const) {
    const positions = start.slice()
    const atoms = start.length / 3
    const random = new Random(3)
    const sum = energySum({ positions, keep, terms: [lennardJones({ sigma: 3, epsilon: 0.4 })] })
    for (let k = 0; k < 20; k++) {
      const from = random.integer(atoms)
      const to = from + 1 + random.integer(atoms - from)
      const by = [0, 1, 2].map(() => random.range(-0.1, 0.1))
      for (let i = 3 * from; i < 3 * to; i++) positions[i]! += by[i % 3]!
      numbers.push([sum.propose(positions, [{ from, to }])])
      sum.accept()
    }
    numbers.push([sum.total, sum.recompute()])
  }
  return digestOf(name, `${numbers.length} totals`, numbers)
}

function moved(name: string, structure: Structure, options: ProteinOptions): Work[] {
  const protein = new Protein(structure, options)
  const random = new Random(5)
  const seen: boolean[] = []
  const angles: number[] = []
  for (let k = 0; k < 25; k++) {
    const torsion = random.integer(protein.torsions.length)
    protein.turn(torsion, random.range(-0.2, 0.2))
    seen.push(protein.clashes())
    angles.push(protein.torsion(torsion))
    if (seen.at(-1)) protein.undo()
  }
  const lists = [angles, protein.coordinates(), protein.save()]
  const turned = digestOf(`${name}, turned`, seen.map(Number).join(''), lists, JSON.stringify(protein.torsions))
  const system = new ProteinSystem(new Protein(structure, options), {
    terms: [lennardJones({ sigma: 3, epsilon: 0.2 })],
  })
  const run = monteCarloNow(system, { steps: 150, temperature: 1.5, every: 15, seed: 9 })
  const { samples, lowest, moves, energy, checkpoint } = run
  const ran = digestOf(
    `${name}, Monte Carlo`,
    JSON.stringify([lowest, moves]),
    [[energy], samples.values(), checkpoint],
    `${samples.columns}`,
  )
  return [turned, ran]
}
