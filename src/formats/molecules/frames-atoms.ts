// Which atoms a frame has, and which of them are beads. The order of the beads along the necklace is that of the file.
import { InvalidInputError } from '../../errors.js'
import { plural } from '../text/plural.js'
import type { FramesSource } from './frames-data.js'

/** Alpha carbons; N, CA and C; all of them; or those of these names. */
export type AtomSelection = 'ca' | 'backbone' | 'all' | readonly string[]

/** The atoms of one frame, in the order of the file. What is left out is not known of any of them. */
export interface FrameAtoms {
  readonly names: readonly string[]
  /** Chains, or segments. */
  readonly chains?: readonly string[] | undefined
  /** Numbers of residues, with their insertion codes. */
  readonly residues?: readonly string[] | undefined
  readonly residueNames?: readonly string[] | undefined
  /** 1: part of a chain of residues, not of something beside it (water, ions, ligands). */
  readonly polymer?: Uint8Array | undefined
  /** 1: the atom has another location too, and this one is not taken. */
  readonly alternative?: Uint8Array | undefined
}

const BACKBONE: readonly string[] = ['N', 'CA', 'C']

/** Which atoms are beads; never none. */
export function selectBeads(source: FramesSource, atoms: FrameAtoms): Int32Array {
  const { select, chain, atoms: given } = source.options
  const count = atoms.names.length
  if (select !== undefined) return selectByNumber(select, count)
  const wanted = given ?? (atoms.residues === undefined ? 'all' : 'ca')
  const { chains, alternative, polymer } = atoms
  if (chain !== undefined && chains === undefined) {
    source.fail({}, 'atoms that have a chain (option chain)', 'none of them has one: a topology file names the chains')
  }
  const ofResidues = wanted === 'ca' || wanted === 'backbone'
  const names = wanted === 'ca' ? ['CA'] : wanted === 'backbone' ? BACKBONE : wanted
  const found: number[] = []
  for (let k = 0; k < count; k++) {
    if (alternative?.[k] === 1 || (ofResidues && polymer?.[k] === 0)) continue
    if (chain !== undefined && chains![k] !== chain) continue
    if (names !== 'all' && !names.includes(atoms.names[k]!)) continue
    found.push(k)
  }
  if (found.length === 0) refuseNone(source, atoms, wanted)
  refuseSeveral(source, atoms, found)
  if (ofResidues) refuseDoubles(source, atoms, found)
  return Int32Array.from(found)
}

/** The beads of a file without names: by the topology, which must have as many atoms; without one, by number, or all of them. */
export function takeBeads(source: FramesSource, atoms: number): Int32Array {
  const { topology, atoms: wanted, chain, select } = source.options
  if (topology !== undefined) {
    if (topology.names.length === atoms) return selectBeads(source, topology)
    source.fail({ field: 'number of atoms' }, `that of the topology, ${topology.names.length}`, `${atoms}`)
  }
  if (select !== undefined) return selectByNumber(select, atoms)
  const named = wanted === undefined || wanted === 'all' ? undefined : [wanted].flat().join(', ')
  if (named !== undefined || chain !== undefined) {
    source.fail(
      {},
      `a topology (option topology: PDB, PSF or GRO) that says which of its ${plural(atoms, 'atom')} are ${named ?? `of chain ${JSON.stringify(chain)}`}`,
      "none; without one, atoms can be selected by number (option select), or all of them taken (option atoms: 'all')",
    )
  }
  return Int32Array.from({ length: atoms }, (_, k) => k)
}

/** What the beads of such a file are called, where a topology says so. */
export function namesOfBeads({ options: { topology } }: FramesSource, beads: Int32Array): string[] | undefined {
  return topology === undefined ? undefined : Array.from(beads, (k) => beadName(topology, k))
}

export function selectByNumber(select: ArrayLike<number>, count: number): Int32Array {
  const seen = new Set<number>()
  return Int32Array.from({ length: select.length }, (_, k) => {
    const atom = select[k]!
    if (atom >= count) {
      throw new InvalidInputError(`options.select[${k}]`, atom, `below ${count}, the number of atoms`)
    }
    if (seen.has(atom)) throw new InvalidInputError(`options.select[${k}]`, atom, 'an atom that is not selected before')
    seen.add(atom)
    return atom
  })
}

/** What a bead is called: chain, residue, atom. What cannot be printed, damaged files have it, is shown as such. */
export function beadName({ names, chains, residues, residueNames }: FrameAtoms, k: number): string {
  const residue = `${residueNames?.[k] ?? ''}${residues?.[k] ?? ''}`
  const name = [chains?.[k] ?? '', residue, names[k]!].filter((part) => part !== '').join(' ')
  return name.replace(/[^\x20-\x7e\xa0-\uffff]/g, '\ufffd')
}

function refuseNone(source: FramesSource, atoms: FrameAtoms, wanted: AtomSelection): never {
  const { chain } = source.options
  const what = typeof wanted === 'string' ? wanted : wanted.join(', ')
  const inChain = chain === undefined ? '' : ` in chain ${JSON.stringify(chain)}`
  const chains = chain === undefined || atoms.chains === undefined ? '' : `; chains: ${listed(atoms.chains)}`
  source.fail(
    {},
    `one atom or more (${what})${inChain}`,
    `none among ${plural(atoms.names.length, 'atom')}: ${listed(atoms.names)}${chains} (option atoms, option chain)`,
  )
}

/** A necklace is one chain: at a border between two, beads that are not neighbours would be taken for neighbours. */
function refuseSeveral(source: FramesSource, { chains }: FrameAtoms, found: readonly number[]): void {
  if (chains === undefined) return
  const first = chains[found[0]!]!
  if (found.every((k) => chains[k] === first)) return
  const all = found.map((k) => chains[k]!)
  source.fail({}, 'beads of one chain (option chain says which)', `those of ${listed(all)}`)
}

function refuseDoubles(source: FramesSource, atoms: FrameAtoms, found: readonly number[]): void {
  const { residues, names } = atoms
  if (residues === undefined) return
  const seen = new Set<string>()
  for (const k of found) {
    const key = `${residues[k]!} ${names[k]!}`
    if (seen.has(key)) {
      source.fail({}, 'every atom of a residue once', `${beadName(atoms, k)} twice (option select picks by number)`)
    }
    seen.add(key)
  }
}

/** The different ones, the first dozen of them. */
function listed(texts: readonly string[]): string {
  const different = [...new Set(texts)]
  const most = 12
  const shown = different.slice(0, most).map((text) => (/^[\w'*+-]+$/.test(text) ? text : JSON.stringify(text)))
  return `${shown.join(', ')}${different.length > most ? ` and ${different.length - most} more` : ''}`
}
