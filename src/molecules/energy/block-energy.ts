// The energy between two blocks of atoms: what all kept sums are made of. A function of the positions alone: same atoms, same order,
// same bits.
import { InvalidInputError } from '../../errors.js'
import { type BlockArrays, blockArrays, KERNEL } from './block-arrays.js'
import { BlockAtoms, ballsApart, levelsOver } from './block-atoms.js'
import type { BlockCut } from './block-cut.js'
import { type BlockExclusions, maskOf } from './block-exclusions.js'
import { equalWells, gather, spheres, wells } from './block-kernels.js'
import type { PairTerm } from './energy.js'
import { formOf, sumOfTerms, type TermForm } from './pair-energy.js'

/** What was counted; all numbers of `EnergyStats`, open to be written. */
export interface EnergyCounts {
  proposals: number
  refused: number
  blocks: number
  tests: number
  distances: number
  pairs: number
}

export function noCounts(): EnergyCounts {
  return { proposals: 0, refused: 0, blocks: 0, tests: 0, distances: 0, pairs: 0 }
}

/** A term as it is computed: by a loop of its own, or by asking for each pair. */
interface BlockKernel {
  readonly kind: 'equal-wells' | 'wells' | 'shifted-wells' | 'spheres' | 'own'
  readonly cutoff: number
  /** Where its numbers are among those of all kernels. */
  readonly at: number
  readonly term: PairTerm
  /** Of equal wells: depth, and energy at the cutoff if it is to be taken off. */
  readonly depth: number
  readonly end: number
}

/** Atoms in blocks, terms, and the pairs that they leave out. */
export interface BlockModel {
  readonly atoms: BlockAtoms
  /** All terms as one, to ask for a single pair. */
  readonly term: PairTerm
  readonly cutoff: number
  readonly kernels: readonly BlockKernel[]
  readonly arrays: BlockArrays
  readonly exclusions: BlockExclusions
  readonly counts: EnergyCounts
}

export function blockModel(
  cut: BlockCut,
  positions: Float64Array,
  terms: readonly PairTerm[],
  exclusions: BlockExclusions,
): BlockModel {
  const term = sumOfTerms(terms)
  const forms = terms.map((one) => ({ one, form: formOf(one) }))
  // What may forbid comes first.
  forms.sort((p, q) => Number(q.form?.kind === 'spheres') - Number(p.form?.kind === 'spheres'))
  const nodes = levelsOver(cut.blocks).at(-1)!
  const columns = forms.reduce((sum, { form }) => sum + columnsOf(form), 0)
  const arrays = blockArrays(cut, exclusions, nodes, forms.length, columns)
  let used = 0
  const kernels = forms.map(({ one, form }, k) => {
    const kernel = fillKernel(arrays, k, one, form, used)
    used += columnsOf(form) * cut.blocks * cut.width
    return kernel
  })
  const { cutoff } = term
  return { atoms: new BlockAtoms(arrays, positions), term, cutoff, kernels, arrays, exclusions, counts: noCounts() }
}

function columnsOf(form: TermForm | undefined): number {
  return form === undefined || form.kind === 'equal-wells' ? 0 : form.kind === 'spheres' ? 1 : 2
}

function fillKernel(
  arrays: BlockArrays,
  k: number,
  term: PairTerm,
  form: TermForm | undefined,
  used: number,
): BlockKernel {
  const { cutoff } = term
  const at = KERNEL * k
  const places = arrays.cut.blocks * arrays.cut.width
  const common = { cutoff, at, term, depth: 1, end: 0 }
  const numbers = arrays.kernels
  numbers[at] = cutoff
  numbers[at + 1] = cutoff * cutoff
  switch (form?.kind) {
    case undefined:
      return { ...common, kind: 'own' }
    case 'equal-wells':
      numbers[at + 2] = form.sizeSq
      numbers[at + 3] = form.cap / 4
      return { ...common, kind: 'equal-wells', depth: form.depth, end: form.end }
    case 'wells':
      numbers[at + 2] = form.cap / 4
      numbers[at + 3] = used
      numbers[at + 4] = used + places
      fillColumn(arrays, used, form.sizes)
      fillColumn(arrays, used + places, form.roots)
      return { ...common, kind: form.shifted ? 'shifted-wells' : 'wells' }
    case 'spheres':
      numbers[at + 2] = used
      fillColumn(arrays, used, form.radii)
      return { ...common, kind: 'spheres' }
  }
}

function fillColumn({ cut, columns }: BlockArrays, used: number, values: Float64Array | number): void {
  for (let b = 0; b < cut.blocks; b++) {
    for (let i = cut.start[b]!; i < cut.start[b + 1]!; i++) {
      columns[used + b * cut.width + i - cut.start[b]!] = typeof values === 'number' ? values : values[i]!
    }
  }
}

/**
 * The energy between blocks a ≤ b; inside of one where they are the same. Infinity where a term is, or where finite ones overflow. NaN
 * and -Infinity are refused by name.
 */
export function blockPairEnergy(model: BlockModel, a: number, b: number): number {
  const { kernels, exclusions, counts } = model
  const words = maskOf(exclusions, a, b)
  let sum = 0
  for (let k = 0; k < kernels.length; k++) {
    const kernel = kernels[k]!
    if (kernels.length > 1 && a !== b && ballsApart(model.arrays.balls, a, b, kernel.cutoff)) continue
    sum += kernelEnergy(model, kernel, a, b, words)
    if (sum === Infinity) break
  }
  counts.blocks++
  // What a caller's function returns may be no number at all.
  return typeof sum === 'number' && Math.abs(sum) < Infinity ? sum : unusualEnergy(model, a, b)
}

function kernelEnergy(model: BlockModel, kernel: BlockKernel, a: number, b: number, words: number): number {
  const { arrays, counts } = model
  const { wasm, head } = arrays
  const { at } = kernel
  const run = wasm?.run
  const place = wasm === undefined ? 0 : wasm.kernels + 8 * at
  const masks = wasm === undefined || words < 0 ? 0 : wasm.masks + 4 * words
  let energy = 0
  switch (kernel.kind) {
    case 'equal-wells':
      energy = run === undefined ? equalWells(arrays, at, a, b, words) : run.equalWells(place, a, b, masks)
      energy = kernel.depth * (4 * energy - head[1]! * kernel.end)
      break
    case 'wells':
      energy = 4 * (run === undefined ? wells(arrays, at, a, b, words, false) : run.wells(place, a, b, masks))
      break
    case 'shifted-wells':
      energy = 4 * (run === undefined ? wells(arrays, at, a, b, words, true) : run.shiftedWells(place, a, b, masks))
      break
    case 'spheres':
      if ((run === undefined ? spheres(arrays, at, a, b, words) : run.spheres(place, a, b, masks)) !== 0)
        energy = Infinity
      break
    case 'own': {
      const found = run === undefined ? gather(arrays, at, a, b, words) : run.gather(place, a, b, masks)
      energy = askEach(arrays, kernel.term, a, b, found)
    }
  }
  counts.distances += head[0]!
  counts.pairs += head[1]!
  return energy
}

/** The energies of the pairs that were gathered, in order. */
function askEach(arrays: BlockArrays, term: PairTerm, a: number, b: number, count: number): number {
  const { squares, found, start } = arrays
  const fromA = start[a]!
  const fromB = start[b]!
  let sum = 0
  for (let k = 0; k < count; k++) {
    const pair = found[k]!
    sum += term.energy(fromA + (pair >> 5), fromB + (pair & 31), squares[k]!)
  }
  return sum
}

/** Why a sum is not finite: throws for a term that is NaN or -Infinity, and is Infinity for all else. */
function unusualEnergy(model: BlockModel, a: number, b: number): number {
  forEachPair(model, a, b, (i, j, energy) => {
    if (typeof energy !== 'number' || Number.isNaN(energy) || energy === -Infinity) {
      throw new InvalidInputError(`energy of atoms ${i} and ${j}`, energy, 'a finite number, or Infinity')
    }
  })
  return Infinity
}

/** A pair of atoms with an infinite term between two blocks; where there is none (an overflow), the pair with most. */
export function infinitePair(model: BlockModel, a: number, b: number): [number, number] {
  let most = -Infinity
  let worst: [number, number] = [-1, -1]
  forEachPair(model, a, b, (i, j, energy) => {
    if (energy > most) {
      most = energy
      worst = [i, j]
    }
  })
  return worst
}

function forEachPair(
  { atoms, term, exclusions }: BlockModel,
  a: number,
  b: number,
  visit: (i: number, j: number, energy: number) => void,
): void {
  const { start } = atoms
  const cutoffSq = term.cutoff * term.cutoff
  const words = maskOf(exclusions, a, b)
  for (let i = start[a]!; i < start[a + 1]!; i++) {
    const mask = words < 0 ? 0 : exclusions.masks[words + i - start[a]!]!
    for (let j = a === b ? i + 1 : start[b]!; j < start[b + 1]!; j++) {
      const squared = atoms.squared(i, j)
      if (squared < cutoffSq && ((mask >>> (j - start[b]!)) & 1) === 0) visit(i, j, term.energy(i, j, squared))
    }
  }
}
