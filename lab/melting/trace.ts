// The Cα traces of the experiment: of 1PGA where the folder LIMBER_DATA has it, else a made-up one; and the extended start.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cosine, sine } from '../../src/base/math/trigonometry.js'
import { parseStructure } from '../../src/formats/molecules/structure.js'
import { InvalidInputError } from '../../src/index.js'
import { findAtom } from '../../src/molecules/structure/structure.js'
import { generatedTrace } from './generated-trace.js'

export interface Trace {
  /** What it is and where it comes from. */
  readonly source: string
  /** True for 1PGA: what was published and promised is about it. */
  readonly real: boolean
  /** x, y, z of each Cα. */
  readonly positions: Float64Array
}

const FILE = '1pga.pdb'

export async function readTrace(folder: string | undefined): Promise<Trace> {
  if (folder === undefined) {
    return {
      source: 'a made-up fold of 56 residues (LIMBER_DATA is not set)',
      real: false,
      positions: generatedTrace(),
    }
  }
  const path = join(folder, 'proteins', FILE)
  const bytes = await readFile(path).catch(() => {
    throw new InvalidInputError('LIMBER_DATA', folder, `a folder that has proteins/${FILE}, or not set`)
  })
  return { source: '1PGA, Cα atoms', real: true, positions: alphaCarbons(bytes) }
}

/** The Cα atoms of the first piece of the first chain. */
function alphaCarbons(bytes: Uint8Array): Float64Array {
  const structure = parseStructure(bytes, { name: FILE })
  const [from, to] = structure.chains[0]!.pieces[0]!
  const out = new Float64Array(3 * (to - from))
  for (let residue = from; residue < to; residue++) {
    const atom = findAtom(structure, residue, 'CA')
    if (atom < 0) throw new InvalidInputError(FILE, `residue ${residue}`, 'one with a Cα atom')
    out.set(structure.models[0]!.subarray(3 * atom, 3 * atom + 3), 3 * (residue - from))
  }
  return out
}

/** Half of the angle of 130° between two bonds of an extended chain. */
const HALF_ANGLE = (65 * Math.PI) / 180

/** A planar zigzag with the given bonds, every angle 130°. */
export function extendedChain(bonds: Float64Array): Float64Array {
  const out = new Float64Array(3 * (bonds.length + 1))
  const along = sine(HALF_ANGLE)
  const across = cosine(HALF_ANGLE)
  for (const [i, bond] of bonds.entries()) {
    out[3 * i + 3] = out[3 * i]! + along * bond
    out[3 * i + 4] = out[3 * i + 1]! + (i % 2 === 0 ? across : -across) * bond
  }
  return out
}
