// The clashes of the protein on the stage, asked of Limber outside the studio. The file is what the scene saves as its conformation.
import type { Recipe } from '../../app/scene.js'
import type { ProteinState } from './state.js'

export const STRUCTURE_FILE = 'protein.pdb'

export function recipeOf({ done }: Pick<ProteinState, 'done'>): Recipe {
  // What was turned is saved without what stays behind: hydrogens, water and ligands.
  const isMoved = done.length > 0
  const code = [
    `import { clashes } from 'limber'`,
    `import { readStructure } from 'limber/node'`,
    '',
    `const structure = await readStructure('${STRUCTURE_FILE}')`,
    `const { pairs, clashscore } = clashes(structure${isMoved ? ', { hydrogens: false, water: false }' : ''})`,
    'console.log(pairs.length, clashscore?.score.toFixed(1))',
    '',
  ]
  const flags = isMoved ? ' --no-hydrogens --no-water' : ''
  const command = `npx limber clashes ${STRUCTURE_FILE}${flags}`
  return { command, code: code.join('\n'), reads: [STRUCTURE_FILE] }
}
