// The motion on the stage, asked of Limber outside the studio: with what is saved as motion.zip.
import type { Recipe } from '../../app/scene.js'
import { shellWord } from '../../ui/shell-word.js'
import type { MotionState } from './state.js'

export function motionRecipe(sceneFile: string, { clearance, ignoreLimits }: MotionState): Recipe {
  const pathFile = sceneFile.replace(/[^/]*$/, 'path.json')
  const flags = `${clearance > 0 ? ` --clearance ${clearance}` : ''}${ignoreLimits ? ' --ignore-limits' : ''}`
  const options = [
    ...(clearance > 0 ? [`clearance: ${clearance}`] : []),
    ...(ignoreLimits ? ['ignoreLimits: true'] : []),
  ].join(', ')
  return {
    reads: ['motion.zip'],
    command: [
      'unzip -o motion.zip',
      `npx limber check ${shellWord(sceneFile)} --path ${shellWord(pathFile)}${flags}`,
    ].join('\n'),
    code: `// In the folder with the files of motion.zip.
import { checkMotion } from 'limber'
import { readPath, readScene } from 'limber/node'
import { motionFromPath } from 'limber/robots'

const { world } = await readScene(${JSON.stringify(sceneFile)})
const motion = motionFromPath(world, await readPath(${JSON.stringify(pathFile)}))
const verdict = checkMotion(world, motion${options === '' ? '' : `, { ${options} }`})
console.log(verdict.outcome)
if (verdict.outcome === 'collision') {
  console.log(\`\${verdict.a} and \${verdict.b} touch in segment \${verdict.segment}, at \${verdict.at} of it\`)
}
`,
  }
}
