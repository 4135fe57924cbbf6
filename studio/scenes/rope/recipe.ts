// What is asked of a rope on the stage, for a terminal and for a program: are the straight steps between its frames free? Of one frame: what
// touches in it?
import { isFile } from '../../app/dropped.js'
import type { Recipe } from '../../app/scene.js'
import { shellWord } from '../../ui/shell-word.js'
import type { RopeFileView } from './rope-file.js'
import type { RopeState } from './state.js'

/** As the exports of the scene name it. */
export const FRAMES_FILE = 'rope-frames.xyz'

export interface RopeAsked {
  readonly radius: number
  readonly neighbours: number
  readonly closed: boolean
  readonly frames: number
}

export function recipeOf(state: RopeState, asked: RopeAsked | undefined, file: RopeFileView | undefined): Recipe {
  const {
    radius,
    neighbours: given,
    closed,
    frames: frameCount,
  } = asked ?? { radius: 0.5, neighbours: 1, closed: false, frames: 2 }
  const { checked, rope } = state
  // Of one frame, what touches in it.
  const isOne = frameCount < 2
  const isLines = checked === 'lines' && !isOne
  const neighbours = isLines ? 1 : given
  const own = isFile(rope) ? file : undefined
  const strands = checked === 'beads' || isOne ? undefined : isLines ? 0 : radius
  const frames = own?.name ?? FRAMES_FILE
  const atoms = own?.hasResidues === true ? state.atoms : undefined
  const ignoresCell = own?.hasCell === true && state.ignoreCell
  const words = [
    ...['npx', 'limber', 'necklace', shellWord(frames)],
    ...(own?.topology === undefined ? [] : ['--topology', shellWord(own.topology)]),
    ...(atoms === undefined ? [] : ['--atoms', atoms]),
    ...(own === undefined || state.chain === '' ? [] : ['--chain', shellWord(state.chain)]),
    ...(closed ? ['--closed'] : []),
    ...['--neighbours', String(neighbours)],
    ...(isOne ? [] : ['--between']),
    ...(strands === undefined ? ['--radius', String(radius)] : ['--strands', String(strands)]),
    ...(ignoresCell ? ['--ignore-cell'] : []),
    ...(own?.isCut === true ? ['--drop-partial'] : []),
  ]
  const options = [
    ...(own?.topology === undefined ? [] : [`topology: ${JSON.stringify(own.topology)}`]),
    ...(atoms === undefined ? [] : [`atoms: ${JSON.stringify(atoms)}`]),
    ...(own === undefined || state.chain === '' ? [] : [`chain: ${JSON.stringify(state.chain)}`]),
    ...(own?.isCut === true ? [`partial: 'drop'`] : []),
  ]
  const isWhole = own?.hasCell === true && !ignoresCell
  const read = `await readFrames(${JSON.stringify(frames)}${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`
  const box = `{ file: ${JSON.stringify(frames)}, frames, closed: ${closed}, pieces: 1, ignoreCell: false,
  centres: frames.frame, dimension: 3, reach: ${2 * radius} }`
  const made = `{ neighbours: ${neighbours}, closed: ${closed} }`
  const code = [
    `import { Necklace } from 'limber'`,
    ...(isWhole ? [`import { ${isOne ? 'wholeRope' : 'ropeStep'} } from 'limber/molecules'`] : []),
    `import { readFrames } from 'limber/node'`,
    '',
    `const frames = ${read}`,
    ...(isWhole
      ? [
          `// A rope in a periodic box is made whole${isOne ? '' : ', and goes to its nearest image'}.`,
          `const inBox = ${box}`,
        ]
      : []),
    `const rope = new Necklace(${isOne && isWhole ? 'wholeRope(inBox, 0)' : 'frames.frame(0)'}, ${radius}, ${made})`,
    ...(isOne
      ? [`console.log(rope.selfCollisions().count, 'pairs of beads touch')`, 'console.log(rope.closestPair())']
      : [
          'let free = 0',
          'for (let k = 0; k + 1 < frames.count; k++) {',
          isWhole
            ? '  const { from, to } = ropeStep(inBox, k, k + 1)'
            : '  const [from, to] = [frames.frame(k), frames.frame(k + 1)]',
          '  rope.step(from)',
          `  const { outcome, at } = rope.between(to${strands === undefined ? '' : `, { strands: ${strands} }`})`,
          `  if (outcome === 'free') free++`,
          `  else console.log(\`step \${k}: \${outcome} at \${at}\`)`,
          '}',
          `console.log(\`\${free} of \${frames.count - 1} steps are free\`)`,
        ]),
    '',
  ]
  return { command: words.join(' '), code: code.join('\n'), ...(own === undefined ? { reads: [FRAMES_FILE] } : {}) }
}
