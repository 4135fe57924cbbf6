// A motion for others to verify: the scene with its files, the path, and a certificate. A scene file says poses in other numbers
// than the cell has them, equal up to rounding; a certificate is about one world to the last bit. So the proof is made again, for
// the world that the files say.
import { strToU8, unzipSync, zipSync } from 'fflate'
import { checkMotion } from '../../../src/index.js'
import type { CellEdits } from '../../workcell/edits.js'
import { sceneWorld } from '../../workcell/files.js'
import type { Workcell } from '../../workcell/workcell.js'
import { writeScene } from '../../workcell/write-scene.js'

export interface WrittenProof {
  readonly zip: Uint8Array
  /** What a scene file cannot say. */
  readonly notes: readonly string[]
}

export interface ProofPath {
  readonly waypoints: readonly (readonly number[])[]
  readonly clearance: number
  readonly ignoreLimits?: boolean
}

/** Undefined where the motion is not free. */
export async function writeProof(
  cell: Workcell,
  edits: CellEdits,
  { waypoints, ...options }: ProofPath,
): Promise<WrittenProof | undefined> {
  const { scene, path, zip, notes } = writeScene(cell, edits)
  const files = unzipSync(zip)
  const { world } = await sceneWorld(path, scene, new Map(Object.entries(files)))
  const verdict = checkMotion(world, waypoints, options)
  if (verdict.outcome !== 'free') return undefined
  const folder = path.replace(/[^/]*$/, '')
  const written = { joints: world.variables, waypoints }
  files[`${folder}path.json`] = strToU8(`${JSON.stringify(written, null, 2)}\n`)
  files[`${folder}certificate.json`] = strToU8(`${JSON.stringify(verdict.certificate())}\n`)
  return { zip: zipSync(files, { level: 6 }), notes }
}
