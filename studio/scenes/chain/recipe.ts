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
    `console.log(chain.selfCollides() ? 'beads touch' : 'no beads touch')`,
    ...(joint < 0 ? [] : turned(joint, angle)),
    '',
  ]
  const command = `npx limber necklace ${BEADS_FILE} --radius ${RADIUS}`
  return { command, code: code.join('\n'), reads: [BEADS_FILE] }
}

/** A turn, all the way. */
function turned(joint: number, angle: number): string[] {
  return [
    '',
    `const turn = (angle) => chain.checkMove([{ kind: 'rotate', joint: ${joint}, angle }]).outcome`,
    `let [free, rest] = [0, ${angle}]`,
    `console.log('the turn:', turn(rest))`,
    '// A collision may be any; halving what is not free leads to the first.',
    `if (turn(rest) === 'collision') {`,
    '  while (Math.abs(rest - free) > 1e-6) {',
    '    const half = (free + rest) / 2',
    `    if (turn(half) === 'free') free = half`,
    '    else rest = half',
    '  }',
    `  console.log('first contact at', ((180 / Math.PI) * rest).toFixed(1), 'degrees')`,
    '}',
  ]
}
