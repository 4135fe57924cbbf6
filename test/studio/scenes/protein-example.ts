// Opens a built-in structure in an engine's side, as the page does: files of examples/ are given to it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProteinMethods } from '../../../studio/scenes/protein/engine.js'
import type { ProteinView } from '../../../studio/scenes/protein/molecule-view.js'
import { root } from '../browser.js'

export function openExample(side: ProteinMethods, structure: string): ProteinView {
  if (structure === 'bundle') return side.open({ structure, model: 0 })
  const path = `${structure}.pdb`
  const bytes = new Uint8Array(readFileSync(join(root, 'examples', path)))
  return side.open({ structure, model: 0, files: [{ path, bytes }] })
}
