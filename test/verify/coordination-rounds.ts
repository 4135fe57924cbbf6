// Certificates of several robots with something changed, by name or at random, their digests made right again. What is accepted all the
// same must be true: it is run many times with random delays, at which nothing may touch.

import type { Random } from '../../src/base/math/random.js'
import { documentHash } from '../../src/base/work/document-hash.js'
import { encodeBase64 } from '../../src/base/work/encode-base64.js'
import type { World } from '../../src/entries/robots.js'
import { worldDocument } from '../../src/entries/robots.js'
import { decodeBase64 } from '../../src/formats/text/base64.js'
import type { CoordinationCertificate } from '../../src/robots/coordinate/coordination-certificate.js'
import { verifyCoordinationExactly } from '../../src/verify/exact/index.js'
import { type CoordinationVerification, verifyCoordination } from '../../src/verify/index.js'
import { copyPlain } from '../../src/verify/plain.js'
import { Scene } from '../../src/verify/scene.js'
import { readPlainWorld } from '../../src/verify/world.js'

type DraftOf<T> = T extends readonly (infer I)[]
  ? DraftOf<I>[]
  : T extends object
    ? { -readonly [K in keyof T]: DraftOf<T[K]> }
    : T
export type Draft = DraftOf<CoordinationCertificate>

/** A copy with something changed, and the digests of what is in it now: the content is what is judged. */
export function changed(certificate: CoordinationCertificate, change: (draft: Draft) => void): CoordinationCertificate {
  const draft = JSON.parse(JSON.stringify(certificate)) as Draft
  change(draft)
  for (const own of draft.alone) {
    if (own === null) continue
    const { digest: _, ...rest } = own
    own.digest = documentHash(rest)
  }
  const { digest: _, ...rest } = draft
  return { ...rest, digest: documentHash(rest) } as unknown as CoordinationCertificate
}

/** A mark in the bytes of a diagram: where it is, and how many bytes belong to it. */
export interface DiagramMark {
  readonly kind: 'cell' | 'pair' | 'plane' | 'opened' | 'end'
  readonly at: number
  readonly length: number
  /** The byte, of what is not a cell. */
  readonly op: number
}

/** Reads a diagram that is valid: cells and pairs with all that is in them, single planes and bytes. */
export function marksOf(world: World, certificate: CoordinationCertificate, d: number): DiagramMark[] {
  const scene = new Scene(readPlainWorld(copyPlain(worldDocument(world), 'the world')))
  const { geometries, objects, links, allowed } = scene.world
  const { a, b, proof } = certificate.diagrams[d]!
  const bytes = decodeBase64(proof, 0)!
  const own = (r: number): number[] =>
    geometries.flatMap(({ object }, g) => (links[objects[object]!.link]?.robot === r ? [g] : []))
  const pairs = own(a).flatMap((g) =>
    own(b).flatMap((h) => {
      const [i, j] = [geometries[g]!.object, geometries[h]!.object].sort((x, y) => x - y) as [number, number]
      return allowed.has(i * 2 ** 26 + j)
        ? []
        : [[scene.setOf(geometries[g]!.object, [g]), scene.setOf(geometries[h]!.object, [h])]]
    }),
  )
  const marks: DiagramMark[] = []
  let at = 0
  const walkPair = (p: number, nodeA: number, nodeB: number): void => {
    const [setA, setB] = pairs[p]!
    const op = bytes[at]!
    const length = op === 3 ? 5 : op === 4 ? 25 : 1
    marks.push({ kind: op > 2 ? 'plane' : 'opened', at, length, op })
    at += length
    if (op === 1) for (const child of setA!.children(nodeA)!) walkPair(p, child, nodeB)
    if (op === 2) for (const child of setB!.children(nodeB)!) walkPair(p, nodeA, child)
  }
  const walkCell = (): void => {
    const begin = at
    const count = bytes[at]! + 256 * bytes[at + 1]!
    at += 2
    for (let k = 0; k < count; k++) {
      const from = at
      const p = bytes[at]! + 256 * bytes[at + 1]!
      at += 2
      walkPair(p, pairs[p]![0]!.root, pairs[p]![1]!.root)
      marks.push({ kind: 'pair', at: from, length: at - from, op: p })
    }
    const op = bytes[at]!
    marks.push({ kind: 'end', at, length: 1, op })
    at++
    if (op === 1 || op === 2) for (let k = 0; k < 2; k++) walkCell()
    marks.push({ kind: 'cell', at: begin, length: at - begin, op })
  }
  while (at < bytes.length) walkCell()
  return marks
}

/** A diagram with its bytes changed. */
export function rewritten(draft: Draft, d: number, change: (bytes: number[]) => void): void {
  const bytes = [...decodeBase64(draft.diagrams[d]!.proof, 0)!]
  change(bytes)
  draft.diagrams[d]!.proof = encodeBase64(Uint8Array.from(bytes))
}

/** A short direction of a plane at `at`, turned by an angle of about 0.1. */
export function turnedBy(bytes: number[], at: number, random: Random): void {
  const view = new DataView(new ArrayBuffer(8))
  if (bytes[at] === 4) {
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 8; i++) view.setUint8(i, bytes[at + 1 + 8 * k + i]!)
      view.setFloat64(0, view.getFloat64(0, true) + random.range(-0.1, 0.1), true)
      for (let i = 0; i < 8; i++) bytes[at + 1 + 8 * k + i] = view.getUint8(i)
    }
    return
  }
  for (const o of [at + 1, at + 3]) {
    view.setUint8(0, bytes[o]!)
    view.setUint8(1, bytes[o + 1]!)
    const moved = view.getInt16(0, true) + Math.round(32767 * (random.unit() < 0.5 ? -0.08 : 0.08))
    view.setInt16(0, Math.max(-32767, Math.min(32767, moved)), true)
    bytes[o] = view.getUint8(0)
    bytes[o + 1] = view.getUint8(1)
  }
}

/** Where a robot is on a piece of its document. */
function configurationAt({ pieces, levels }: Draft['robots'][number], s: number): number[] {
  let first = 0
  for (const [k, piece] of pieces.entries()) {
    const width = 2 ** levels[k]!
    if (s > first + width && k < pieces.length - 1) {
      first += width
      continue
    }
    if (piece.kind === 'curve') throw new Error('a curve')
    const t = Math.min(1, (s - first) / width)
    return piece.from.map((from, v) => {
      // What floats in these tests is round: however it is turned.
      if (piece.turns?.some(({ variable }) => v >= variable && v < variable + 4) === true) return from
      const higher = piece.higher?.[v] ?? []
      const linear = higher.reduce((rest, c) => rest - c, piece.to[v]! - from)
      return higher.reduce((sum, c, j) => sum + c * t ** (j + 2), from + linear * t)
    })
  }
  throw new Error('no pieces')
}

/**
 * Runs the robots with random delays: one of those that may move goes on for a part of an atom. Returns how many configurations were tested,
 * or the first one in which something touches. Nobody may be stuck.
 */
export function runAtRandom(world: World, certificate: CoordinationCertificate, random: Random): number | number[] {
  const robots = certificate.robots as Draft['robots']
  const atoms = robots.map(({ levels }) => levels.reduce((sum, level) => sum + 2 ** level, 0))
  const at = robots.map(() => 0)
  let tests = 0
  /** Now and then one robot waits until the others have gone as far as they can. */
  let eager = 0
  for (;;) {
    const mayMove = robots.flatMap((_, r) => {
      if (at[r]! >= atoms[r]!) return []
      // At a mark, or between: from a mark on it enters the atom that begins there.
      const isHeld =
        Number.isInteger(at[r]!) &&
        certificate.signals.some(
          ({ robot, mark, after, left }) => robot === r && mark === at[r] && Math.floor(at[after]!) < left,
        )
      return isHeld ? [] : [r]
    })
    if (mayMove.length === 0) break
    if (random.unit() < 0.05) eager = random.integer(robots.length)
    const r = mayMove.includes(eager) ? eager : mayMove[random.integer(mayMove.length)]!
    const next = at[r]! + random.unit()
    // No atom is left without being at its mark.
    at[r] = Math.min(next, Math.floor(at[r]!) + 1)
    const q = robots.flatMap((robot, k) => configurationAt(robot, at[k]!))
    tests++
    if (world.collides(q)) return q
  }
  if (at.some((own, r) => own < atoms[r]!)) throw new Error(`stuck at ${at.join(', ')}`)
  return tests
}

export interface Judged {
  readonly answer: CoordinationVerification
  /** Accepted, and run at random without a touch. */
  readonly tests: number
}

/** Both verifiers, where the fast one accepts; and then it is run. The exact one takes long: `exact` says whether it is asked. */
export function judge(world: World, mutant: CoordinationCertificate, random: Random, exact: boolean): Judged {
  const document = worldDocument(world)
  const answer = verifyCoordination(document, mutant)
  if (!answer.valid) return { answer, tests: 0 }
  if (exact) {
    const other = verifyCoordinationExactly(document, mutant)
    if (!other.valid) throw new Error(`the exact verifier refuses what the fast one accepts: ${other.reason}`)
  }
  let tests = 0
  for (let run = 0; run < 3; run++) {
    const result = runAtRandom(world, mutant, random)
    if (typeof result !== 'number') throw new Error(`accepted, and it touches at ${JSON.stringify(result)}`)
    tests += result
  }
  return { answer, tests }
}

/** Kinds of changes, each a little at random. */
const CHANGES: Readonly<
  Record<string, (draft: Draft, marks: readonly (readonly DiagramMark[])[], random: Random) => void>
> = {
  'a byte of a diagram': (draft, marks, random) => {
    const d = random.integer(marks.length)
    rewritten(draft, d, (bytes) => {
      bytes[random.integer(bytes.length)] = random.integer(256)
    })
  },
  'an end of a cell': (draft, marks, random) =>
    onMark(draft, marks, random, 'end', (bytes, { at }) => {
      bytes[at] = random.integer(4)
    }),
  'a direction turned': (draft, marks, random) =>
    onMark(draft, marks, random, 'plane', (bytes, { at }) => turnedBy(bytes, at, random)),
  'a plane dropped': (draft, marks, random) =>
    onMark(draft, marks, random, 'plane', (bytes, { at, length }) => {
      bytes.splice(at, length)
    }),
  'a pair dropped': (draft, marks, random) =>
    onMark(draft, marks, random, 'pair', (bytes, { at, length }) => {
      bytes.splice(at, length)
    }),
  'a cell dropped': (draft, marks, random) =>
    onMark(draft, marks, random, 'cell', (bytes, { at, length }) => {
      bytes.splice(at, length)
    }),
  'a cell doubled': (draft, marks, random) =>
    onMark(draft, marks, random, 'cell', (bytes, { at, length }) => {
      bytes.splice(at, 0, ...bytes.slice(at, at + length))
    }),
  'a signal dropped': (draft, _, random) => {
    draft.signals.splice(random.integer(Math.max(1, draft.signals.length)), 1)
  },
  'a signal moved': (draft, _, random) => {
    const signal = draft.signals[random.integer(Math.max(1, draft.signals.length))]
    if (signal === undefined) return
    signal[random.unit() < 0.5 ? 'mark' : 'left'] += random.unit() < 0.5 ? -1 : 1
  },
  'a signal reversed': (draft, _, random) => {
    const signal = draft.signals[random.integer(Math.max(1, draft.signals.length))]
    if (signal === undefined) return
    const { robot, mark, after, left } = signal
    Object.assign(signal, { robot: after, mark: left, after: robot, left: mark })
  },
  'a signal more': (draft, _, random) => {
    const robot = random.integer(draft.robots.length)
    const after = (robot + 1) % draft.robots.length
    draft.signals.push({ robot, mark: 1 + random.integer(20), after, left: 1 + random.integer(20) })
  },
  'a waypoint moved': (draft, _, random) => {
    const r = random.integer(draft.robots.length)
    const own = draft.robots[r]!.pieces as { from: number[]; to: number[] }[]
    const k = random.integer(own.length)
    const v = random.integer(own[k]!.from.length)
    const by = random.range(-0.3, 0.3)
    const move = (pieces: { from: number[]; to: number[] }[], first: number): void => {
      if (pieces[k - first] !== undefined) pieces[k - first]!.from[v]! += by
      if (pieces[k - 1 - first] !== undefined) pieces[k - 1 - first]!.to[v]! += by
    }
    move(own, 0)
    const alone = draft.alone[r]?.pieces as { from: number[]; to: number[] }[] | undefined
    if (alone !== undefined && own.length > 1) move(alone, 1)
  },
  'a level changed': (draft, _, random) => {
    const { levels } = draft.robots[random.integer(draft.robots.length)]!
    levels[random.integer(levels.length)]! += random.unit() < 0.5 ? -1 : 1
  },
  'a clearance raised': (draft, _, random) => {
    draft.clearance += random.range(0, 0.2)
    if (random.unit() < 0.5) for (const own of draft.alone) if (own !== null) own.clearance = draft.clearance
  },
  'a proof of one alone': (draft, _, random) => {
    const r = random.integer(draft.alone.length)
    draft.alone[r] = random.unit() < 0.5 ? null : draft.alone[(r + 1) % draft.alone.length]!
  },
}

function onMark(
  draft: Draft,
  marks: readonly (readonly DiagramMark[])[],
  random: Random,
  kind: DiagramMark['kind'],
  change: (bytes: number[], mark: DiagramMark) => void,
): void {
  const d = random.integer(marks.length)
  const own = marks[d]!.filter((mark) => mark.kind === kind)
  if (own.length > 0) rewritten(draft, d, (bytes) => change(bytes, own[random.integer(own.length)]!))
}

export interface Tally {
  readonly rejected: Map<string, number>
  /** Still true, and run. */
  readonly accepted: Map<string, number>
  tests: number
}

/** `count` mutants of a certificate, of all kinds in turn. `exactly`: one in this many that is accepted is shown to the exact verifier. */
export function mutate(
  world: World,
  certificate: CoordinationCertificate,
  random: Random,
  count: number,
  exactly: number,
): Tally {
  const marks = certificate.diagrams.map((_, d) => marksOf(world, certificate, d))
  const tally: Tally = { rejected: new Map(), accepted: new Map(), tests: 0 }
  const kinds = Object.entries(CHANGES)
  let accepted = 0
  for (let k = 0; k < count; k++) {
    const [kind, change] = kinds[k % kinds.length]!
    const mutant = changed(certificate, (draft) => change(draft, marks, random))
    if (mutant.digest === certificate.digest) continue
    const { answer, tests } = judge(world, mutant, random, accepted % exactly === 0)
    if (answer.valid) accepted++
    const to = answer.valid ? tally.accepted : tally.rejected
    to.set(kind, (to.get(kind) ?? 0) + 1)
    tally.tests += tests
  }
  return tally
}
