// Small trajectories, made by the library's own writers: trp-cage as PDB, and frames of it as XTC.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseStructure, type Structure, writeXtc } from '../../../src/entries/molecules.js'
import { root } from '../browser.js'

export const PDB = new Uint8Array(readFileSync(join(root, 'examples', 'trp-cage.pdb')))
export const CAGE: Structure = parseStructure(PDB, { name: 'trp-cage.pdb' })

export const FRAMES = 6
/** The first frame in which the tail has been pushed into the rest. */
export const FIRST_HIT = 4

/** x, y, z of all atoms: the last six residues come towards the first ones, frame by frame. */
export function cageFrames(): Float64Array[] {
  const start = CAGE.models[0]!
  const tail = CAGE.residues[14]!.first
  const [from, to] = [meanOf(tail, CAGE.atoms.count), meanOf(0, tail)]
  const way = to.map((x, k) => x - from[k]!)
  return Array.from({ length: FRAMES }, (_, f) => {
    const share = f < FIRST_HIT ? 0.001 * f : 0.75 + 0.05 * (f - FIRST_HIT)
    return start.map((x, i) => (i < 3 * tail ? x : x + share * way[i % 3]!))
  })
}

function meanOf(first: number, end: number): number[] {
  const p = CAGE.models[0]!
  return [0, 1, 2].map((k) => {
    let sum = 0
    for (let i = first; i < end; i++) sum += p[3 * i + k]!
    return sum / (end - first)
  })
}

export const XTC = writeXtc(cageFrames())
/** Frame 2 cannot be decoded. */
export const DAMAGED = XTC.map((byte, i) => (Math.abs(i - Math.floor(0.45 * XTC.length)) < 40 ? byte ^ 0x5a : byte))
