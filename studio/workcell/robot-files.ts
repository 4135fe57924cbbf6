// Robots among files that the user brings: which files are robots by themselves, and how one is read. URDF, xacro with what it includes,
// MuJoCo models, and the figures of motion-capture clips.
import {
  type PathDescription,
  parseBvh,
  type Robot,
  RobotFileError,
  robotFromFiles,
  type SceneRobot,
} from '../../src/entries/robots.js'

export type Files = Map<string, Uint8Array>

/** BVH files have y upwards, the studio z. */
export const UPRIGHT = [Math.PI / 2, 0, 0] as const

export const isClip = (path: string): boolean => /\.bvh$/i.test(path)
const isXacro = (path: string): boolean => /\.xacro$/i.test(path)

/** Those that are to be chosen from: neither parts of others, nor macros that others call. */
export function robotsAmong(files: Files): string[] {
  const texts = new Map(
    [...files].flatMap(([path, bytes]) =>
      /\.(xacro|xml)$/i.test(path) ? [[path, new TextDecoder().decode(bytes)]] : [],
    ),
  ) as ReadonlyMap<string, string>
  const parts = new Set([...texts.values()].flatMap(includedIn))
  const recipes = [...texts].filter(
    ([path, text]) => isXacro(path) && !parts.has(lastName(path)) && !hasOnlyMacros(text),
  )
  const found = [...files.keys()].filter((path) => {
    if (isXacro(path)) return false
    if (!/\.xml$/i.test(path)) return /\.(urdf|bvh)$/i.test(path)
    // By content: robots are also called .xml.
    const text = texts.get(path)!
    if (parts.has(lastName(path))) return false
    // A MuJoCo file without bodies has keyframes or settings for another.
    return /<(robot[\s>]|mujoco[\s>][\s\S]*<(worldbody|include)[\s/>])/.test(text)
  })
  if (found.length > 0 || recipes.length > 0) return [...found, ...recipes.map(([path]) => path)]
  // What is wrong with it, its reader says.
  return [...files.keys()].filter((path) => isXacro(path) || /<mujoco[\s>]/.test(texts.get(path) ?? ''))
}

/** Names of the files that a file includes, without their folders. */
function includedIn(text: string): string[] {
  const names = text.matchAll(/<(?:xacro:)?include\s[^>]*?\bfile(?:name)?\s*=\s*["']([^"']*)["']/g)
  return Array.from(names, ([, name]) => lastName(name!))
}

function hasOnlyMacros(text: string): boolean {
  const rest = text.replaceAll(/<!--[\s\S]*?-->|<xacro:macro\s[\s\S]*?<\/xacro:macro>/g, '')
  return !/<(?![/?!]|robot[\s>]|xacro:(?:include|property|arg)[\s>])/.test(rest)
}

function lastName(path: string): string {
  return path.split('/').at(-1)!
}

/** `name:=value` once or more often. */
export function readArguments(text: string): Record<string, string> {
  const found: [string, string][] = []
  const rest = text.replaceAll(/([^\s:=]+):=("[^"]*"|'[^']*'|\S*)/g, (_, name: string, value: string) => {
    found.push([name, value.replaceAll(/^(["'])(.*)\1$/g, '$2')])
    return ''
  })
  if (rest.trim() !== '') throw new Error(`Arguments are written name:=value, not ${JSON.stringify(rest.trim())}.`)
  return Object.fromEntries(found)
}

/** With all of its meshes, or without those that are missing, which are named. */
export async function readRobot(
  files: Files,
  { urdf, srdf, name, geometry, open, closeWithin, arguments: values }: SceneRobot,
  notes: string[],
): Promise<Robot> {
  const options = {
    ...{ name, geometry, open, closeWithin, ...(srdf === undefined ? {} : { srdf }) },
    ...(values === undefined ? {} : { arguments: values }),
  }
  try {
    return await robotFromFiles(files, urdf, options)
  } catch (error) {
    if (!(error instanceof RobotFileError)) throw error
    if (error.missing.length === 0) throw withAdvice(error)
    const names = [...new Set(error.missing.map(({ filename }) => filename))]
    notes.push(`Missing, and left out: ${names.join(', ')}. Drop them together with ${urdf}.`)
    return robotFromFiles(files, urdf, { ...options, missing: 'skip' })
  }
}

/** A robot of a scene file, with the packages that it names. */
export function readSceneRobot(
  { path, files }: { readonly path: string; readonly files: ReadonlyMap<string, Uint8Array> },
  { urdf, srdf, packages = {}, ...entry }: SceneRobot,
  notes: string[],
): Promise<Robot> {
  const folder = path.split('/').slice(0, -1)
  const all = new Map(files)
  for (const [wanted, place] of Object.entries(packages)) {
    const prefix = `${resolvePath(folder, place)}/`
    for (const [file, bytes] of files)
      if (file.startsWith(prefix)) all.set(`${wanted}/${file.slice(prefix.length)}`, bytes)
  }
  const places = {
    urdf: resolvePath(folder, urdf),
    ...(srdf === undefined ? {} : { srdf: resolvePath(folder, srdf) }),
  }
  return readRobot(all, { ...entry, ...places }, notes)
}

export function resolvePath(folder: readonly string[], name: string): string {
  const out = [...folder]
  for (const part of name.split('/')) {
    if (part === '..') out.pop()
    else if (part !== '.' && part !== '') out.push(part)
  }
  return out.join('/')
}

/** What to do on the page about a file that is not there. */
function withAdvice(error: RobotFileError): Error {
  if (error.got?.includes('which is not there') !== true) return error
  const advice = error.message.includes(':=value') ? ' (field Arguments), or drop' : '. Drop'
  return new Error(`${error.message}${advice} the whole folder, with all that it includes.`)
}

export interface Clip {
  readonly robot: Robot
  readonly path: PathDescription
}

/** The figure of a motion-capture clip and its frames, with the names of a world. */
export function readClip(files: Files, { urdf, name, figure }: SceneRobot): Clip {
  const { robot, path } = parseBvh(new TextDecoder().decode(files.get(urdf)!), { ...figure, name, file: urdf })
  return { robot, path: { ...path, joints: path.joints.map((joint) => `${name}/${joint}`) } }
}
