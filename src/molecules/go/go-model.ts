// A native-centric (Gō) model of a protein, one bead a residue at its Cα: the potential, as plain data. Bonds are rigid; bond
// angles and dihedrals prefer their native values; pairs that touch in the native structure attract each other by a 12–10 well
// of depth 1, all other pairs keep apart. Clementi, Nymeyer, Onuchic, "Topological and energetic factors" (J. Mol. Biol. 298,
// 2000), with rigid bonds and repulsion cut at a distance.
//
//   E = Σ angle·(θ − θ₀)² + Σ dihedral·(1 − cos Δ) + dihedral3·(1 − cos 3Δ), Δ = φ − φ₀
//     + Σ contacts 5·(r₀/r)¹² − 6·(r₀/r)¹⁰ + Σ other pairs (repulsion/r)¹² where r < repulsionCutoff
//
// Contacts count from `separation` beads apart, other pairs from `repulsionSeparation`: nearer ones are what angles and
// dihedrals are about. The unit of energy is the
// depth of a contact, so temperatures are in that unit too.
import { checkCoordinate, checkFields, checkFinite, checkNonNegative, checkSize } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { angleAt, dihedralAt } from './go-terms.js'

/** Parameters of a Gō model. */
export interface GoOptions {
  /** Contacts are of pairs this many beads apart or more. Default 4. */
  readonly separation?: number
  /** Pairs this many beads apart or more that are not contacts repel each other. Default 4, as for contacts. */
  readonly repulsionSeparation?: number
  /** Pairs closer than this in the native structure are contacts (Å). Default 8. */
  readonly contactDistance?: number
  /** Where the repulsion of other pairs is 1 (Å). Default 4. */
  readonly repulsion?: number
  /** Beyond it there is none (Å). Default 6. */
  readonly repulsionCutoff?: number
  /** Default 20 a radian². */
  readonly angle?: number
  /** Default 1. */
  readonly dihedral?: number
  /** Of the threefold term; default 0.5. */
  readonly dihedral3?: number
}

const OPTION_NAMES = [
  'separation',
  'repulsionSeparation',
  'contactDistance',
  'repulsion',
  'repulsionCutoff',
  'angle',
  'dihedral',
  'dihedral3',
] as const

/** The potential of one chain. Shared by all its replicas; never changed. */
export interface GoModel {
  readonly beads: number
  /** The native positions, x, y, z a bead. */
  readonly native: Float64Array
  readonly options: Required<GoOptions>
  /** Length of bond i, from bead i to bead i + 1. */
  readonly bonds: Float64Array
  /** Native angle at bead i + 1. */
  readonly angles: Float64Array
  /** Cosine and sine of the native dihedral of beads i to i + 3. */
  readonly dihedrals: Float64Array
  /** Contact k is of beads first[k] < second[k], natively √squared[k] apart. Ordered by first, then second. */
  readonly contacts: {
    readonly count: number
    readonly first: Int32Array
    readonly second: Int32Array
    readonly squared: Float64Array
  }
  /** 1 for the pairs i·beads + j that repel each other: far enough along the chain, and no contact. */
  readonly repels: Uint8Array
}

/** Makes the Gō model of a native structure, given as x, y, z of each Cα in the order of the chain. */
export function goModel(native: ArrayLike<number>, options: GoOptions = {}): GoModel {
  const beads = native.length / 3
  if (!Number.isInteger(beads) || beads < 3) {
    throw new InvalidInputError('native', native.length, 'three coordinates a bead, of three beads or more')
  }
  const positions = Float64Array.from(native, (value, i) => checkCoordinate(`native[${i}]`, value))
  const settings = readGoOptions(options)
  const bonds = new Float64Array(beads - 1)
  for (let i = 0; i + 1 < beads; i++) {
    bonds[i] = checkSize(`the bond from bead ${i} to ${i + 1}`, Math.sqrt(squaredDistance(positions, i, i + 1)))
  }
  const angles = new Float64Array(beads - 2)
  for (let i = 0; i + 2 < beads; i++) angles[i] = angleAt(positions, i)
  const dihedrals = new Float64Array(2 * Math.max(0, beads - 3))
  for (let i = 0; i + 3 < beads; i++) {
    dihedralAt(dihedrals, 2 * i, positions, i)
    if (!Number.isFinite(dihedrals[2 * i]!)) {
      throw new InvalidInputError('native', `beads ${i} to ${i + 3}`, 'without three beads on a line')
    }
  }
  return { beads, native: positions, options: settings, bonds, angles, dihedrals, ...pairsOf(positions, settings) }
}

function readGoOptions(options: GoOptions): Required<GoOptions> {
  checkFields('', options, OPTION_NAMES)
  const { separation = 4, repulsionSeparation = 4, contactDistance = 8, repulsion = 4, repulsionCutoff = 6 } = options
  const { angle = 20, dihedral = 1, dihedral3 = 0.5 } = options
  for (const [field, value] of Object.entries({ separation, repulsionSeparation })) {
    if (!Number.isInteger(value) || value < 2) throw new InvalidInputError(field, value, 'a whole number of 2 or more')
  }
  checkNonNegative('contactDistance', contactDistance)
  checkNonNegative('repulsion', repulsion)
  checkNonNegative('repulsionCutoff', repulsionCutoff)
  checkFinite('angle', angle)
  checkFinite('dihedral', dihedral)
  checkFinite('dihedral3', dihedral3)
  return { separation, repulsionSeparation, contactDistance, repulsion, repulsionCutoff, angle, dihedral, dihedral3 }
}

function pairsOf(positions: Float64Array, options: Required<GoOptions>): Pick<GoModel, 'contacts' | 'repels'> {
  const beads = positions.length / 3
  const pairs: [number, number, number][] = []
  const repels = new Uint8Array(beads * beads)
  for (let i = 0; i < beads; i++) {
    for (let j = i + 1; j < beads; j++) {
      const squared = squaredDistance(positions, i, j)
      if (j - i >= options.separation && squared < options.contactDistance * options.contactDistance) {
        if (!(squared > 0)) throw new InvalidInputError('native', `beads ${i} and ${j}`, 'apart from each other')
        pairs.push([i, j, squared])
      } else if (j - i >= options.repulsionSeparation) {
        repels[i * beads + j] = 1
        repels[j * beads + i] = 1
      }
    }
  }
  return {
    contacts: {
      count: pairs.length,
      first: Int32Array.from(pairs, ([i]) => i),
      second: Int32Array.from(pairs, ([, j]) => j),
      squared: Float64Array.from(pairs, ([, , squared]) => squared),
    },
    repels,
  }
}

function squaredDistance(positions: Float64Array, i: number, j: number): number {
  const x = positions[3 * i]! - positions[3 * j]!
  const y = positions[3 * i + 1]! - positions[3 * j + 1]!
  const z = positions[3 * i + 2]! - positions[3 * j + 2]!
  return x * x + y * y + z * z
}
