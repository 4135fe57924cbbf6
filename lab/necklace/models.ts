// The necklaces of the experiment: scenes by formula, and molecules from the folder that LIMBER_DATA names where it is set.
import {
  generatedBackbone,
  grill,
  type MovingNecklace,
  type NecklaceScene,
  rollingSpiral,
  type SpiralWay,
  scalingHelix,
  spline,
  staticHelix,
  tremblingHairpin,
} from '../../scenes/index.js'
import { parsePdbFrames } from '../../src/formats/molecules/pdb-frames.js'
import { readData } from '../machine.js'
import type { NecklaceLabOptions, NecklaceModel } from './options.js'

export interface LabNecklace {
  readonly model: NecklaceModel
  readonly scene: NecklaceScene
  /** What it is, where the model does not say it: of molecules, where they come from. */
  readonly source: string
}

export interface LabMotion {
  readonly model: 'spiral' | 'hairpin'
  readonly source: string
  readonly scene: MovingNecklace
}

/** Of a backbone: N, CA and C. */
async function readBackbone(folder: string, file: string, chain: string | undefined): Promise<Float64Array> {
  const bytes = await readData(folder, `proteins/${file}`)
  return parsePdbFrames(bytes, { name: file, atoms: 'backbone', chain }).frame(0)
}

/** The paper's backbone, chain A of 1A4Y, and another one; or one by formula. */
async function backbones(folder: string | undefined): Promise<LabNecklace[]> {
  if (folder === undefined) {
    return [{ model: 'backbone', scene: generatedBackbone(), source: 'by formula' }]
  }
  const real = async (file: string, chain: string | undefined, source: string): Promise<LabNecklace> => {
    const scene: NecklaceScene = {
      name: 'backbone',
      dimension: 3,
      centres: await readBackbone(folder, file, chain),
      radius: 2,
    }
    return { model: 'backbone', scene, source }
  }
  return [await real('1A4Y.pdb', 'A', '1A4Y, chain A'), await real('1lox_protein.pdb', undefined, '1LOX')]
}

/** In place of 1CEM, which is not at hand: as many atoms of another globular protein, the last 363 residues of 1LOX. */
async function globule(folder: string | undefined): Promise<LabNecklace[]> {
  if (folder === undefined) return []
  const centres = (await readBackbone(folder, '1lox_protein.pdb', undefined)).slice(-3 * 1089)
  const scene: NecklaceScene = { name: 'globule', dimension: 3, centres, radius: 2 }
  return [{ model: 'globule', scene, source: 'stand-in: the last 363 residues of 1LOX' }]
}

/** The last 17 residues of protein G's domain (2GB1): 51 backbone atoms, as in the paper; or one by formula. */
export async function hairpin(folder: string | undefined, frames: number, strength = 1): Promise<LabMotion> {
  if (folder === undefined) {
    return { model: 'hairpin', source: 'by formula', scene: tremblingHairpin({ frames, strength }) }
  }
  const centres = (await readBackbone(folder, '2gb1.pdb', undefined)).slice(-3 * 51)
  return { model: 'hairpin', source: '2GB1, residues 40 to 56', scene: tremblingHairpin({ centres, frames, strength }) }
}

/** Everything that is measured at rest, in the order of Figure 7. */
export async function necklacesAtRest(options: NecklaceLabOptions, data: string | undefined): Promise<LabNecklace[]> {
  const spiral = rollingSpiral()
  const of = async (model: NecklaceModel): Promise<LabNecklace[]> => {
    const one = (scene: NecklaceScene, source = ''): LabNecklace => ({ model, scene, source })
    switch (model) {
      case 'grill':
        return [one(grill())]
      case 'spline':
        return options.sizes.spline.map((n) => one(spline(n)))
      case 'helix-static':
        return options.sizes['helix-static'].map((n) => one(staticHelix(n)))
      case 'helix-scaling':
        return options.sizes['helix-scaling'].map((n) => one(scalingHelix(n)))
      case 'backbone':
        return backbones(data)
      case 'globule':
        return globule(data)
      case 'hairpin': {
        const { scene, source } = await hairpin(data, 2)
        return [one(scene, source)]
      }
      case 'spiral-start':
        return [one(spiral)]
      case 'spiral-end':
        return [one({ ...spiral, centres: spiral.frame(spiral.frames - 1) })]
    }
  }
  return (await Promise.all(options.models.map(of))).flat()
}

/** Those that move: the spiral both ways, if one of its ends is asked for, and the hairpin. */
export async function necklacesInMotion(options: NecklaceLabOptions, data: string | undefined): Promise<LabMotion[]> {
  const [frames, shorter] = options.frames
  const out: LabMotion[] = []
  if (options.models.includes('spiral-start') || options.models.includes('spiral-end')) {
    for (const way of ['rolling', 'curling'] satisfies SpiralWay[]) {
      out.push({ model: 'spiral', source: way, scene: rollingSpiral({ frames, way }) })
    }
  }
  if (options.models.includes('hairpin')) out.push(await hairpin(data, shorter))
  return out
}
