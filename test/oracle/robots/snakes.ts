// Long chains of links as plain data, by seed: snakes and trees, stretched, coiled, crooked and folded back on themselves, whose joints
// move one by one, some of them, or all at once; among few obstacles. `buildCase` builds them.
import { Random } from '../../../src/entries/robots.js'
import {
  buildWorld,
  type CaseText,
  type JointText,
  randomShape,
  type ShapeText,
  unitQuaternion,
} from './motions-cases.js'

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** A link along x, of length 0.2. */
function linkShape(random: Random, thickness: number): ShapeText {
  switch (random.integer(5)) {
    case 0:
      return { kind: 'box', size: [0.18, 2 * thickness, 2 * thickness] }
    case 1:
      return { kind: 'sphere', radius: thickness + 0.03 }
    case 2: {
      const [h, t] = [0.09, thickness]
      const positions = [-h, 0, 0, h, 0, 0, 0, t, t, 0, t, -t, 0, -t, 0]
      return { kind: 'mesh', positions, triangles: [0, 2, 3, 0, 3, 4, 0, 4, 2, 1, 3, 2, 1, 4, 3, 1, 2, 4] }
    }
    default:
      return { kind: 'capsule', radius: thickness, from: [-0.08, 0, 0], to: [0.08, 0, 0] }
  }
}

/** Same seed, same case: a chain of `links` links, or a tree of as many where `branches`. */
export function snakeCase(seed: number, links: number, branches = false): CaseText {
  const random = new Random(seed)
  const thickness = random.range(0.01, 0.06)
  const kindOf = (k: number): JointText['kind'] => {
    if (k === 0 && random.unit() < 0.2) return 'floating'
    return random.unit() < 0.06 ? (random.unit() < 0.5 ? 'prismatic' : 'fixed') : 'revolute'
  }
  const joints = Array.from({ length: links }, (_, k): JointText => {
    const parent = branches && random.unit() < 0.15 ? random.integer(k + 1) : k
    return {
      kind: kindOf(k),
      parent,
      at: [parent === k ? 0.2 : 0.1, parent === k ? 0 : 0.15, 0],
      ...(parent === k ? {} : { rotation: unitQuaternion(random) }),
      axis: AXES[random.unit() < 0.8 ? 2 - (k % 2) : random.integer(3)]!,
    }
  })
  const geometry = Array.from({ length: links + 1 }, () => {
    const count = random.unit() < 0.05 ? 0 : random.unit() < 0.05 ? 2 : 1
    return Array.from({ length: count }, (_, i) => ({
      shape: linkShape(random, thickness),
      at: [0.1, 0, i === 0 ? 0 : 1.5 * thickness],
    }))
  })
  const obstacles = Array.from({ length: random.integer(3) }, () => ({
    shape: randomShape(random, 0.5),
    at: [random.range(-0.2, 0.15 * links), random.range(-1, 1), random.range(-1, 1)],
    rotation: unitQuaternion(random),
  }))
  const text: CaseText = {
    robots: [{ base: { at: [0, 0, 0] }, links: geometry, joints }],
    obstacles,
    attached: [],
    waypoints: [],
    ...(random.unit() < 0.2 ? { clearance: random.range(0, 0.02) } : {}),
    ...(random.unit() < 0.2 ? { delta: random.range(0, 0.01) } : {}),
  }
  // Begins where nothing touches, as a rule.
  const world = buildWorld(text)
  let from = startOf(random, joints)
  for (let k = 0; k < 6 && world.collides(from); k++) from = startOf(random, joints)
  return { ...text, waypoints: [from, nextOf(random, joints, from)] }
}

/** Straight, bent at random, coiled, or folded back in the middle, with little room between. */
function startOf(random: Random, joints: readonly JointText[]): number[] {
  const shape = [0, 1, 2, 2, 3, 3, 4, 4][random.integer(8)]!
  const bend = random.range(0.02, 0.9)
  const pitch = random.range(0, 0.1)
  const q: number[] = []
  joints.forEach(({ kind }, k) => {
    if (kind === 'fixed') return
    if (kind === 'floating')
      q.push(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), ...unitQuaternion(random))
    else if (kind === 'prismatic') q.push(random.range(-0.02, 0.05))
    else if (shape === 0) q.push(0)
    else if (shape === 1) q.push(random.range(-bend, bend))
    // A helix: the one axis by much, the other by little.
    else if (shape === 2) q.push(k % 2 === 0 ? 0.2 + 0.5 * bend : pitch)
    // A hairpin: about half a turn within two joints of one axis, two links between them.
    else if (shape === 3) q.push(k % 2 === 0 && Math.abs(k - joints.length / 2) < 2 ? 1.45 + 0.1 * bend : 0)
    else q.push(random.unit() < 0.2 ? random.range(-2, 2) : 0)
  })
  return q
}

/** One joint, some, or all of them move, by little or by much. */
function nextOf(random: Random, joints: readonly JointText[], from: readonly number[]): number[] {
  const share = [0, 0.1, 0.5, 1][random.integer(4)]!
  const by = 10 ** random.range(-1.5, 0.9) / (1 + share * joints.length) ** 0.4
  const one = random.integer(Math.max(1, from.length))
  const to = [...from]
  let at = 0
  for (const { kind } of joints) {
    if (kind === 'fixed') continue
    const moves = share === 0 ? at === one : random.unit() < share
    if (kind === 'floating') {
      for (let k = 0; k < 3 && moves; k++) to[at + k]! += random.range(-by, by)
      if (moves && random.unit() < 0.5) to.splice(at + 3, 4, ...unitQuaternion(random))
      at += 7
    } else {
      if (moves) to[at]! += random.range(-by, by) * (kind === 'prismatic' ? 0.1 : 1)
      at++
    }
  }
  return to
}
