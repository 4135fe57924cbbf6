// The engine names its options; here they are flags. One table serves the `field` of an error and the hints in texts, which all read
// `option name` or `option name: 'value'`.
import { InvalidInputError, LimberError } from '../../src/index.js'

/** By the name in the engine, without `options.` and indices. Empty where the command line has no such flag. */
const FLAGS: Readonly<Record<string, string>> = {
  acceleration: '--max-acceleration',
  allowAbsolute: '',
  arguments: '--argument',
  atom: '--atom',
  atoms: '--atoms',
  bounds: '--bounds',
  chain: '--chain',
  chains: '--chain',
  clearance: '--clearance',
  continuous: '--continuous',
  cuts: '--cut, --chain-length',
  delta: '--delta',
  folder: '--package',
  geometry: '--geometry',
  'goal.free': '--to-free',
  'goal.link': '--to-link',
  'goal.pose': '--to-pose',
  'goal.tool': '--to-tool',
  ignoreCell: '--ignore-cell',
  lag: '--lag',
  maxBytes: '',
  maxIterations: '--max-iterations',
  maxMeshes: '',
  maxMillis: '--time',
  "missing: 'skip'": '--skip-missing',
  model: '--model',
  moving: '--moving',
  objective: '--objective',
  open: '--open',
  optimiseMillis: '--optimise',
  optimiseRounds: '--optimise-rounds',
  packages: '--package',
  "partial: 'drop'": '--drop-partial',
  planner: '--planner',
  planningScene: '--scene',
  potential: '--potential',
  range: '--range',
  rates: '--rates',
  replan: '--replan',
  resolution: '--resolution',
  home: '--from',
  neighbours: '--neighbours',
  roadmap: '--roadmap',
  root: '--root',
  seed: '--seed',
  select: '--select',
  srdf: '--srdf',
  topology: '--topology',
  unknownRadius: '--unknown-radius',
  velocity: '--max-velocity',
  vertices: '--vertices',
  virtualJoints: '',
}

/** Of `options.packages.arm` it is `--package`, of `goal[2].pose.at` `--to-pose`. */
function flagOf(field: string): string | undefined {
  const [first = '', second] = field
    .replace(/^options\./, '')
    .replace(/\[\d+\]/g, '')
    .split('.')
  return FLAGS[`${first}.${second}`] || FLAGS[first] || undefined
}

const HINT = /\boption (\w+)(?:: '(\w+)'(?: or '(\w+)')?)?/g
const HINT_ALONE = / \(option (\w+)\)|, option (\w+)/g

/** A text of the engine with flags for its options; hints at options that have no flag are left out. */
export function inFlags(text: string): string {
  return text
    .replace(HINT_ALONE, (whole, alone, last) => (FLAGS[alone ?? last] === '' ? '' : whole))
    .replace(HINT, (whole, name, value, other) => {
      const flag = FLAGS[`${name}: '${value}'`]
      if (flag !== undefined) return flag
      const values = [value, other].filter((one) => one !== undefined).join(' or ')
      return FLAGS[name] === undefined ? whole : `${FLAGS[name]} ${values}`.trimEnd()
    })
}

/** Knows names of fields that the table does not have, or has differently: those of goals, say. */
type NameOf = (field: string) => string | undefined

/** Does `work`; its errors, and those of the promise that it returns, name flags. */
export function withFlags<T>(work: () => T, nameOf?: NameOf): T {
  try {
    const done = work()
    if (!(done instanceof Promise)) return done
    return done.catch((error: unknown) => fail(error, nameOf)) as T
  } catch (error) {
    return fail(error, nameOf)
  }
}

function fail(error: unknown, nameOf: NameOf | undefined): never {
  if (error instanceof LimberError) {
    const field = error instanceof InvalidInputError ? error.field : ''
    const name = nameOf?.(field) ?? flagOf(field)
    error.message = inFlags(name === undefined ? error.message : name + error.message.slice(field.length))
  }
  throw error
}
