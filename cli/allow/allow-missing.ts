// Links whose meshes were not all there (--skip-missing): that what is left of them never touches says nothing about the robot, so no
// list is made or judged by it. Where what is left of them touches, so do the whole ones.
import { readFile } from 'node:fs/promises'
import { type AllowedPairs, type PairResult, parseUrdf, type Robot } from '../../src/entries/robots.js'
import { type ReadOptions, readReadOptions } from '../read/read-options.js'

/** Names of links that have fewer geometries than the file says. */
export async function linksThatLack(
  file: string,
  robot: Robot,
  options: ReadOptions & { readonly argument?: readonly string[] },
): Promise<ReadonlySet<string>> {
  const isExpanded = options.argument !== undefined || /\.xacro$/i.test(file)
  // What a xacro file says is known after its expansion only.
  if (isExpanded) return new Set(robot.unseen)
  const bytes = await readFile(file)
  const { geometry } = readReadOptions(options)
  const counts = (encoding: 'utf8' | 'latin1'): ReadonlyMap<string, number> =>
    new Map(parseUrdf(bytes.toString(encoding), file, geometry).links.map((link) => [link.name, link.checked.length]))
  // In one of the two encodings that robots are read in, all names are there.
  const utf8 = counts('utf8')
  const said = robot.links.every(({ name }) => utf8.has(name)) ? utf8 : counts('latin1')
  const lacking = robot.links.filter(({ name, geometry }) => geometry.length < (said.get(name) ?? 0))
  return new Set(lacking.map(({ name }) => name))
}

/** The result as far as it is one about the robot with all of its meshes. */
export function aboutTheWhole(result: AllowedPairs, robot: Robot, lacking: ReadonlySet<string>): AllowedPairs {
  if (lacking.size === 0) return result
  const pairs = result.pairs.map((own) => {
    const pair = { ...own, adjacent: own.adjacent && !isBetween(own, robot, lacking) }
    return own.class === 'never' && (lacking.has(own.a) || lacking.has(own.b)) ? undecided(pair) : pair
  })
  return { ...result, pairs }
}

/** Adjacent links have none with geometry between them: is there one that should have some? */
function isBetween({ a, b }: PairResult, robot: Robot, lacking: ReadonlySet<string>): boolean {
  for (let at = robot.link(b).joint; at !== undefined; at = robot.links[at.parent]!.joint) {
    const { name } = robot.links[at.parent]!
    if (name === a) return false
    if (lacking.has(name)) return true
  }
  return false
}

function undecided({ a, b, adjacent, joints, cells }: PairResult): PairResult {
  return { a, b, class: 'undecided', adjacent, joints, cells, left: 1 }
}
