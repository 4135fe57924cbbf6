// The options of every command that reads a scene, and the scene that they lead to.

import type { Command } from 'commander'
import { findPackages, type ReadScene, type ReadSceneOptions, readRobot, readScene } from '../../node/index.js'
import { InvalidInputError, type Robot } from '../../src/index.js'
import { inFlags, withFlags } from './flags.js'
import { addReadOptions, READ_HELP, type ReadOptions, readReadOptions, readWords } from './read-options.js'
import { readProved } from './read-proved.js'

/** As the command line has them. */
export interface SceneOptions extends ReadOptions {
  readonly srdf?: string
  readonly package?: readonly string[]
  readonly argument?: readonly string[]
  readonly skipMissing?: true
  readonly root?: string
  readonly proved?: readonly string[]
  readonly scene?: string
}

export const SCENE_HELP = `
A scene names robots (URDF, with SRDF), obstacles, attached objects, what bends, and
which pairs may touch. Its paths are relative to its folder and stay inside it, unless --root
allows more. A URDF file or a MuJoCo model (XML) alone is a scene of that robot, and so
is a xacro file, with values for its arguments as name:=value. --scene puts a MoveIt
planning scene around it: a .scene file, or a PlanningScene message as YAML or JSON.
${READ_HELP}`

export const PACKAGE_HELP =
  'the folder for package://name/, or a folder with packages in it, found by package.xml; repeatable'

/** Where the files of a robot or a scene are. */
export function addPlaceOptions(command: Command): Command {
  return command
    .option('--srdf <file>', 'for a URDF file: the SRDF file that says which links may touch; auto: of its name')
    .option('--package <name=folder>', `for a URDF file: ${PACKAGE_HELP}`, collectOption)
    .option(
      '--argument <name:=value>',
      'for a xacro file: the value of an argument; name:=value alone does the same; repeatable',
      collectOption,
    )
    .option('--root <folder>', 'read files only from this folder and below; default: the folder of the scene')
}

export function addSceneOptions(command: Command): Command {
  return addPlaceOptions(addReadOptions(command))
    .option('--scene <file>', 'for a robot file: the MoveIt planning scene around it (.scene, YAML or JSON)')
    .option('--skip-missing', 'skip missing meshes of robots, and list them')
    .option(
      '--proved <file>',
      'a certificate of "limber allow": verify it, then skip the pairs that it proves never to touch; repeatable',
      collectOption,
    )
}

/** Reads a scene file, or a URDF file. Errors speak of options as the command line has them. */
export async function openScene(path: string, options: SceneOptions): Promise<ReadScene> {
  const { scene: around } = options
  const read = await withFlags(async () =>
    readScene(path, { ...(await readerOptions(options)), ...(around === undefined ? {} : { planningScene: around }) }),
  )
  const scene = { ...read, notes: read.notes.map(inFlags) }
  for (const file of options.proved ?? []) {
    scene.world.trustProofs(await readProved(file, scene.world))
  }
  return scene
}

/** Reads a URDF file, for commands about one robot. */
export function openRobot(path: string, options: SceneOptions): Promise<Robot> {
  return withFlags(async () => readRobot(path, await readerOptions(options)))
}

/** What is to be known of a robot's files, where no SRDF file matters: one that was not read is not mentioned. */
export function robotNotes({ notes }: Robot): string[] {
  return notes.filter((note) => !note.includes("option srdf: 'auto'")).map(inFlags)
}

/** The scene and its options as one types them: for commands that are to be tried next. */
export function sceneWords(file: string, options: SceneOptions): string {
  const { srdf, package: packages = [], argument = [], skipMissing, root, proved = [], scene } = options
  const words = [
    file,
    ...argument,
    ...readWords(options),
    ...(srdf === undefined ? [] : ['--srdf', srdf]),
    ...(scene === undefined ? [] : ['--scene', scene]),
    ...packages.flatMap((text) => ['--package', text]),
    ...(skipMissing === true ? ['--skip-missing'] : []),
    ...(root === undefined ? [] : ['--root', root]),
    ...proved.flatMap((report) => ['--proved', report]),
  ]
  return words.map(quoteWord).join(' ')
}

/** As a shell takes it. */
export function quoteWord(text: string): string {
  return /^[\w./:@%+,=~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** An option that may be given again and again, one value each: several at once would swallow the scene behind them. */
export function collectOption(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** As the readers of files take them. */
export async function readerOptions(options: SceneOptions): Promise<ReadSceneOptions> {
  const { root, srdf, skipMissing, package: packages = [], argument = [] } = options
  const values = argument.map((text) => {
    const [whole, name, value] = /^([^:=]+):=(.*)$/s.exec(text) ?? []
    if (whole === undefined) throw new InvalidInputError('--argument', text, 'name:=value')
    return [name, value] as const
  })
  const entries: (readonly [string, string])[] = []
  for (const text of packages) {
    const at = text.indexOf('=')
    if (at === 0 || at === text.length - 1) throw new InvalidInputError('--package', text, 'name=folder, or a folder')
    // One that is named takes precedence over those that are found.
    if (at > 0) entries.push([text.slice(0, at), text.slice(at + 1)])
    else entries.unshift(...Object.entries(await findPackages(text)))
  }
  return {
    ...readReadOptions(options),
    ...(root === undefined ? {} : { root }),
    ...(srdf === undefined ? {} : { srdf }),
    ...(skipMissing === true ? { missing: 'skip' } : {}),
    ...(entries.length === 0 ? {} : { packages: Object.fromEntries(entries) }),
    ...(values.length === 0 ? {} : { arguments: Object.fromEntries(values) }),
  }
}
