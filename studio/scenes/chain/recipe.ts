// What is asked of the chain on the stage, for a terminal and for a program: do its beads touch, and is a turn free all the way?
import type { Recipe } from '../../app/scene.js'
import { RADIUS } from './folding-sizes.js'
import { type ChainState, turnOf } from './state.js'

/** As the export of the scene is called. */
export const BEADS_FILE = 'chain.xyz'

export function recipeOf(state: ChainState): Recipe {
  const { joint, angle } = turnOf(state)
  const code = [
    `import { ChainTree } from 'limber'`,
    `import { readFrames } from 'limber/node'`,
    '',
    `const frames = await readFrames('${BEADS_FILE}')`,
    `const chain = ChainTree.fromSpheres(frames.frame(0), ${RADIUS})`,
    'console.log(chain.selfCollides())',
    ...(joint < 0
      ? []
      : [
          '// The turn, all the way.',
          `const { outcome, at } = chain.checkMove([{ kind: 'rotate', joint: ${joint}, angle: ${angle} }])`,
          '// Of a collision: the first contact, as a part of the turn.',
          'console.log(outcome, at)',
        ]),
    '',
  ]
  const command = `npx limber necklace ${BEADS_FILE} --radius ${RADIUS}`
  return { command, code: code.join('\n'), reads: [BEADS_FILE] }
}
