// What every structure must be, whoever made it (src/molecules/structure/structure.ts, the invariants at its head).
import { expect } from 'vitest'
import type { Structure } from '../../../src/molecules/structure/structure.js'

/** What is wrong with it; undefined if nothing is. */
export function wrongWith(structure: Structure): string | undefined {
  const { atoms, residues, chains, models } = structure
  const { count } = atoms
  if (!(count > 0)) return 'no atoms'
  for (const [field, list] of Object.entries(atoms)) {
    if (typeof list !== 'number' && list.length !== count) return `atoms.${field} has ${list.length} of ${count}`
  }
  if (models.length === 0 || models.some((model) => model.length !== 3 * count)) return 'models'
  if (models.some((model) => !model.every((x) => Number.isFinite(x)))) return 'a place that is none'
  const owner = new Int32Array(residues.length).fill(-1)
  for (const [c, chain] of chains.entries()) for (const k of chain.residues) owner[k] = c
  let next = 0
  for (const [k, { first, count, chain }] of residues.entries()) {
    if (first !== next || count < 1) return `residue ${k} starts at ${first}, not ${next}`
    next += count
    for (let i = first; i < next; i++) if (atoms.residue[i] !== k) return `atom ${i} is of residue ${atoms.residue[i]}`
    if (owner[k] !== chain) return `residue ${k} is not in its chain`
  }
  if (next !== count) return `residues have ${next} of ${count} atoms`
  if (chains.reduce((sum, chain) => sum + chain.residues.length, 0) !== residues.length) return 'residues of chains'
  if (new Set(chains.map(({ id }) => id)).size !== chains.length) return 'a chain twice'
  for (const [c, { id, first, count, pieces, residues: own }] of chains.entries()) {
    if (own[0] !== first || own[count - 1] !== first + count - 1) return `the stretch of chain ${id}`
    let behind = 0
    for (const [from, to] of pieces) {
      if (!(from >= behind && to > from)) return `pieces of chain ${id}`
      behind = to
      for (let k = from; k < to; k++) {
        if (owner[k] !== c || residues[k]!.link !== 'polymer') return `residue ${k} in a piece of chain ${id}`
      }
    }
  }
  return undefined
}

export function expectSound(structure: Structure): Structure {
  expect(wrongWith(structure)).toBeUndefined()
  return structure
}

/** The same atoms, residues, chains and models, whatever the notes and the name. */
export function expectSame(a: Structure, b: Structure, digits = 12): void {
  const parts = ({ atoms, residues, chains }: Structure): [string, unknown][] => [
    ['names', atoms.names],
    ['elements', atoms.elements],
    ['hetero', [...atoms.hetero]],
    ['charge', [...atoms.charge]],
    ['residues', residues],
    ['chains', chains],
  ]
  const others = new Map(parts(b))
  for (const [field, part] of parts(a)) {
    // Text is compared in no time; what differs is shown only where something does.
    if (JSON.stringify(part) !== JSON.stringify(others.get(field))) expect(others.get(field), field).toEqual(part)
  }
  expect(b.models.length).toBe(a.models.length)
  const scale = 10 ** digits
  for (const [m, model] of a.models.entries()) {
    for (let k = 0; k < model.length; k++) {
      if (Math.abs(model[k]! - b.models[m]![k]!) * scale > 0.5 + 1e-6) {
        expect.fail(`model ${m}, coordinate ${k}: ${model[k]} and ${b.models[m]![k]}`)
      }
    }
  }
}
