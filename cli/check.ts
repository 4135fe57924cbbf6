// `limber check scene.json`: one configuration of a scene, or a whole path.
import type { Command } from 'commander'
import { checkConfiguration } from './check/check-configuration.js'
import { askMotion } from './check/check-motion.js'
import { checkPath, type Printed } from './check/check-path.js'
import { length, type PathOptions, readPathOptions } from './check/check-path-options.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { addCoverageOptions, type CoverageOptions, readLimitQuestion } from './print/blind-spots.js'
import { readLength } from './read/read-length.js'
import { addSceneOptions, openScene, SCENE_HELP, type SceneOptions } from './read/scene-options.js'

const HELP = `${SCENE_HELP}

The configuration of --at: {"joints":["robot/joint",…],"waypoints":[[…]]} with one
waypoint, or {"robot/joint":value,…}. Radians and metres. Joints that it leaves out
stand at zero, or at the limit nearest to it.

The path of --path has two waypoints or more, joined by straight lines in joint
space. "free" is a proof for every instant of it, not for samples: --certificate
writes it down, and "limber verify" checks it again. Segments are counted from 0.

Exit code 1 is a collision, something nearer than --clearance or --delta, or a joint
beyond its limits by more than --limit-tolerance: then nothing else is looked at,
unless --ignore-limits is given. Exit code 3 is a scene without any pair to check;
one that is free, but with links whose meshes were left out (--skip-missing), unless
--accept-unseen is given; and what --sampled finds good: nothing is proved by it.`

/** The scene is not optional, whatever commander has to believe. */
export const CHECK_USAGE = '[options] <scene>'

/** As the command line has them. */
export interface CheckOptions extends SceneOptions, PathOptions, CoverageOptions {
  readonly all?: true
  readonly json?: true
}

export function addCheckCommand(program: Command): void {
  const command = program
    .command('check')
    .description('a configuration of a scene, or a whole path: is it free, and if not, where not')
    .usage(CHECK_USAGE)
    // Checked below: the scene may have been taken for the tolerance of --first-contact.
    .argument('[scene]', 'a scene file, or a URDF file')
    .option('--at <file>', 'the values of the joints; without it and --path, all stand at neutral')
    .option('--path <file>', 'a whole path, proved from end to end')
    .option('--clearance <length>', 'report a violation when anything comes as near as this')
    .option('--distances', 'the distance of every pair, nearest first; not for a path')
    .option('--all', 'the pairs that are not checked too, and why')
  addCoverageOptions(command)
  command
    .optionsGroup('Options for a path:')
    .option('--certificate <file>', 'write down the proof, if there is one')
    .option('--first-contact [tolerance]', 'where it first touches, to this share of a segment; default 1e-6')
    .option('--delta <length>', 'a violation as well: two things found nearer than this; ends work near contacts')
    .option('--continuous <way>', 'joints without limits: as-given (default), or shortest, the short way round')
    .option('--max-steps <count>', 'undecided after so many tests; default 10,000,000')
    .option('--max-seconds <time>', 'undecided after so long; default: no limit')
    .option('--sampled <step>', 'look at samples this far apart in joint space instead; proves nothing')
  addSceneOptions(command.optionsGroup('Options for the scene:'))
    .optionsGroup('Other options:')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string | undefined, given: CheckOptions) => {
      const { file, options } = notSwallowed(scene, given)
      if (file === undefined) return command.error("error: missing required argument 'scene'")
      const { code, stdout, stderr } = await checkScene(file, options)
      process.stderr.write(stderr)
      process.stdout.write(stdout)
      process.exitCode = code
    })
}

/** `check --first-contact scene.json`: what is no number is no tolerance, but the scene. */
function notSwallowed(
  scene: string | undefined,
  options: CheckOptions,
): { file: string | undefined; options: CheckOptions } {
  const { firstContact } = options
  if (scene !== undefined || typeof firstContact !== 'string' || !Number.isNaN(readLength(firstContact))) {
    return { file: scene, options }
  }
  return { file: firstContact, options: { ...options, firstContact: true } }
}

/** What the command prints, and its exit code. */
export async function checkScene(file: string, options: CheckOptions = {}): Promise<Printed> {
  const clearance = length('--clearance', options.clearance)
  const limits = readLimitQuestion(options)
  const question = readPathOptions(options)
  const { world, notes } = await openScene(file, options)
  const scene = { file, world, notes }
  if (question === undefined) return checkConfiguration(scene, options, clearance, limits)
  return checkPath(scene, options, { ...question, ...limits }, askMotion)
}
