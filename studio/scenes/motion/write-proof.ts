// A motion for others to check and verify: the scene with its files, the path, and a certificate if it is free. A scene file says poses in other numbers
// than the cell has them, equal up to rounding; a certificate is about one world to the last bit. So the proof is made again, for
// the world that the files say.
import { strToU8, unzipSync, zipSync } from 'fflate'
import { checkMotion } from '../../../src/index.js'
import type { CellEdits } from '../../workcell/edits.js'
import { sceneWorld } from '../../workcell/files.js'
import type { Workcell } from '../../workcell/workcell.js'
import { writeScene } from '../../workcell/write-scene.js'
import type { PathLike } from './path.js'
import { motionOf, pathDocument } from './path-motion.js'

export interface WrittenProof {
  readonly zip: Uint8Array
  readonly isProved: boolean
  /** What a scene file cannot say. */
  readonly notes: readonly string[]
}

export interface ProofPath extends PathLike {
  readonly clearance: number
  readonly ignoreLimits?: boolean
}

/** Where the motion is not free, there is no certificate, and `isProved` says so. */
export async function writeProof(cell: Workcell, edits: CellEdits, request: ProofPath): Promise<WrittenProof> {
  const { clearance, ignoreLimits, ...path } = request
  const { scene, path: place, zip, notes } = writeScene(cell, edits)
  const files = unzipSync(zip)
  const { world } = await sceneWorld(place, scene, new Map(Object.entries(files)))
  const verdict = checkMotion(world, motionOf(world, path), { clearance, ignoreLimits })
  const folder = place.replace(/[^/]*$/, '')
  const written = pathDocument(world.variables, path)
  files[`${folder}path.json`] = strToU8(`${JSON.stringify(written, null, 2)}\n`)
  const isProved = verdict.outcome === 'free'
  if (isProved) files[`${folder}certificate.json`] = strToU8(`${JSON.stringify(verdict.certificate())}\n`)
  return { zip: zipSync(files, { level: 6 }), isProved, notes }
}
