// Scene files and path files, damaged at random: by bytes, as mesh files are, and by structure, where the JSON stays JSON
// and values are swapped, doubled, emptied, or become something else. The same seed gives the same file.
import { Random } from '../../../src/base/math/random.js'
import { MAX_COORDINATE } from '../../../src/base/math/rounding.js'
import { LimberError } from '../../../src/errors.js'
import { parseScene, type SceneDescription } from '../../../src/formats/robots/scene.js'
import { configurationsOf, parsePath } from '../../../src/formats/robots/scene-path.js'
import { damage } from '../meshes/mutate.js'
import { CELL } from './scene-samples.js'

export interface MutatedText {
  readonly kind: 'scene' | 'path'
  readonly text: string
  readonly how: string
}

const JOINTS = ['arm/a', 'arm/b', 'left/a', 'left/base/x']
const ORDER = {
  variables: JOINTS,
  neutral: () => new Float64Array(JOINTS.length),
  configuration: (_: object, from: Float64Array) => from.slice(),
}

const PATHS: readonly object[] = [
  { joints: JOINTS, waypoints: [[0, 1, 2, 3], [1, 2, 3, 4], [-1e-3, 2e10, 0.5, 0]] }, // biome-ignore format: rows
  { joints: ['b'], waypoints: [[1]] },
  { 'arm/a': 1, b: -2.5, 'left/base/x': 0 },
]

const SEEDS = [
  { kind: 'scene', value: CELL },
  { kind: 'scene', value: CELL },
  { kind: 'scene', value: { ...CELL, robots: CELL.robots.slice(0, 1), attached: [], allowed: [] } },
  { kind: 'scene', value: { limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }] } },
  ...PATHS.map((value) => ({ kind: 'path', value })),
] as readonly { kind: 'scene' | 'path'; value: object }[]

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 5e-324, '', ' ', 'arm', 'arm/base', '/', 'table', '../../../etc/passwd', '\u0000'],
  ...['https://example.com/a', 'a'.repeat(5000), [], [[]], {}, { kind: 'box' }, [1, 2, 3], [0, 0, 0, 1], 'mesh', 2],
]
const KEYS = ['__proto__', 'constructor', 'toString', 'length', 'kind', 'quat', 'rpy', 'name', 'limber', '0', '']

type Container = Record<string, unknown> | unknown[]

/** Every object and array in a value, itself included. */
function containers(value: unknown, found: Container[] = []): Container[] {
  if (typeof value !== 'object' || value === null) return found
  found.push(value as Container)
  for (const item of Object.values(value)) containers(item, found)
  return found
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)]!
}

/** One field of one object, or item of one array, made something else. */
function damageValue(random: Random, value: object): string {
  const inside = containers(value)
  const target = pick(random, inside) as Record<string, unknown>
  const keys = Object.keys(target)
  const key = keys.length > 0 ? pick(random, keys) : '0'
  const put = (name: string, item: unknown): void => {
    // Not by assignment: `__proto__` must become a field.
    Object.defineProperty(target, name, { value: item, enumerable: true, configurable: true, writable: true })
  }
  const how = pick(random, ['value', 'delete', 'key', 'copy', 'double'])
  if (how === 'value') put(key, structuredClone(pick(random, VALUES)))
  else if (how === 'delete' && Array.isArray(target)) target.splice(Number(key), 1)
  else if (how === 'delete') delete target[key]
  else if (how === 'key' && !Array.isArray(target)) put(pick(random, KEYS), structuredClone(pick(random, VALUES)))
  else if (how === 'copy') put(key, structuredClone(pick(random, inside)))
  else if (Array.isArray(target)) target.push(structuredClone(target[0]))
  return how
}

export function mutatedText(seed: number): MutatedText {
  const random = new Random(seed)
  const { kind, value } = pick(random, SEEDS)
  if (random.unit() < 0.5) {
    const copy = structuredClone(value)
    const how = [damageValue(random, copy)]
    while (random.unit() < 0.3) how.push(damageValue(random, copy))
    return { kind, text: JSON.stringify(copy, null, random.integer(3)), how: how.join('+') }
  }
  const bytes = (of: object): Uint8Array => Uint8Array.from(Buffer.from(JSON.stringify(of, null, random.integer(3))))
  const { bytes: out, how } = damage(random, bytes(value), bytes(pick(random, SEEDS).value))
  return { kind, text: Buffer.from(out).toString('utf8'), how: `bytes: ${how}` }
}

export type TextOutcome = 'read' | `refused: ${string}` | `wrong: ${string}`

/** Reads one; anything but what holds together or an error of ours is wrong. */
export function textOutcome({ kind, text }: MutatedText): TextOutcome {
  try {
    return kind === 'scene' ? judgeScene(parseScene(text, 'mutated.json')) : judgePath(text)
  } catch (error) {
    if (!(error instanceof LimberError)) return `wrong: ${error instanceof Error ? error.stack : String(error)}`
    if (error.message.length > 3000) return `wrong: a message of ${error.message.length} letters`
    return `refused: ${error.name}`
  }
}

function judgeScene(scene: SceneDescription): TextOutcome {
  const again = JSON.stringify(parseScene(JSON.stringify(scene)))
  if (again !== JSON.stringify(scene)) return 'wrong: read again, it is another'
  const names = [...scene.robots, ...scene.obstacles, ...scene.attached].map(({ name }) => name)
  if (new Set(names).size < names.length) return 'wrong: two of one name'
  for (const { pose } of scene.obstacles) {
    for (const x of pose?.xyz ?? []) if (!(Math.abs(x) <= MAX_COORDINATE)) return `wrong: coordinate ${x}`
    if (pose?.rpy !== undefined && pose.quat !== undefined) return 'wrong: two turns'
  }
  return 'read'
}

function judgePath(text: string): TextOutcome {
  const path = parsePath(text, 'mutated.json')
  for (const q of configurationsOf(ORDER, path)) {
    if (q.length !== JOINTS.length) return `wrong: ${q.length} numbers`
    for (const value of q) if (!Number.isFinite(value)) return `wrong: value ${value}`
  }
  return 'read'
}
