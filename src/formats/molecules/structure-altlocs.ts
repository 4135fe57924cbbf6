// Which of an atom's alternative locations is taken: in every residue those of the letter with the largest occupancy, the first
// of equals, so that a residue is not patched together from two. Where the letters denote different residues (a mutant in
// part of the crystal), the atoms of the best letter's residue are taken and no others.

/** What is known of the atoms, by number. A blank letter is ''. */
export interface Places {
  letter(k: number): string
  name(k: number): string
  residueName(k: number): string
  occupancy(k: number): number
}

/** And to which residues they belong. */
export interface ResiduePlaces extends Places {
  /** The same chain, number and insertion code. */
  isSamePlace(j: number, k: number): boolean
  /** Chain, number and insertion code in one. */
  place(k: number): string
}

/**
 * Which atoms are taken, residue by residue in the order of the file. Some programs write all of the first conformation, then all
 * of the second: what is elsewhere under the number of a residue, with other letters than it has, belongs there, and its
 * atoms are taken in their residue's place.
 */
export function takeAtoms(count: number, places: ResiduePlaces, wanted?: string): number[] {
  const residues: number[][] = []
  const alternatives: number[][] = []
  const lettered = new Map<string, { readonly atoms: number[]; readonly letters: Set<string> }>()
  for (let from = 0, to: number; from < count; from = to) {
    const atoms = [from]
    to = from + 1
    for (; to < count && isSameResidue(places, to - 1, to); to++) atoms.push(to)
    // Most residues have no letters at all.
    if (atoms.every((k) => places.letter(k) === '')) {
      residues.push(atoms)
      continue
    }
    const letters = new Set(atoms.map((k) => places.letter(k)))
    const before = lettered.get(places.place(from))
    if (before !== undefined && !letters.has('') && [...letters].every((letter) => !before.letters.has(letter))) {
      for (const k of atoms) before.atoms.push(k)
      for (const letter of letters) before.letters.add(letter)
    } else {
      residues.push(atoms)
      alternatives.push(atoms)
      lettered.set(places.place(from), { atoms, letters })
    }
  }
  const alternative = new Uint8Array(count)
  for (const atoms of alternatives) markAlternatives(alternative, places, atoms, wanted)
  return residues.flatMap((atoms) => atoms.filter((k) => alternative[k] === 0))
}

/** Of two that follow each other. Different names at one place are one residue only if each of them has a letter. */
function isSameResidue(places: ResiduePlaces, j: number, k: number): boolean {
  if (!places.isSamePlace(j, k)) return false
  return places.residueName(j) === places.residueName(k) || (places.letter(j) !== '' && places.letter(k) !== '')
}

/** Sets out[k] = 1 for those of a residue's atoms that are not taken. `wanted` goes before all others. */
export function markAlternatives(out: Uint8Array, places: Places, atoms: readonly number[], wanted?: string): void {
  const occupancies = new Map<string, number>()
  let bestAt = atoms[0]!
  let best = places.letter(bestAt)
  for (const k of atoms) {
    const letter = places.letter(k)
    if (occupancies.has(letter)) continue
    occupancies.set(letter, letter === wanted ? Number.POSITIVE_INFINITY : places.occupancy(k))
    // An atom without a letter belongs to all of them, and decides nothing as long as there is one with a letter.
    const first = best === '' && letter !== ''
    if (first || (letter !== '' && occupancies.get(letter)! > occupancies.get(best)!)) [best, bestAt] = [letter, k]
  }
  if (occupancies.size === 1) return
  const residueName = places.residueName(bestAt)
  // Of every name the best letter; the others are left out, unless they have the same letter: then they are not alternatives.
  const taken = new Map<string, string>()
  const isCandidate = (k: number): boolean => places.letter(k) === '' || places.residueName(k) === residueName
  for (const k of atoms) {
    if (!isCandidate(k)) continue
    const letter = places.letter(k)
    const other = taken.get(places.name(k))
    if (other === undefined || occupancies.get(letter)! > occupancies.get(other)!) taken.set(places.name(k), letter)
  }
  for (const k of atoms) {
    if (!isCandidate(k) || taken.get(places.name(k)) !== places.letter(k)) out[k] = 1
  }
}
