// The robots on the stage, coordinated by Limber outside the studio: with what is saved as robots.zip.
import type { Recipe } from '../../app/scene.js'
import { shellWord } from '../../ui/shell-word.js'
import type { LaidRobot } from './engine.js'
import type { RobotsState } from './state.js'

export function robotsRecipe(sceneFile: string, robots: readonly LaidRobot[], state: RobotsState): Recipe {
  const { atom, clearance, replan } = state
  const folder = sceneFile.replace(/[^/]*$/, '')
  const files = robots.map(({ name }) => `${folder}path-${name.replace(/[^\w.-]/g, '_')}.json`)
  const rates = Object.assign({}, ...robots.map((robot) => robot.rates)) as Record<string, number>
  const flags = [
    `--atom ${atom}`,
    ...Object.entries(rates).map(([name, rate]) => `--rates ${shellWord(`${name}=${rate}`)}`),
    ...(clearance > 0 ? [`--clearance ${clearance}`] : []),
    ...(replan ? ['--replan'] : []),
  ]
  const options = { atom, rates, ...(clearance > 0 ? { clearance } : {}), ...(replan ? { replan } : {}) }
  const paths = robots.map(
    ({ name }, r) => `  ${JSON.stringify(name)}: configurationsOf(world, await readPath(${JSON.stringify(files[r])})),`,
  )
  return {
    reads: ['robots.zip'],
    command: [
      'unzip -o robots.zip',
      `npx limber coordinate ${[sceneFile, ...files].map(shellWord).join(' ')} ${flags.join(' ')}`,
    ].join('\n'),
    code: `// In the folder with the files of robots.zip.
import { readPath, readScene } from 'limber/node'
import { configurationsOf, coordinate } from 'limber/robots'

const { world } = await readScene(${JSON.stringify(sceneFile)})
const paths = {
${paths.join('\n')}
}
const result = await coordinate(world, paths, ${JSON.stringify(options)})
console.log(result.outcome)
if (result.outcome === 'scheduled') console.log(\`all have arrived after \${result.makespan} s\`)
`,
  }
}
