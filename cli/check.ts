// `limber check scene.json`: one configuration of a scene, or a whole path.
import type { Command } from 'commander'
import { checkConfiguration } from './check-configuration.js'
import type { Printed } from './check-path.js'
import { length } from './check-path-options.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { addSceneOptions, openScene, SCENE_HELP, type SceneOptions } from './scene-options.js'

const HELP = `${SCENE_HELP}

The configuration of --at: {"joints":["robot/joint",…],"waypoints":[[…]]} with one
waypoint, or {"robot/joint":value,…}. Radians and metres. Joints that it leaves out
stand at zero, or at the limit nearest to it.

Exit code 1 is a collision, or something nearer than --clearance.`

/** As the command line has them. */
export interface CheckOptions extends SceneOptions {
  readonly at?: string
  readonly clearance?: string
  readonly distances?: true
  readonly all?: true
  readonly json?: true
}

export function addCheckCommand(program: Command): void {
  const command = program
    .command('check')
    .description('a configuration of a scene: is it free, what touches, what is nearest')
    .argument('<scene>', 'a scene file, or a URDF file')
    .option('--at <file>', 'the values of the joints; without it, all stand at neutral')
    .option('--clearance <length>', 'bad news as well: anything as near as this')
    .option('--distances', 'the distance of every pair, nearest first')
    .option('--all', 'the pairs that are not checked too, and why')
  addSceneOptions(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (path: string, options: CheckOptions) => {
      const { code, stdout, stderr } = await checkScene(path, options)
      process.stderr.write(stderr)
      process.stdout.write(stdout)
      process.exitCode = code
    })
}

/** What the command prints, and its exit code. */
export async function checkScene(file: string, options: CheckOptions = {}): Promise<Printed> {
  const clearance = length('--clearance', options.clearance)
  const { world, notes } = await openScene(file, options)
  return checkConfiguration({ file, world, notes }, options, clearance)
}
