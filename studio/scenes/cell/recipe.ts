// What is on the stage as a command and as a program: what touches and what is closest, or whether the straight motion is free. Files are
// those that the scene saves.
import type { Recipe } from '../../app/scene.js'
import { shellWord } from '../../ui/shell-word.js'

export interface RecipeInput {
  /** Of the scene file in the archive that is saved. */
  readonly file: string
  readonly q: readonly number[]
  /** Where the robots stood; empty where there is no motion. */
  readonly from: readonly number[]
}

export function recipeOf({ file, q, from }: RecipeInput): Recipe {
  const scene = `scene/${file}`
  const unpack = 'unzip -o scene.zip -d scene'
  return from.length === q.length && from.length > 0 ? motion(scene, unpack, from, q) : configuration(scene, unpack, q)
}

function configuration(scene: string, unpack: string, q: readonly number[]): Recipe {
  return {
    reads: ['scene.zip', 'pose.json'],
    command: [unpack, `npx limber check ${shellWord(scene)} --at pose.json --distances`].join('\n'),
    code: `import { readScene } from 'limber/node'

// ${unpack}
const { world } = await readScene(${JSON.stringify(scene)})
const q = ${listed(q)}

for (const { a, b, depth } of world.collisions(q)) console.log(\`\${a} and \${b} touch, \${depth} m deep\`)
const { a, b, distance } = world.distance(q)
console.log(\`closest pair: \${a} and \${b}, \${distance} m apart\`)
`,
  }
}

function motion(scene: string, unpack: string, from: readonly number[], q: readonly number[]): Recipe {
  return {
    reads: ['scene.zip', 'path.json'],
    command: [
      unpack,
      `npx limber check ${shellWord(scene)} --path path.json --certificate proof.json`,
      `npx limber verify ${shellWord(scene)} proof.json`,
    ].join('\n'),
    code: `import { checkMotion } from 'limber'
import { readScene } from 'limber/node'

// ${unpack}
const { world } = await readScene(${JSON.stringify(scene)})
const from = ${listed(from)}
const to = ${listed(q)}

const verdict = checkMotion(world, [from, to])
console.log(verdict.outcome)
if (verdict.outcome === 'collision') console.log(\`\${verdict.a} and \${verdict.b} touch at \${verdict.at} of the way\`)
`,
  }
}

function listed(q: readonly number[]): string {
  return `[${q.join(', ')}]`
}
