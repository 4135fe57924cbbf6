// FCL's dynamic AABB trees and its narrow phase on the same parts and poses, through bench/native/worlds-fcl.cpp. Poses are
// handed over ready-made: Limber works its own out in the same time.
import { composePose, POSE } from '../../src/base/math/pose.js'
import type { PartShape } from '../../src/entries/meshes.js'
import { compileFcl, FCL_FLAGS, type FclBuild, startFcl } from '../native/fcl-program.js'
import type { Talk } from '../native/program.js'
import { centrePose, type Part, type WorldCase } from './case.js'
import { type Answers, BLOCK, type WorldContender, type WorldOp, type WorldPeer } from './contender.js'

interface Variant {
  readonly name: string
  readonly volume: 'obb' | 'obbrss'
  readonly solver: 'ccd' | 'indep'
  readonly op: WorldOp
  /** The way that is compared with first. */
  readonly main?: true
}

const VARIANTS: readonly Variant[] = [
  { name: 'OBBRSS', volume: 'obbrss', solver: 'ccd', op: 'collide' },
  { name: 'OBB', volume: 'obb', solver: 'ccd', op: 'collide', main: true },
  { name: 'OBBRSS, own GJK', volume: 'obbrss', solver: 'indep', op: 'collide' },
  { name: 'OBB, own GJK', volume: 'obb', solver: 'indep', op: 'collide', main: true },
  { name: 'OBBRSS', volume: 'obbrss', solver: 'indep', op: 'distance' },
]

/** Its GJK stops early: distances of primitives about a metre large are off by up to some 1e-5. */
const TOLERANCE = 1e-4

export async function loadWorldFcl(build: FclBuild): Promise<WorldPeer> {
  const program = compileFcl(build, 'worlds-fcl')
  const name = build === 'tuned' ? 'FCL tuned' : 'FCL'
  return {
    name,
    version: `${FCL_FLAGS[build].join(' ')}`,
    contenders: async (one, all) => {
      const talk = await startFcl(program, sceneBytes(one))
      return VARIANTS.filter(({ main }) => all || main).map((variant, k) =>
        contender(name, variant, one, talk, k === 0),
      )
    },
  }
}

function contender(name: string, variant: Variant, one: WorldCase, talk: Talk, owner: boolean): WorldContender {
  const { volume, solver, op } = variant
  return {
    name: `${name} ${variant.name}`,
    how: {
      [op]:
        op === 'collide'
          ? `DynamicAABBTreeCollisionManager, fcl::collide, first contact only, ${solver === 'ccd' ? 'libccd' : 'its own GJK'}; poses given`
          : 'DynamicAABBTreeCollisionManager, fcl::distance; poses given',
    },
    tolerance: TOLERANCE,
    run: async (asked, blocks): Promise<Answers> => {
      const count = Math.min(one.configurations.length, blocks * BLOCK)
      const { micros, answers } = (await talk.ask(`run ${volume} ${solver} ${asked} ${count} ${BLOCK}`)) as {
        micros: number[]
        answers: number[]
      }
      // Where things touch, it gives 0 or less.
      return { micros: Float64Array.from(micros), answers: Float64Array.from(answers, (d) => Math.max(0, d)) }
    },
    ...(owner ? { close: talk.close } : {}),
  }
}

const KINDS: Readonly<Record<string, number>> = { sphere: 0, capsule: 1, box: 2, cylinder: 3, mesh: 4 }

/** The format is described in worlds-fcl.cpp. */
function sceneBytes({ moving, still, bodies, checked, counted, poses, configurations }: WorldCase): Buffer {
  const out: Buffer[] = [ints(bodies, moving.length, still.length, configurations.length)]
  for (const part of [...moving, ...still]) out.push(...partBytes(part))
  out.push(bytes(checked), bytes(counted))
  // FCL's shapes are centred on their frames.
  const centres = moving.map(({ shape }) => centrePose(shape))
  const placed = new Float64Array(poses.length)
  for (let o = 0, k = 0; o < poses.length; o += POSE, k = (k + 1) % moving.length) {
    composePose(placed, o, poses, o, centres[k]!, 0)
  }
  out.push(bytes(placed))
  return Buffer.concat(out)
}

function partBytes({ body, shape, pose }: Part): Buffer[] {
  const kind = KINDS[shape.kind]
  if (kind === undefined) throw new Error(`the bench has no ${shape.kind} for FCL`)
  const placed = new Float64Array(POSE)
  composePose(placed, 0, pose, 0, centrePose(shape), 0)
  const out = [ints(kind, body), bytes(placed), bytes(Float64Array.from(sizes(shape)))]
  if (shape.kind === 'mesh') {
    const { positions, triangles } = shape
    out.push(ints(positions.length / 3, triangles.length / 3), bytes(positions), bytes(triangles))
  }
  return out
}

function sizes(shape: PartShape): [number, number, number] {
  switch (shape.kind) {
    case 'sphere':
      return [shape.radius, 0, 0]
    case 'capsule':
      return [shape.radius, Math.hypot(...shape.to.map((t, k) => t - shape.from[k]!)), 0]
    case 'box':
      return [2 * shape.half[0]!, 2 * shape.half[1]!, 2 * shape.half[2]!]
    case 'cylinder':
      return [shape.radius, shape.length, 0]
    default:
      return [0, 0, 0]
  }
}

function ints(...values: number[]): Buffer {
  return bytes(Int32Array.from(values))
}

function bytes({ buffer, byteOffset, byteLength }: Float64Array | Int32Array | Uint32Array | Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
