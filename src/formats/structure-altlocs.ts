// Which of an atom's alternative locations is taken: in every residue those of the letter with the largest occupancy, the first
// of equals, so that a residue is not patched together from two. Where the letters stand for different residues (a mutant in
// part of the crystal), the atoms of the best letter's residue are taken and no others.

/** What is known of the atoms, by number. A blank letter is ''. */
export interface Places {
  letter(k: number): string
  name(k: number): string
  residueName(k: number): string
  occupancy(k: number): number
}

/** Sets out[k] = 1 for the atoms among [from, to), those of one residue, that are not taken. `wanted` goes before all others. */
export function markAlternatives(out: Uint8Array, places: Places, from: number, to: number, wanted?: string): void {
  const occupancies = new Map<string, number>()
  let best = places.letter(from)
  let bestAt = from
  for (let k = from; k < to; k++) {
    const letter = places.letter(k)
    if (occupancies.has(letter)) continue
    occupancies.set(letter, letter === wanted ? Number.POSITIVE_INFINITY : places.occupancy(k))
    // An atom without a letter belongs to all of them, and decides nothing as long as there is one with a letter.
    const first = best === '' && letter !== ''
    if (first || (letter !== '' && occupancies.get(letter)! > occupancies.get(best)!)) [best, bestAt] = [letter, k]
  }
  if (occupancies.size === 1) return
  const residueName = places.residueName(bestAt)
  // Of every name the best letter; the others are left out, unless they are of the same letter: that is no alternative.
  const taken = new Map<string, string>()
  const isCandidate = (k: number): boolean => places.letter(k) === '' || places.residueName(k) === residueName
  for (let k = from; k < to; k++) {
    if (!isCandidate(k)) continue
    const letter = places.letter(k)
    const other = taken.get(places.name(k))
    if (other === undefined || occupancies.get(letter)! > occupancies.get(other)!) taken.set(places.name(k), letter)
  }
  for (let k = from; k < to; k++) {
    if (!isCandidate(k) || taken.get(places.name(k)) !== places.letter(k)) out[k] = 1
  }
}
