// The radius of every atom of a structure, by a published table. Where a table has no radius for an element, another table
// supplies it, and the notes say so; an element that no table has is an error, unless the caller has a radius for it.
import { checkNonNegative } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import {
  ALVAREZ,
  aminoAcid,
  BONDI,
  IONS,
  isAromatic,
  MANTINA,
  PROBE,
  PROBE_AROMATIC_CARBON,
  PROBE_SMALL_HYDROGEN,
  protorRadius,
} from './radii-tables.js'
import { residueLabel, type Structure } from './structure.js'
import { virtualSites } from './virtual-sites.js'

/**
 * `bondi`, `mantina`, `alvarez`: by element. `protor`: united atoms, hydrogens counted in with what carries them; elsewhere than
 * in amino acids as `mantina`. `probe`: those of Probe and MolProbity, for structures that have their hydrogens. `auto`: `protor`
 * for amino acids in which the hydrogens of the carbons are missing; metals, and in a structure with hydrogens all else, as
 * `probe`; the rest as `mantina`.
 */
export type RadiiName = 'auto' | 'bondi' | 'mantina' | 'alvarez' | 'protor' | 'probe'

/** The names of the sets of radii that `atomRadii` takes. */
export const RADII_NAMES: readonly RadiiName[] = ['auto', 'bondi', 'mantina', 'alvarez', 'protor', 'probe']

/** A caller's own radius of an atom, in Å: zero or more. */
export type RadiusRule = (structure: Structure, atom: number) => number

/** How `atomRadii` treats hydrogens and unknown elements. */
export interface RadiiOptions {
  /** False: hydrogens are ignored, so `auto` takes united atoms throughout. Default true. */
  readonly hydrogens?: boolean | undefined
  /** For elements that no table has, in Å. Default: they are an error. */
  readonly unknownRadius?: number | undefined
}

/** The radii of a structure's atoms. */
export interface AtomRadii {
  /** Å, one an atom; 0 of virtual sites. */
  readonly radii: Float64Array
  /** The same without the hydrogens that united atoms count in: never more than `radii`. */
  readonly bare: Float64Array
  /** Which elements were taken from another table than asked for, or given the caller's radius. Sentences, in English. */
  readonly notes: readonly string[]
}

const TABLES = { bondi: BONDI, mantina: MANTINA, alvarez: ALVAREZ, probe: PROBE } as const
const TITLES = { bondi: 'Bondi', mantina: 'Mantina', alvarez: 'Alvarez', probe: 'Probe' } as const
type TableName = keyof typeof TABLES

/** Who helps out: Mantina goes by Bondi's method, Alvarez has nearly all elements. */
const HELPERS: Readonly<Record<TableName, readonly ('bondi' | 'mantina' | 'alvarez')[]>> = {
  bondi: ['mantina', 'alvarez'],
  mantina: ['bondi', 'alvarez'],
  alvarez: ['mantina'],
  probe: ['mantina', 'bondi', 'alvarez'],
}

/** The radius of an element in Å, and the table that has it; undefined where none does. */
export function elementRadius(
  element: string,
  source: 'bondi' | 'mantina' | 'alvarez' | 'probe',
): { readonly radius: number; readonly from: 'bondi' | 'mantina' | 'alvarez' | 'probe' } | undefined {
  for (const from of [source, ...HELPERS[source]]) {
    const radius = TABLES[from].get(element)
    if (radius !== undefined) return { radius, from }
  }
  return undefined
}

/** The van der Waals radii of all atoms, from a named set or by a rule of your own. Throws InvalidInputError for an element without one. */
export function atomRadii(
  structure: Structure,
  source: RadiiName | RadiusRule = 'auto',
  options: RadiiOptions = {},
): AtomRadii {
  const { hydrogens = true, unknownRadius } = options
  const { atoms, residues } = structure
  const radii = new Float64Array(atoms.count)
  if (typeof source === 'function') {
    for (let i = 0; i < atoms.count; i++) radii[i] = checkNonNegative(`radius of atom ${i}`, source(structure, i))
    return { radii, bare: radii.slice(), notes: [] }
  }
  if (!RADII_NAMES.includes(source)) {
    throw new InvalidInputError('radii', source, `one of ${RADII_NAMES.join(', ')}, or a function`)
  }
  if (unknownRadius !== undefined) checkNonNegative('unknownRadius', unknownRadius)
  const named = tableOf(structure, source, hydrogens)
  const byElement = new ElementRadii(named, unknownRadius)
  const bare = new Float64Array(atoms.count)
  const virtual = virtualSites(structure)
  residues.forEach((residue, r) => {
    const united = source === 'protor' || (source === 'auto' && !(hydrogens && hasCarbonHydrogens(structure, r)))
    for (let i = residue.first; i < residue.first + residue.count; i++) {
      if (virtual[i] === 1) continue
      const element = atoms.elements[i]!
      const own = united ? protorRadius(residue.name, atoms.names[i]!, element) : undefined
      const plain =
        (named === 'probe' ? probeRadius(structure, r, i) : undefined) ??
        (source === 'auto' && IONS.has(element) ? PROBE.get(element) : undefined) ??
        byElement.radius(element, () => `${residueLabel(structure, r)} ${atoms.names[i]}`, own !== undefined)
      radii[i] = own ?? plain
      bare[i] = Math.min(radii[i]!, plain)
    }
  })
  return { radii, bare, notes: byElement.notes() }
}

/** What atoms have that are not united. */
function tableOf({ atoms }: Structure, source: RadiiName, hydrogens: boolean): TableName {
  if (source === 'auto') return hydrogens && atoms.elements.includes('H') ? 'probe' : 'mantina'
  return source === 'protor' ? 'mantina' : source
}

/** Å: no hydrogen is farther from what carries it. */
const LONGEST_BOND = 1.5

/** Those that Probe does not have by element: undefined for the others. */
function probeRadius({ atoms, residues, models }: Structure, r: number, i: number): number | undefined {
  const { name, first, count } = residues[r]!
  const element = atoms.elements[i]
  if (element === 'C') return isAromatic(name, atoms.names[i]!) ? PROBE_AROMATIC_CARBON : undefined
  if (element !== 'H') return undefined
  const x = models[0]!
  let [nearest, least] = [-1, LONGEST_BOND]
  for (let k = first; k < first + count; k++) {
    if (atoms.elements[k] === 'H') continue
    const [dx, dy, dz] = [x[3 * k]! - x[3 * i]!, x[3 * k + 1]! - x[3 * i + 1]!, x[3 * k + 2]! - x[3 * i + 2]!]
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (distance < least) [nearest, least] = [k, distance]
  }
  if (nearest < 0) return undefined
  const isPolar = ['N', 'O', 'S'].includes(atoms.elements[nearest]!)
  return isPolar || isAromatic(name, atoms.names[nearest]!) ? PROBE_SMALL_HYDROGEN : undefined
}

/** Of amino acids, whether there is an HA: files of united atoms have hydrogens too, but on nitrogen and oxygen only. */
function hasCarbonHydrogens({ atoms, residues }: Structure, r: number): boolean {
  const { first, count, name } = residues[r]!
  if (aminoAcid(name) === undefined) return true
  for (let i = first; i < first + count; i++) {
    if (atoms.elements[i] === 'H' && /^\d?HA/.test(atoms.names[i]!)) return true
  }
  return false
}

/** Radii by element, and what was remarkable about them. */
class ElementRadii {
  private readonly known = new Map<string, number>()
  private readonly helped = new Map<string, string>()

  constructor(
    private readonly source: TableName,
    private readonly unknown: number | undefined,
  ) {}

  /** `aside`: only asked beside a united radius, and not worth a note. */
  radius(element: string, atom: () => string, aside = false): number {
    const before = this.known.get(element)
    if (before !== undefined) return before
    if (aside) return elementRadius(element, this.source)?.radius ?? Infinity
    const found = elementRadius(element, this.source)
    const radius = found?.radius ?? this.unknown
    if (radius === undefined) {
      const expected = 'one that a table of radii has; option unknownRadius gives a radius to those that have none'
      throw new InvalidInputError(`element of ${atom()}`, element, expected)
    }
    this.known.set(element, radius)
    if (found === undefined) this.helped.set(element, `${element} (${radius} Å, as given)`)
    else if (found.from !== this.source) this.helped.set(element, `${element} (${radius} Å, ${TITLES[found.from]})`)
    return radius
  }

  notes(): string[] {
    if (this.helped.size === 0) return []
    const list = [...this.helped.keys()].sort().map((element) => this.helped.get(element)!)
    return [`Not in the table of ${TITLES[this.source]}: ${list.join(', ')}.`]
  }
}
