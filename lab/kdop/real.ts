// The paper's models, as far as they can be had: a dinosaur and a horse from the folder that LIMBER_DATA names.
import { inUnitBox, type KdopScene, type MeshData, turnedPair } from '../../scenes/index.js'
import { parseMesh } from '../../src/formats/meshes/parse-mesh.js'
import { InvalidInputError } from '../../src/index.js'
import { dataFolder, readData } from '../machine.js'

const FILES = ['meshes/dino.off', 'meshes/horse/horse.ply'] as const

/** Figure 10 with them: at distances found by trying. */
export async function realScenes(poses: number): Promise<KdopScene[]> {
  const folder = dataFolder()
  if (folder === undefined) {
    throw new InvalidInputError('--real', true, `used with LIMBER_DATA set to a folder that has ${FILES.join(' and ')}`)
  }
  const read = async (file: string): Promise<MeshData> => {
    const { positions, triangles } = parseMesh(await readData(folder, file), { name: file })
    return inUnitBox({ positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) })
  }
  const [dinosaur, horse] = await Promise.all(FILES.map(read))
  const distances = { apart: 0.75, loose: 0.55, touching: 0.35, aligned: 0.5 }
  return turnedPair('curved-dino-horse', 'a dinosaur and a horse', dinosaur!, horse!, poses, distances)
}
