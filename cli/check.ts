// `limber check scene.json`: one configuration of a scene, or a whole path.

import type { Command } from 'commander'
import { checkConfiguration } from './check/check-configuration.js'
import { askMotion } from './check/check-motion.js'
import { checkPath, type Printed } from './check/check-path.js'
import { length, type PathOptions, readPathOptions } from './check/check-path-options.js'
import { CHECK_USAGE } from './check/usage.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { addCoverageOptions, type CoverageOptions, readLimitQuestion } from './print/blind-spots.js'
import { emit } from './print/emit.js'
import { GIVEN_HELP } from './read/read-given.js'
import { readLength } from './read/read-length.js'
import { addSceneOptions, collectOption, openScene, SCENE_HELP, type SceneOptions } from './read/scene-options.js'

const HELP = `${SCENE_HELP}

--at takes ${GIVEN_HELP}.
A file, or JSON, is {"joints":["robot/joint",…],"waypoints":[[…]]} with one waypoint, or
{"robot/joint":value,…}, in radians and metres. Joints that it leaves out are at
neutral: zero, or the limit nearest to zero.

--path takes two waypoints or more, joined by straight lines in joint space. "free" is
a proof for every instant, not for samples: --certificate writes it, and "limber
verify" checks it again. Segments are counted from 0.

--keyframes says how something that bends moves along that path: a file of frames for
a necklace, a vertex cache (PC2, MDD) for a mesh. It has a frame for each waypoint, or
as many for each segment, at even distances: k frames a segment and one more. Between
frames all points move straight. Without --keyframes it stands where the scene has it.

Exit code 1: a collision; two objects within --clearance or closer than --delta; or a
joint beyond its limits by more than --limit-tolerance. In the last case nothing else
is checked, unless --ignore-limits is given. Exit code 3: the scene has no pair to
check; the result is free, but the meshes of some links were left out (--skip-missing)
and --accept-unseen is not given; or --sampled found nothing, which proves nothing.`

/** As the command line has them. */
export interface CheckOptions extends SceneOptions, PathOptions, CoverageOptions {
  readonly all?: true
  readonly json?: true
}

export function addCheckCommand(program: Command): void {
  const command = program
    .command('check')
    .description('check a configuration of a scene, or prove a whole path free')
    .usage(CHECK_USAGE)
    // Checked below: the scene may have been taken for the tolerance of --first-contact.
    .argument('[scene]', 'a scene file, a URDF or xacro file, or a BVH file, whose frames are then the path')
    .option(
      '--at <values>',
      'the joint values, as a file or as they are; without --at and --path, all joints are at neutral',
    )
    .option('--path <file>', 'check a whole path, at every instant')
    .option('--clearance <length>', 'report a violation when two objects come within this distance')
    .option('--distances', 'list the distance of every pair, nearest first; not for a path')
    .option('--all', 'also list the pairs that are not checked, and why')
  addCoverageOptions(command)
  command
    .optionsGroup('Options for a path:')
    .option('--certificate <file>', 'write the proof, if the path is free')
    .option('--keyframes <name=file>', 'how something that bends moves meanwhile; repeatable', collectOption)
    .option('--first-contact [tolerance]', 'find the first contact, to this fraction of a segment; default 1e-6')
    .option(
      '--delta <length>',
      'stop with a violation when two objects are found closer than this; limits work near contacts',
    )
    .option('--continuous <way>', 'joints without limits: as-given (default) or shortest, the short way round')
    .option('--max-steps <count>', 'stop undecided after this many tests; default 10,000,000')
    .option('--max-seconds <time>', 'stop undecided after this time; default: no limit')
    .option('--sampled <step>', 'test samples this far apart in joint space instead; proves nothing')
  addSceneOptions(command.optionsGroup('Options for the scene:'))
    .optionsGroup('Other options:')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string | undefined, given: CheckOptions) => {
      const { file, options } = notSwallowed(scene, given)
      if (file === undefined) return command.error("error: missing required argument 'scene'")
      emit(await checkScene(file, options))
    })
}

/** `check --first-contact scene.json`: what is not a number is the scene, not a tolerance. */
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
  // Of a motion-capture clip, or of a scene with one, the frames are the path; whether it is one, its file says.
  const alone = options.at === undefined && options.path === undefined && options.distances === undefined
  const asked = alone && /\.bvh$/i.test(file) ? { ...options, path: file } : options
  const early = readPathOptions(asked)
  const { world, notes, description, frames, state } = await openScene(file, options)
  const scene = { file, world, notes, description, frames, state }
  const question = alone && frames !== undefined ? readPathOptions({ ...options, path: file }) : early
  if (question === undefined) return checkConfiguration(scene, options, clearance, limits)
  return checkPath(scene, options, { ...question, ...limits }, askMotion)
}
