// A structure of which one model may be asked for.
import { readStructure } from '../../node/index.js'
import { type Structure, StructureFileError } from '../../src/entries/molecules.js'
import { withFlags } from './flags.js'

export interface ReadModels {
  readonly structure: Structure
  /** It has the model asked for and no other: what is wrong with the others does not matter then, nor that their atoms differ. */
  readonly only: boolean
}

/** All models; where they cannot be read together, the one asked for by number. `model`: undefined where none was named. */
export async function readModels(
  file: string,
  altloc: string | undefined,
  model: number | undefined,
): Promise<ReadModels> {
  const options = altloc === undefined ? {} : { altloc }
  return withFlags(async () => {
    try {
      return { structure: await readStructure(file, options), only: false }
    } catch (error) {
      if (!(error instanceof StructureFileError) || model === undefined) throw error
      return { structure: await readStructure(file, { ...options, model }), only: true }
    }
  })
}
