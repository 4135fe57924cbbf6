// Certificates damaged and forged in every way that came to mind, from a seed: same seed, same forgery. Documents are copies; what comes back may
// be anything but plain JSON. Hashes and digests are mostly made right again, so that the content is what is judged.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Random } from '../../../src/entries/meshes.js'
import { canonical, decode, encode, type Json, sealed } from './documents.js'

/** Two documents: what a proof is about, and the proof. */
export interface Documents {
  readonly about: Json
  readonly proof: Json
}

export interface Forgery extends Documents {
  readonly how: string
}

const NUMBERS = [
  Number.NaN,
  -0,
  0,
  1,
  -1,
  0.5,
  1e308,
  -1e308,
  Infinity,
  -Infinity,
  5e-324,
  1e-170,
  1e-9,
  1e10,
  1e60,
  -1e60,
  1.0000000001e60,
  2 ** 53,
  2 ** 31,
  255,
]

function junk(): unknown[] {
  const texts = ['', 'AAAA', 'x']
  return [null, undefined, true, ...texts, [], {}, [[]], [null], 1n, Symbol.iterator, () => 1, new Date(0), new Map()]
}

/** Every place of a document where something is: its holder and key. */
function places(document: Json, out: [Json, string | number][] = []): [Json, string | number][] {
  if (document === null || typeof document !== 'object' || ArrayBuffer.isView(document)) return out
  for (const key of Object.keys(document)) {
    out.push([document, Array.isArray(document) ? Number(key) : key])
    places(document[key], out)
  }
  return out
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)]!
}

/** One proof of one piece of a motion. */
function pickProof(proof: Json, random: Random): Json {
  return pick(random, pick<Json[]>(random, proof.proofs))
}

/** A number nearby, or far away. */
function moved(random: Random, value: number): number {
  switch (random.integer(8)) {
    case 0:
      return pick(random, NUMBERS)
    case 1:
      return value * (1 + 2 ** -52)
    case 2:
      return -value
    case 3:
      return value + random.range(-1, 1) * 10 ** random.range(-16, -6)
    case 4:
      return Math.round(value) + pick(random, [-1, 0, 1])
    case 5:
      return value * 10 ** random.range(-2, 2)
    default:
      return value + random.range(-1, 1) * 10 ** random.range(-6, 0.5)
  }
}

/** Something anywhere: dropped, doubled, swapped, replaced, or no longer plain data. */
function anything(document: Json, random: Random): string {
  const all = places(document)
  const [holder, key] = pick(random, all)
  const list = Array.isArray(holder)
  const value = holder[key]
  const ways = [
    'junk',
    'junk',
    'drop',
    'double',
    'swap',
    'number',
    'number',
    'number',
    'hole',
    'getter',
    'proxy',
    'methods',
    'cycle',
    'typed',
  ]
  const way = pick(random, ways)
  switch (way) {
    case 'junk':
      holder[key] = pick(random, junk())
      break
    case 'drop':
      if (list) holder.splice(Number(key), 1)
      else delete holder[key]
      break
    case 'double':
      if (list) holder.splice(Number(key), 0, structuredClone(value))
      else holder[`${key}2`] = structuredClone(value)
      break
    case 'swap': {
      const other = pick(random, Object.keys(holder))
      holder[key] = holder[other]
      holder[other] = value
      break
    }
    case 'number': {
      const numbers = all.filter(([one, at]) => typeof one[at] === 'number')
      if (numbers.length === 0) break
      const [one, at] = pick(random, numbers)
      one[at] = moved(random, one[at])
      break
    }
    case 'hole':
      delete holder[key]
      break
    case 'getter': {
      let asked = 0
      const other = pick(random, [value, null, 0, 'x'])
      Object.defineProperty(holder, key, {
        get: () => (asked++ % 2 === 0 ? value : other),
        enumerable: true,
        configurable: true,
      })
      break
    }
    case 'proxy':
      if (typeof value === 'object' && value !== null) {
        // It throws, or lies about how long it is; the same whoever asks.
        const [throwing, lying] = [random.unit() < 0.3, random.unit() < 0.5]
        const get = (target: Json, name: string | symbol): unknown => {
          if (throwing) throw new Error('a trap')
          return name === 'length' && lying ? 0 : Reflect.get(target, name)
        }
        holder[key] = new Proxy(value, { get })
      }
      break
    case 'methods':
      if (Array.isArray(value))
        Object.assign(value, { map: () => [], forEach: () => {}, every: () => true, entries: () => [] })
      break
    case 'cycle':
      holder[key] = document
      break
    default:
      if (Array.isArray(value) && value.every((item) => typeof item === 'number'))
        holder[key] = Float64Array.from(value)
  }
  return `${way} at ${String(key)}`
}

/** Bytes of a proof changed. `head`: bytes before the first task. */
export function damagedBytes(text: string, random: Random, head: number): string {
  const bytes = [...decode(text)]
  const at = random.integer(bytes.length + 1)
  switch (random.integer(10)) {
    case 0:
      bytes[at % bytes.length] = random.integer(256)
      break
    case 1:
      bytes[at % bytes.length]! ^= 1 << random.integer(8)
      break
    case 2:
      bytes.splice(at, 0, random.integer(256))
      break
    case 3:
      bytes.splice(at, 1)
      break
    case 4:
      bytes.length = at
      break
    case 5:
      bytes.push(...bytes.slice(0, 1 + random.integer(30)))
      break
    case 6:
      // Other codes of operations.
      bytes[head + random.integer(Math.max(1, bytes.length - head))] = pick(random, [0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 17])
      break
    case 7: {
      // One plane for everything.
      const plane = [
        3,
        random.integer(4),
        0,
        random.integer(256),
        random.integer(256),
        random.integer(256),
        random.integer(256),
      ]
      bytes.splice(head, bytes.length - head, ...plane)
      break
    }
    default: {
      // A plane turned round, or seen from another frame.
      const steps = stepsOf(bytes, head).filter(({ op }) => op === 3 || op === 4)
      if (steps.length === 0) break
      const { at: start, op } = pick(random, steps)
      if (random.unit() < 0.4) bytes[start + 1] = random.integer(8)
      else if (op === 4) for (let k = 0; k < 3; k++) bytes[start + 3 + 8 * k + 7]! ^= 128
      else {
        const view = new DataView(Uint8Array.from(bytes.slice(start + 3, start + 7)).buffer)
        const fresh = [0, 2].flatMap((o) => {
          const value =
            random.unit() < 0.5 ? -view.getInt16(o, true) : view.getInt16(o, true) + random.integer(2000) - 1000
          return [value & 255, (value >> 8) & 255]
        })
        bytes.splice(start + 3, 4, ...fresh)
      }
    }
  }
  return encode(bytes)
}

/** Where the operations of a proof begin. */
export function stepsOf(bytes: readonly number[], from: number): { at: number; op: number }[] {
  const out: { at: number; op: number }[] = []
  for (let at = from; at < bytes.length; ) {
    const op = bytes[at]!
    out.push({ at, op })
    at += op === 3 ? 7 : op === 4 ? 27 : op === 7 ? 3 : 1
  }
  return out
}

const MOTION: Readonly<Record<string, (documents: Documents, random: Random) => void>> = {
  bytes({ proof }, random) {
    const own = pickProof(proof, random)
    own.proof = damagedBytes(own.proof, random, 0)
  },
  exchange({ proof }, random) {
    const [a, b] = [pickProof(proof, random), pickProof(proof, random)]
    const text = a.proof
    a.proof = b.proof
    b.proof = text
  },
  relabel({ proof, about }, random) {
    const own = pickProof(proof, random)
    own[pick(random, ['a', 'b'])] = random.integer(about.geometries.length)
  },
  leaveOut({ proof }, random) {
    const list = pick(random, proof.proofs as Json[])
    list.splice(random.integer(list.length), 1)
  },
  pieces({ proof }, random) {
    const i = random.integer(proof.pieces.length)
    const way = random.integer(4)
    if (way === 0) proof.pieces.splice(i, 1)
    if (way <= 1) proof.proofs.splice(i, 1)
    if (way === 2) proof.pieces.reverse()
    if (way === 3) [proof.pieces[i].from, proof.pieces[i].to] = [proof.pieces[i].to, proof.pieces[i].from]
  },
  waypoint({ proof }, random) {
    const i = random.integer(proof.pieces.length)
    const v = random.integer(proof.pieces[i].to.length)
    const by = random.range(-1, 1) * 10 ** random.range(-9, 0.5)
    proof.pieces[i].to[v] += by
    // Joined, mostly.
    if (i + 1 < proof.pieces.length && random.unit() < 0.8) proof.pieces[i + 1].from[v] = proof.pieces[i].to[v]
  },
  cancelling({ proof }, random) {
    const piece = pick(random, proof.pieces as Json[])
    const v = random.integer(piece.from.length)
    const c = 10 ** random.range(-4, 18)
    const rest = pick(random, [[c], [c, -c], [c, -2 * c, c], [c, -c * (1 + 2 ** -40)], [-c, 3 * c, -3 * c, c]])
    piece.higher = piece.from.map((_: number, k: number) => (k === v ? rest : []))
  },
  far({ proof }, random) {
    const v = random.integer(proof.pieces[0].from.length)
    const by = pick(random, [1e10, 1e16, -1e12, 2 * Math.PI, 1e59])
    for (const { from, to } of proof.pieces) {
      from[v] += by
      to[v] += by
    }
  },
  clearance({ proof }, random) {
    proof.clearance = pick(random, [0, proof.clearance * 1.5, proof.clearance + 10 ** random.range(-6, 0), 1e60, -1])
  },
  limits({ proof }, random) {
    proof.ignoreLimits = pick(random, [true, false, 0, 'false'])
    proof.limitTolerance = pick(random, [0, 1e-5, 1, 1e60, -1])
  },
  centres({ proof }, random) {
    const i = random.integer(proof.centres.length)
    proof.centres[i] = pick(random, [
      null,
      [0, 0, 0],
      [1e10, 0, 0],
      [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)],
    ])
  },
  turns({ proof }, random) {
    const piece = pick(random, proof.pieces as Json[])
    const turn = piece.turns?.[0]
    if (turn === undefined) piece.turns = [{ variable: 0, axis: [0, 0, 1], angle: 1 }]
    else if (random.unit() < 0.5) turn.angle = moved(random, turn.angle)
    else turn.axis = turn.axis.map((c: number) => -c)
  },
}

/** A world changed, under the same names. */
const WORLD: Readonly<Record<string, (world: Json, random: Random) => void>> = {
  place(world, random) {
    const own = pick(random, world.geometries as Json[])
    own.pose[pick(random, [3, 7, 11])] += random.range(-1, 1) * 10 ** random.range(-9, 0.3)
  },
  origin(world, random) {
    const own = pick(random, world.links as Json[])
    own.origin[pick(random, [3, 7, 11])] += random.range(-1, 1) * 10 ** random.range(-9, 0.3)
  },
  turn(world, random) {
    const own = pick(random, [
      ...world.links.map((link: Json) => link.origin),
      ...world.geometries.map((g: Json) => g.pose),
    ] as number[][])
    const by = random.range(-1, 1) * 10 ** random.range(-12, -1)
    for (let k = 0; k < 4; k++) if (k !== 3) own[k] = own[k]! + by * own[4 + k]!
  },
  shape(world, random) {
    const own = pick(random, world.shapes as Json[])
    const grow = 1 + random.range(-1, 1) * 10 ** random.range(-9, 0)
    if (own.radius !== undefined) own.radius *= grow
    if (own.half !== undefined) own.half = own.half.map((h: number) => h * grow)
    if (own.points !== undefined) own.points = own.points.map((x: number) => x * grow)
  },
  mesh(world, random) {
    const meshes = world.shapes.filter(({ kind }: Json) => kind === 'mesh')
    if (meshes.length === 0) return
    const own = pick(random, meshes as Json[])
    const field = pick(random, ['positions', 'triangles', 'added', 'order', 'tree'])
    const bytes = decode(own[field])
    if (field === 'positions' && random.unit() < 0.7) {
      const numbers = new Float64Array(bytes.slice().buffer)
      numbers[random.integer(numbers.length)]! += random.range(-1, 1) * 10 ** random.range(-6, 0)
      own[field] = encode(new Uint8Array(numbers.buffer))
    } else if (field === 'triangles' && random.unit() < 0.5) {
      // A triangle less, or one of the file's that is said to be added.
      const last = bytes.slice(-12)
      own.triangles = encode(bytes.slice(0, -12))
      if (random.unit() < 0.6) own.added = encode([...last, ...decode(own.added)])
    } else own[field] = damagedBytes(own[field] === '' ? encode([1, 0, 0, 0]) : own[field], random, 0)
  },
  limits(world, random) {
    if (world.variables.length === 0) return
    const own = pick(random, world.variables as Json[])
    own[pick(random, ['lower', 'upper'])] = pick(random, [null, 0, random.range(-4, 4), 1e308])
  },
  pairs(world, random) {
    const list = world[pick(random, ['allowed', 'proved'])] as Json[]
    if (list.length > 0 && random.unit() < 0.6) list.splice(random.integer(list.length), 1)
    else list.push([random.integer(world.objects.length), random.integer(world.objects.length)].sort((a, b) => a - b))
  },
  objects(world, random) {
    const own = pick(random, world.objects as Json[])
    own.link = random.integer(world.links.length + 1) - 1
  },
  joint(world, random) {
    const own = pick(random, world.links as Json[])
    const way = random.integer(4)
    if (way === 0) own.kind = pick(random, ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating'])
    else if (way === 1)
      own.axis = pick(random, [[0, 0, 1], [0, 0, -1], [1, 0, 0], [0, 0.6, 0.8], own.axis.map((c: number) => -c)])
    else if (way === 2) own.factor = moved(random, own.factor)
    else own.variable = random.integer(world.variables.length + 1) - 1
  },
}

/** A certificate of a motion, with one to three things wrong or changed in it or in its world. */
export function forgeMotion(given: Documents, random: Random): Forgery {
  const documents = structuredClone({ about: given.about, proof: given.proof }) as Documents
  const how: string[] = []
  let about = documents.about
  let proof = documents.proof
  for (let k = 0; k < 1 + random.integer(3); k++) {
    const way = random.unit()
    if (way < 0.5) {
      const name = pick(random, Object.keys(MOTION))
      tryTo(() => MOTION[name]!({ about, proof }, random))
      how.push(name)
    } else if (way < 0.75) {
      const name = pick(random, Object.keys(WORLD))
      tryTo(() => WORLD[name]!(about, random))
      how.push(`world ${name}`)
    } else tryTo(() => how.push(anything(random.unit() < 0.75 ? proof : about, random)))
  }
  if (random.unit() < 0.95) tryTo(() => (about = sealed(about, 'hash')))
  if (random.unit() < 0.95) tryTo(() => (proof.world = about.hash))
  if (random.unit() < 0.95) tryTo(() => (proof = sealed(proof, 'digest')))
  return { about, proof, how: how.join(', ') }
}

/** What is to be changed may be gone already, or throw when it is looked at. */
function tryTo(change: () => void): void {
  try {
    change()
  } catch {}
}

/** A report about pairs of links. `heads`: bytes before the tasks of a proof. */
export function forgePairs(given: Documents, random: Random): Forgery {
  const documents = structuredClone({ about: given.about, proof: given.proof }) as Documents
  const how: string[] = []
  let { about } = documents
  const { proof } = documents
  for (let k = 0; k < 1 + random.integer(3); k++) {
    const way = random.unit()
    if (way < 0.6) {
      how.push('pair')
      tryTo(() => damagePair(pick(random, proof.pairs as Json[]), proof, random))
    } else if (way < 0.8) {
      const name = pick(random, Object.keys(WORLD))
      tryTo(() => WORLD[name]!(about, random))
      how.push(`world ${name}`)
    } else tryTo(() => how.push(anything(random.unit() < 0.75 ? proof : about, random)))
  }
  if (random.unit() < 0.95) tryTo(() => (about = sealed(about, 'hash')))
  if (random.unit() < 0.95) tryTo(() => (proof.hash = about.hash))
  return { about, proof, how: how.join(', ') }
}

function damagePair(own: Json, report: Json, random: Random): void {
  const bytes = own.proof === undefined ? new Uint8Array(0) : decode(own.proof)
  const view = new DataView(bytes.buffer)
  const sides = bytes.length >= 12 ? view.getUint16(10, true) : 0
  switch (random.integer(8)) {
    case 0:
      own.class = pick(random, ['never', 'contained', 'always', 'sometimes'])
      break
    case 1:
      own.proof = pick(random, report.pairs as Json[]).proof
      break
    case 2:
      view.setFloat64(2, pick(random, [0, 1e-3, 0.1, 10, -1, Number.NaN, view.getFloat64(2, true) * 2]), true)
      own.proof = encode(bytes)
      break
    case 3: {
      const at = 12 + 18 * random.integer(sides) + pick(random, [2, 10])
      view.setFloat64(at, moved(random, view.getFloat64(at, true)), true)
      own.proof = encode(bytes)
      break
    }
    case 4:
      bytes[1] = random.integer(5)
      own.proof = encode(bytes)
      break
    case 5:
      own.clearance = { least: pick(random, [0, 1, -1, Number.NaN, 1e-3]) }
      break
    default:
      own.proof = damagedBytes(own.proof, random, 12 + 18 * sides)
  }
}

/** The hash of a step as it is now goes into its proof. */
export function resealStep(about: Json, proof: Json): void {
  proof.step = bytesToHex(sha256(utf8ToBytes(canonical(about))))
}

const STREAMS = ['tests', 'proofs', 'order', 'stars'] as const

/** A step and its proof with something changed: numbers, rules, bits, bytes. */
export function forgeStep(given: Documents, random: Random): Forgery {
  const { about, proof } = structuredClone({ about: given.about, proof: given.proof }) as Documents
  const how: string[] = []
  for (let k = 0; k < 1 + random.integer(3); k++) {
    const way = random.integer(10)
    how.push(`step ${way}`)
    tryTo(() => {
      if (way < 3) how.push(changeSubject(about, random))
      else if (way < 8) {
        const held = STREAMS.filter((field) => typeof proof[field] === 'string' && proof[field] !== '')
        const field = pick(random, held)
        const bytes = decode(proof[field])
        proof[field] = encode(changeBytes(bytes, random))
        how.push(field)
      } else if (way === 8) proof.slabs = pick(random, [1, 2, 4, 8, 1024, 3, 0])
      else how.push(anything(random.unit() < 0.7 ? proof : about, random))
    })
  }
  // Mostly: else nothing but the hash is judged.
  tryTo(() => {
    if (random.unit() < 0.95) resealStep(about, proof)
  })
  return { about, proof, how: how.join(', ') }
}

/** Coordinates by a little, a lot, one unit in the last place or to those of another point; radii; which pairs count. */
function changeSubject(about: Json, random: Random): string {
  const way = random.integer(8)
  const list: number[] = about.next !== undefined && random.unit() < 0.5 ? about.next : about.points
  const at = random.integer(list.length)
  if (way < 2) list[at]! += random.range(-1, 1) * 10 ** random.range(-9, 0.5)
  else if (way === 2) list[at] = list[at]! === 0 ? 5e-324 : list[at]! * (1 + pick(random, [-1, 1]) * 2 ** -52)
  else if (way === 3) {
    const [i, j] = [3 * random.integer(list.length / 3), 3 * random.integer(list.length / 3)]
    for (let k = 0; k < 3; k++) list[i + k] = list[j + k]!
  } else if (way === 4) {
    if (about.radii !== undefined) about.radii[random.integer(about.radii.length)] *= random.range(0.5, 3)
    else about.triangles[random.integer(about.triangles.length)] = random.integer(list.length / 3)
  } else if (way === 5) {
    const field = pick(random, ['neighbours', 'closed', 'excluded', 'parts', 'next', 'hulls', 'cuts'])
    about[field] = pick(random, [0, 1, 2, true, false, [], [[0, 1]], [0], undefined, 'beads', 'strands'])
  } else if (way === 6) about.excluded.splice(random.integer(about.excluded.length + 1), 1)
  else if (about.parts !== undefined) about.parts.within[random.integer(2)] = true
  else if (about.neighbours > 0) about.neighbours--
  return `subject ${way}`
}

/** A bit turned over, a byte changed, taken out, put in or doubled, two exchanged, the end cut off or lengthened. */
export function changeBytes(bytes: Uint8Array, random: Random): number[] {
  const out = [...bytes]
  const at = random.integer(out.length)
  const way = random.integer(8)
  if (way < 3) out[at]! ^= 1 << random.integer(8)
  else if (way === 3) out[at] = random.integer(256)
  else if (way === 4) out.splice(at, 1 + random.integer(4))
  else if (way === 5) out.splice(at, 0, ...out.slice(at, at + 1 + random.integer(4)))
  else if (way === 6) {
    // Leaves of four bytes change places.
    const other = Math.min(out.length - 4, 4 * random.integer(Math.max(1, out.length >> 2)))
    const own = Math.max(0, Math.min(out.length - 4, at - (at % 4)))
    const held = out.slice(own, own + 4)
    for (let k = 0; k < 4 && other >= 0; k++) [out[own + k], out[other + k]] = [out[other + k]!, held[k]!]
  } else out.push(...pick(random, [[0], [255], [0, 0]]))
  return out
}
