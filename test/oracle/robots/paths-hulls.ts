// Worlds of meshes whose hulls say something else than they do: dents, hollows, shells apart, rings, sheets, needles; and things
// that are in just those places, or all but touch. Whether hulls are looked at first must change no answer; and all of them are
// held against brute force.
import { Random, type World } from '../../../src/entries/robots.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { judge, polyline, show } from './motions.js'
import {
  blockMesh,
  buildWorld,
  type CaseText,
  type PlaceText,
  randomNext,
  roundMesh,
  type ShapeText,
  unitQuaternion,
} from './motions-cases.js'
import { MotionScene } from './motions-scene.js'

type MeshText = ShapeText & { kind: 'mesh' }

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)]!
}

/** Meshes as one. */
function joined(...parts: readonly MeshText[]): MeshText {
  const positions: number[] = []
  const triangles: number[] = []
  for (const part of parts) {
    for (const v of part.triangles) triangles.push(v + positions.length / 3)
    positions.push(...part.positions)
  }
  return { kind: 'mesh', positions, triangles }
}

function moved(
  { positions, triangles }: MeshText,
  by: readonly number[],
  scale: readonly number[] = [1, 1, 1],
): MeshText {
  return { kind: 'mesh', positions: positions.map((x, i) => scale[i % 3]! * x + by[i % 3]!), triangles }
}

/** The same surface seen from the other side. */
function turnedOut({ positions, triangles }: MeshText): MeshText {
  const flipped = triangles.map((_, i) => triangles[i - (i % 3) + [0, 2, 1][i % 3]!]!)
  return { kind: 'mesh', positions, triangles: flipped }
}

/** A ring about z, of a square section. */
function ring(around: number, inner: number, outer: number, half: number): MeshText {
  const positions: number[] = []
  const triangles: number[] = []
  for (let k = 0; k < around; k++) {
    const angle = (2 * Math.PI * k) / around
    for (const [r, z] of [
      [inner, -half],
      [outer, -half],
      [outer, half],
      [inner, half],
    ] as const) {
      positions.push(r * Math.cos(angle), r * Math.sin(angle), z)
    }
    for (let c = 0; c < 4; c++) {
      const [a, b] = [4 * k + c, 4 * k + ((c + 1) % 4)]
      const [p, q] = [(a + 4) % (4 * around), (b + 4) % (4 * around)]
      triangles.push(a, b, q, a, q, p)
    }
  }
  return { kind: 'mesh', positions, triangles }
}

/** A box whose faces are cut into n × n squares: nearly all of its corners lie in the middle of a flat face. */
function gridBlock(n: number, half: number): MeshText {
  const faces: MeshText[] = []
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const positions: number[] = []
      const triangles: number[] = []
      for (let i = 0; i <= n; i++) {
        for (let j = 0; j <= n; j++) {
          const p = [0, 0, 0]
          p[axis] = side * half
          p[(axis + 1) % 3] = half * ((2 * i) / n - 1)
          p[(axis + 2) % 3] = half * ((2 * j) / n - 1)
          positions.push(...p)
          if (i === n || j === n) continue
          const [a, b, c, d] = [i * (n + 1) + j, (i + 1) * (n + 1) + j, (i + 1) * (n + 1) + j + 1, i * (n + 1) + j + 1]
          if (side > 0) triangles.push(a, b, c, a, c, d)
          else triangles.push(a, c, b, a, d, c)
        }
      }
      faces.push({ kind: 'mesh', positions, triangles })
    }
  }
  return joined(...faces)
}

/** One corner pushed in, towards the middle, by a share of how far out it is. */
function dented(mesh: MeshText, corner: number, share: number): MeshText {
  const positions = mesh.positions.map((x, i) => (Math.floor(i / 3) === corner ? (1 - share) * x : x))
  return { ...mesh, positions }
}

/** Places of interest are where its hull and itself differ: in its own frame. */
export interface TrickyMesh {
  readonly name: string
  readonly mesh: MeshText
  readonly inside: readonly (readonly number[])[]
}

/** About 0.3 across. */
export function trickyMesh(random: Random): TrickyMesh {
  const r = 0.15
  switch (random.integer(12)) {
    case 0:
      return { name: 'round', mesh: roundMesh(6 + random.integer(10), 3 + random.integer(5), r), inside: [[0, 0, 0]] }
    case 1: {
      const share = 10 ** random.range(-13, -0.3)
      const around = 5 + random.integer(6)
      const mesh = dented(roundMesh(around, 5, r), 1 + 2 * around, share)
      const at = mesh.positions.slice(3 + 6 * around, 6 + 6 * around)
      return {
        name: `dented by ${share}`,
        mesh,
        inside: [at.map((x) => x * (1 + share / 2)), at.map((x) => 1.0001 * x)],
      }
    }
    case 2: {
      const outer = blockMesh([r, r, r])
      return {
        name: 'hollow',
        mesh: joined(outer, turnedOut(moved(outer, [0, 0, 0], [0.8, 0.8, 0.8]))),
        inside: [
          [0, 0, 0],
          [0.1, 0, 0],
        ],
      }
    }
    case 3: {
      // All corners of both are corners of the hull.
      const slab = blockMesh([0.02, r, r])
      return {
        name: 'two slabs',
        mesh: joined(moved(slab, [-0.13, 0, 0]), moved(slab, [0.13, 0, 0])),
        inside: [
          [0, 0, 0],
          [0.05, 0.1, 0],
        ],
      }
    }
    case 4: {
      const whole = roundMesh(8, 5, r)
      return { name: 'open', mesh: { ...whole, triangles: whole.triangles.slice(3 * 12) }, inside: [[0, 0, 0]] }
    }
    case 5: {
      const wide = 10 ** random.range(-12, -2)
      return { name: 'needle', mesh: blockMesh([wide, wide, r]), inside: [[2 * wide, 0, 0]] }
    }
    case 6: {
      // Flat, with a corner cut out.
      const positions = [0, 0, 0, r, 0, 0, r, r / 3, 0, r / 3, r / 3, 0, r / 3, r, 0, 0, r, 0]
      const triangles = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5]
      return { name: 'flat', mesh: { kind: 'mesh', positions, triangles }, inside: [[r / 2, r / 2, 0]] }
    }
    case 7: {
      const block = blockMesh([r, r / 2, r / 3])
      // Everything twice, and corners that no triangle has.
      const twice = joined(block, block)
      const far = { ...twice, positions: [...twice.positions, 5, 5, 5, -4, 3, 2] }
      return { name: 'twice', mesh: far, inside: [[0, r, 0]] }
    }
    case 8:
      return {
        name: 'ring',
        mesh: ring(8 + random.integer(8), 0.08, r, 0.03),
        inside: [
          [0, 0, 0],
          [0.05, 0, 0],
        ],
      }
    case 9:
      return { name: 'grid', mesh: gridBlock(2 + random.integer(5), 0.12), inside: [[0, 0, 0.12]] }
    case 10: {
      // A cup: the hull closes it.
      const wall = ring(10, 0.12, r, 0.1)
      const floor = moved(roundMesh(10, 2, 0.13), [0, 0, -0.1], [1, 1, 0.1])
      return {
        name: 'cup',
        mesh: joined(wall, floor),
        inside: [
          [0, 0, 0],
          [0, 0, 0.08],
        ],
      }
    }
    default: {
      const points = Array.from({ length: 12 }, () => random.range(-r, r))
      return {
        name: 'tetrahedron',
        mesh: { kind: 'mesh', positions: points, triangles: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] },
        inside: [[0, 0, 0]],
      }
    }
  }
}

function smallThing(random: Random): ShapeText {
  const size = 10 ** random.range(-4, -1.3)
  switch (random.integer(6)) {
    case 0:
      return { kind: 'sphere', radius: size }
    case 1:
      return { kind: 'box', size: [size, size * random.range(0.1, 1), size] }
    case 2:
      return { kind: 'capsule', radius: size / 3, from: [0, 0, -size], to: [0, 0, size] }
    case 3:
      return { kind: 'cylinder', radius: size, length: size }
    case 4:
      return roundMesh(5, 3, size)
    default:
      return trickyMesh(random).mesh
  }
}

/** A thing that flies, in the dents and holes of some mesh or about it; what it carries, now and then. */
export function hullCase(seed: number): CaseText {
  const random = new Random(seed)
  const tricky = trickyMesh(random)
  const other = trickyMesh(random)
  const place: PlaceText = { at: [0, 0, 0].map(() => random.range(-0.5, 0.5)), rotation: unitQuaternion(random) }
  const body = smallThing(random)
  const obstacles = [{ ...place, shape: tricky.mesh as ShapeText }]
  if (random.unit() < 0.5) {
    obstacles.push({
      at: place.at.map((x) => x + random.range(-0.4, 0.4)),
      rotation: unitQuaternion(random),
      shape: other.mesh,
    })
  }
  const links = [[], [{ at: [0, 0, 0], shape: body }], [{ at: [0.05, 0, 0], shape: smallThing(random) }]]
  const joints = [
    { kind: 'floating' as const, parent: 0, at: [0, 0, 0], axis: [1, 0, 0] },
    { kind: 'revolute' as const, parent: 1, at: [0.1, 0, 0], axis: [0, 0.6, 0.8] },
  ]
  const attached = random.unit() < 0.2 ? [{ robot: 0, link: 1, at: [0, 0, 0.02], shape: smallThing(random) }] : []
  const text: CaseText = { robots: [{ base: { at: [0, 0, 0] }, links, joints }], obstacles, attached, waypoints: [] }
  const world = buildWorld(text, 'never')
  const [x, y, z, w] = place.rotation as [number, number, number, number]
  const turn = (p: readonly number[]): number[] => {
    const [a, b, c] = p as [number, number, number]
    const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
    return [
      a + w * t[0]! + y * t[2]! - z * t[1]!,
      b + w * t[1]! + z * t[0]! - x * t[2]!,
      c + w * t[2]! + x * t[1]! - y * t[0]!,
    ]
  }
  const spot = turn(pick(random, tricky.inside)).map(
    (c, k) => c + place.at[k]! + random.range(-1, 1) * pick(random, [0, 0.01, 0.2]),
  )
  let q = [...spot, ...unitQuaternion(random), random.range(-1, 1)]
  // To all but touching, or a little into it.
  if (random.unit() < 0.5) q = brought(world, q, pick(random, [1, -1]) * 10 ** random.range(-10, -3))
  const waypoints = [q, randomNext(world, q, random)]
  return { ...text, waypoints }
}

/** Moved along the nearest points until a gap of about this size is left. */
function brought(world: ReturnType<typeof buildWorld>, q: number[], gap: number): number[] {
  const near = world.distances(q).find(({ distance, a, b }) => distance > 0 && `${a} ${b}`.includes('thing'))
  if (near === undefined) return q
  const sign = near.b.startsWith('thing') ? 1 : -1
  const share = (near.distance - gap) / near.distance
  return q.map((x, k) => (k < 3 ? x + sign * share * (near.pointB[k]! - near.pointA[k]!) : x))
}

/** More often than a world is asked before it looks for hulls (BALLS_AFTER, src/robots/world/world-index.ts). */
const WARM = 40

const CHOICES = ['auto', 'always', 'never'] as const

/** By choice of hulls. A world looks for them when it has been asked some times: in many directions. */
function warmWorlds(text: CaseText): World[] {
  const worlds = CHOICES.map((hulls) => buildWorld(text, hulls))
  const random = new Random(1)
  for (let k = 0; k < WARM; k++) {
    const q = randomNext(worlds[0]!, text.waypoints[0]!, random)
    for (const world of worlds) world.collides(q)
  }
  return worlds
}

/** What is wrong with a world's answers; undefined if nothing is. Counts of outcomes go to `tally`. */
export function judgeHullCase(text: CaseText, tally: Record<string, number> = {}): string | undefined {
  const worlds = warmWorlds(text)
  const scene = new MotionScene(worlds[0]!)
  for (const q of text.waypoints) {
    const near = scene.near(q, Infinity)
    const truth = near[0]?.distance ?? Infinity
    const slack = 4e-12 * scene.size
    for (const [k, world] of worlds.entries()) {
      // Twice: the second time from what was kept.
      for (let again = 0; again < 2; again++) {
        const touches = world.collides(q)
        if (touches ? truth > slack : truth === 0 && isDeep(scene, q)) {
          return `${CHOICES[k]}: collides says ${touches}, but the distance is ${truth}: ${show(q)}`
        }
        if (touches !== worlds[2]!.collides(q))
          return `${CHOICES[k]}: collides says ${touches}, never ${!touches}: ${show(q)}`
        const { distance } = world.distance(q)
        if (!(Math.abs(distance - truth) <= slack) && truth !== distance) {
          return `${CHOICES[k]}: the distance is ${distance}, by brute force ${truth}: ${show(q)}`
        }
        const close = world.pairsWithin(q, 0.05).map(({ a, b }) => `${a} ${b}`)
        const want = near.filter((one) => one.distance <= 0.05 - slack).map(({ a, b }) => `${a} ${b}`)
        const missing = want.find(
          (pair) => !close.includes(pair) && !close.includes(pair.split(' ').reverse().join(' ')),
        )
        if (missing !== undefined) return `${CHOICES[k]}: within 0.05 leaves out ${missing}: ${show(q)}`
      }
    }
    tally[truth === 0 ? 'touch' : 'apart'] = (tally[truth === 0 ? 'touch' : 'apart'] ?? 0) + 1
  }
  const walked = judgeWalk(text, worlds, scene)
  if (walked !== undefined) return walked
  const outcomes = worlds.map((world, k) => {
    const verdict = checkMotion(world, text.waypoints, { maxSteps: 100_000 })
    const key = `${CHOICES[k]} ${verdict.outcome}`
    tally[key] = (tally[key] ?? 0) + 1
    const way = polyline(world, text.waypoints)
    const wrong = judge(scene, way, verdict, { samples: 40 })
    if (wrong !== undefined) return `${CHOICES[k]}: ${wrong}`
    if (verdict.outcome !== 'free') return undefined
    const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(verdict.certificate())))
    return verified.valid
      ? undefined
      : `${CHOICES[k]}: the certificate is refused: ${verified.reason} ${JSON.stringify(verified.where)}`
  })
  return outcomes.find((wrong) => wrong !== undefined)
}

/** As a share of a motion: as near to a contact as this, either answer is right. Motions are about as long as things are large. */
const INSTANT = 1e-10

/**
 * Along the motion in small steps, and then back and forth across the first contact, ever nearer: what parted two things a moment
 * ago must not part them when they touch.
 */
function judgeWalk(text: CaseText, worlds: readonly World[], scene: MotionScene, steps = 12): string | undefined {
  const way = polyline(worlds[0]!, text.waypoints)
  const touchesAt = (t: number): boolean => scene.contact(way.at(0, Math.min(1, Math.max(0, t)))) !== undefined
  const ask = (t: number, isBrute = true): boolean | string => {
    const q = way.at(0, t)
    const answers = worlds.map((world) => world.collides(q))
    if (new Set(answers).size > 1) return `collides, ${CHOICES.join(', ')}: ${answers.join(', ')} at ${t}: ${show(q)}`
    if (!isBrute) return answers[0]!
    const touches = touchesAt(t)
    if (touches === answers[0] || [-2, -1, 1, 2].some((k) => touchesAt(t + k * INSTANT) !== touches)) return answers[0]!
    return `collides says ${answers[0]} at ${t}, brute force ${touches}: ${show(q)}`
  }
  let before: boolean | undefined
  for (let k = 0; k <= steps; k++) {
    const now = ask(k / steps)
    if (typeof now === 'string') return now
    if (before === false && now) {
      let [apart, touching] = [(k - 1) / steps, k / steps]
      for (let i = 0; i < 36; i++) {
        const middle = (apart + touching) / 2
        const there = ask(middle, i % 6 === 5)
        if (typeof there === 'string') return there
        if (there) touching = middle
        else apart = middle
        // From just before it to just inside.
        for (const t of [apart, touching, Math.min(1, 2 * touching - apart)]) {
          const again = ask(t, i % 12 === 11)
          if (typeof again === 'string') return again
        }
      }
      return undefined
    }
    before = now
  }
  return undefined
}

/** One thing that flies through another, from a place apart of it. */
export function crossingCase(seed: number): CaseText {
  const random = new Random(seed)
  const thing = (): ShapeText => {
    const size = random.range(0.05, 0.2)
    switch (random.integer(8)) {
      case 0:
        return { kind: 'sphere', radius: size }
      case 1:
        return { kind: 'box', size: [size, random.range(0.01, 0.3), size] }
      case 2:
        return { kind: 'capsule', radius: size / 2, from: [0, 0, -size], to: [size, 0, size] }
      case 3:
        return { kind: 'cylinder', radius: size, length: random.range(0.01, 0.3) }
      case 4:
        return { kind: 'convex', points: Array.from({ length: 30 }, () => random.range(-size, size)) }
      default:
        return trickyMesh(random).mesh
    }
  }
  const shapes = [thing(), thing()] as const
  const way = new Float64Array(3)
  random.direction(way)
  const aim = [0, 0, 0].map(() => random.range(-0.05, 0.05))
  const turn = unitQuaternion(random)
  const end = (side: number): number[] => [...aim.map((x, k) => x + side * way[k]!), ...turn]
  return {
    robots: [
      {
        base: { at: [0, 0, 0] },
        links: [[], [{ at: [0, 0, 0], shape: shapes[0] }]],
        joints: [{ kind: 'floating', parent: 0, at: [0, 0, 0], axis: [1, 0, 0] }],
      },
    ],
    obstacles: [{ at: [0, 0, 0], rotation: unitQuaternion(random), shape: shapes[1] }],
    attached: [],
    waypoints: [end(-0.5), end(0.1)],
  }
}

/** What is wrong with answers on the way in; undefined if nothing is. */
export function judgeCrossing(text: CaseText): string | undefined {
  const worlds = warmWorlds(text)
  return judgeWalk(text, worlds, new MotionScene(worlds[0]!), 20)
}

/** Do surfaces meet by more than rounding could undo? In exact arithmetic. */
function isDeep(scene: MotionScene, q: ArrayLike<number>): boolean {
  const [first] = scene.near(q, 0)
  return first !== undefined && scene.exactly(q, first.a, first.b).upper === 0
}
