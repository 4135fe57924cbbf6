// `limber world scene.json`: the world as plain data, which verifiers take (docs/formats/certificate.md).
import type { Command } from 'commander'
import { robotDocument, worldDocument } from '../src/entries/robots.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { placeFor, writeAtomically } from './print/write-atomically.js'
import { addSceneOptions, openRobot, openScene, SCENE_HELP, type SceneOptions } from './read/scene-options.js'

const HELP = `${SCENE_HELP}

The document holds everything that a certificate depends on: links, joints with their
limits, shapes, the triangles of meshes (from the file, and added to close it), pairs
that may touch, and a hash of all this. "limber verify --world" takes it.`

export interface WorldCommandOptions extends SceneOptions {
  readonly out?: string
  readonly robot?: true
}

export function addWorldCommand(program: Command): void {
  const command = program
    .command('world')
    .description('write a scene as the world document that certificates are about')
    .argument('<scene>', 'a scene file, or a URDF or xacro file')
    .option('--out <file>', 'the file to write; default: standard output')
    .option('--robot', 'for a URDF file: the document of the robot alone, for reports of "limber allow"')
  addSceneOptions(command)
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string, options: WorldCommandOptions) => {
      const isOurs = (start: string): boolean => start.startsWith('{"limber":2,"kind":"world",')
      const place =
        options.out === undefined ? undefined : await placeFor(options.out, isOurs, 'a name for a world document')
      const text = await worldText(scene, options)
      if (place === undefined) process.stdout.write(text)
      else await writeAtomically(place, text)
    })
}

export async function worldText(scene: string, options: WorldCommandOptions = {}): Promise<string> {
  const document =
    options.robot === true
      ? robotDocument(await openRobot(scene, options))
      : worldDocument((await openScene(scene, options)).world)
  return `${JSON.stringify(document)}\n`
}
