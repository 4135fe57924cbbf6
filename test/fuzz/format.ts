// What a format is to the fuzzer: files to start from, what is done to them, and how they are read. The same format, seed and number give
// the same damaged files.
import { constants, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import { Random } from '../../src/base/math/random.js'
import { LimberError } from '../../src/errors.js'
import { BYTES, type Mutation, pick } from './damage-bytes.js'
import { type Codec, JSON_CODEC, jsonMutations } from './damage-json.js'
import { textMutations, type Words, xmlMutations } from './damage-text.js'

/** A file, with those that it names, by path. */
export interface FuzzCase {
  /** Which of the files is read. */
  readonly main: string
  readonly files: Readonly<Record<string, Uint8Array>>
}

export type Bombs = Readonly<Record<string, () => FuzzCase>>

/** Kinds of damage; every format has `bytes`. */
export type Damage = 'text' | 'xml' | 'json'

export interface FuzzFormat {
  readonly name: string
  /** Files that can be read; small, with one of everything that the format has. */
  readonly corpus: () => readonly FuzzCase[]
  /** Degenerate files, which may be refused. */
  readonly odd?: () => readonly FuzzCase[]
  /** Files made to take long or much memory, by what they are; each is made in the process that reads it. */
  readonly bombs?: Bombs
  readonly damage: readonly Damage[]
  readonly words?: Words
  /** For damage of kind `json`, where the file is not plain JSON. */
  readonly codec?: Codec
  /** Which files of a case are damaged. Default: the main one. */
  readonly damaged?: RegExp
  /**
   * Reads a case and uses what was read. A LimberError is a refusal; anything else that is thrown is a finding, and so is a text that is
   * returned: it says what is wrong. `variant`: a number by which options may differ.
   */
  readonly read: (given: FuzzCase, variant: number) => unknown
}

export interface DamagedCase extends FuzzCase {
  readonly how: string
}

const mutations = new WeakMap<FuzzFormat, readonly (readonly [string, Mutation])[][]>()

/** By kind of damage. */
function mutationsOf(format: FuzzFormat): readonly (readonly [string, Mutation])[][] {
  const known = mutations.get(format)
  if (known !== undefined) return known
  const words = format.words ?? {}
  const kinds = {
    text: () => textMutations(words),
    xml: () => xmlMutations(words),
    json: () => jsonMutations(format.codec ?? JSON_CODEC, words.values ?? []),
  }
  const made = [BYTES, ...format.damage.map((kind) => kinds[kind]())].map((table) => Object.entries(table))
  mutations.set(format, made)
  return made
}

/** FNV-1a. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let k = 0; k < text.length; k++) h = Math.imul(h ^ text.charCodeAt(k), 0x01000193)
  return h >>> 0
}

/** So large a file is damaged no further: reading it would take longer than is allowed, whatever is in it. */
const MOST_BYTES = 2 ** 20

/** Damaged file `index` of a format. */
export function damagedCase(format: FuzzFormat, seed: number, index: number): DamagedCase {
  const random = new Random(hash(`${format.name} ${seed} ${index}`))
  const corpus = seedCases(format)
  const from = pick(random, corpus)
  const names = Object.keys(from.files).filter((name) => format.damaged?.test(name) ?? name === from.main)
  const files = { ...from.files }
  const how: string[] = []
  for (let k = random.integer(3); k >= 0; k--) {
    const name = random.unit() < 0.5 && names.includes(from.main) ? from.main : pick(random, names)
    const { files: others, main } = pick(random, corpus)
    const [kind, mutate] = pick(random, pick(random, mutationsOf(format)))
    how.push(name === from.main ? kind : `${kind} of ${name}`)
    if (files[name]!.length < MOST_BYTES) {
      files[name] = damagedBytes(random, name, files[name]!, others[name] ?? others[main]!, mutate)
    }
  }
  return { main: from.main, files, how: how.join(', ') }
}

function damagedBytes(
  random: Random,
  name: string,
  bytes: Uint8Array,
  other: Uint8Array,
  mutate: Mutation,
): Uint8Array {
  const text = (of: Uint8Array): string => Buffer.from(of).toString('latin1')
  const isInside = name.endsWith('.gz') && random.unit() < 0.5
  // Damage to a zipped file would be caught by its checksum: half of it is done to what is inside.
  const unzipped = isInside ? unzip(bytes) : undefined
  const made = Buffer.from(mutate(random, text(unzipped ?? bytes), text(other)).slice(0, 4 * MOST_BYTES), 'latin1')
  return Uint8Array.from(unzipped === undefined ? made : gzipSync(made))
}

function unzip(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(bytes)
  } catch {
    // Damaged before.
    return undefined
  }
}

const seeds = new WeakMap<FuzzFormat, readonly FuzzCase[]>()

/** What the damage is done to. */
export function seedCases(format: FuzzFormat): readonly FuzzCase[] {
  const known = seeds.get(format) ?? [...format.corpus(), ...(format.odd?.() ?? [])]
  seeds.set(format, known)
  return known
}

/** `read`, `refused: name of the error`, or `wrong: why`. */
export type Outcome = 'read' | `refused: ${string}` | `wrong: ${string}`

/** A message is for a person. */
const LONGEST_MESSAGE = 3000

export async function outcomeOf(format: FuzzFormat, given: FuzzCase, variant: number): Promise<Outcome> {
  try {
    const wrong = await format.read(given, variant)
    return typeof wrong === 'string' ? `wrong: ${wrong}` : 'read'
  } catch (error) {
    if (!(error instanceof LimberError)) return `wrong: ${error instanceof Error ? error.stack : String(error)}`
    if (error.message.length > LONGEST_MESSAGE) return `wrong: a message of ${error.message.length} letters`
    return `refused: ${error.name}`
  }
}

/** A case of one file. */
export function single(main: string, content: string | Uint8Array): FuzzCase {
  return { main, files: { [main]: typeof content === 'string' ? Uint8Array.from(Buffer.from(content)) : content } }
}

/** Cases of one file each. */
export function singles(files: Readonly<Record<string, string | Uint8Array>>): FuzzCase[] {
  return Object.entries(files).map(([name, content]) => single(name, content))
}

export function mainBytes({ main, files }: FuzzCase): Uint8Array {
  return files[main]!
}

/** A gzip file of this many megabytes of blanks, made without having them. `told`: what the trailer says of the length. */
export function gzipBomb(megabytes: number, told = megabytes * 2 ** 20): Uint8Array {
  const block = deflateRawSync(Buffer.alloc(2 ** 20, 32), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const head = gzipSync('').subarray(0, 10)
  // The checksum is that of nothing: what is too large is refused before it is compared.
  const trailer = withWord(new Uint8Array(8), 4, told, true)
  return Uint8Array.from(Buffer.concat([head, ...new Array(megabytes).fill(block), Buffer.from([3, 0]), trailer]))
}

/** A copy in which the four bytes from `at` are another number. */
export function withWord(bytes: Uint8Array, at: number, value: number, little: boolean): Uint8Array {
  const out = bytes.slice()
  new DataView(out.buffer).setUint32(at, value, little)
  return out
}
