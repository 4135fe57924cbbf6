// FCL through bench/native/fcl.cpp, compiled at need into dist/ with what pkg-config says. One process a scene; it is given
// its turn by a line on its standard input and times its queries itself.
import type { MeshData } from '../../scenes/index.js'
import { compileFcl, startFcl } from '../native/fcl-program.js'
import type { Talk } from '../native/program.js'
import type { BenchScene, MeshContender, MeshOp, Peer } from './contender.js'

interface Variant {
  readonly volume: string
  readonly name: string
  readonly op: MeshOp
  /** Contact points or nearest points as well. */
  readonly points: boolean
  /** The way that is compared with first. */
  readonly main?: true
}

const VARIANTS: readonly Variant[] = [
  { volume: 'obb', name: 'FCL OBB', op: 'collide', points: false, main: true },
  { volume: 'obb', name: 'FCL OBB, contact', op: 'collide', points: true },
  { volume: 'obbrss', name: 'FCL OBBRSS', op: 'collide', points: false },
  { volume: 'rss', name: 'FCL RSS', op: 'distance', points: false, main: true },
  { volume: 'rss', name: 'FCL RSS, points', op: 'distance', points: true },
  { volume: 'obbrss', name: 'FCL OBBRSS', op: 'distance', points: false },
]

const HOW = {
  collide: 'fcl::collide, first contact only',
  distance: 'fcl::distance, rel_err 0, abs_err 0',
}

export async function loadFcl(): Promise<Peer> {
  // As Debian builds the library: other instruction sets than its own would crash it.
  const program = compileFcl('installed', 'fcl')
  const open = (scene: BenchScene): Promise<Talk> => startFcl(program, sceneBytes(scene))
  const { version, close } = await open({ name: '', a: POINT, b: POINT, poses: [], ops: [] })
  close()
  return {
    name: 'FCL',
    version,
    contenders: async (scene, all) => contenders(await open(scene), all),
    builders: async (mesh) => {
      const talk = await open({ name: '', a: mesh, b: POINT, poses: [], ops: [] })
      return ['obb', 'rss', 'obbrss'].map((volume, k) => ({
        name: `FCL ${volume.toUpperCase()}`,
        how: 'BVHModel, its default split',
        run: async () => (await talk.ask(`build ${volume}`)) as { micros: number; bytes: number },
        ...(k === 0 ? { close: talk.close } : {}),
      }))
    },
  }
}

/** A mesh that costs nothing to build, where only the other one matters. */
const POINT: MeshData = { positions: new Float64Array(9), triangles: Uint32Array.of(0, 1, 2) }

function contenders({ ask, close }: Talk, all: boolean): MeshContender[] {
  return VARIANTS.filter(({ main }) => all || main).map(({ volume, name, op, points }, k): MeshContender => {
    const how = points ? `${HOW[op]}, ${op === 'collide' ? 'enable_contact' : 'enable_nearest_points'}` : HOW[op]
    return {
      name,
      how: { [op]: how },
      precision: 'double',
      run: async (_, count) => {
        const { micros, answers } = (await ask(`${op} ${volume} ${Number(points)} 0 ${count}`)) as {
          micros: number[]
          answers: number[]
        }
        // Where meshes touch, FCL gives 0 or less.
        return { micros: Float64Array.from(micros), answers: Float64Array.from(answers, (d) => Math.max(0, d)) }
      },
      ...(points
        ? {}
        : {
            counts: async (_: MeshOp, count: number) => {
              const { volumeTests, leafTests } = (await ask(`counts ${op} ${volume} ${count}`)) as {
                volumeTests: number
                leafTests: number
              }
              return { volumeTests, leafTests }
            },
          }),
      // All of them share one process.
      ...(k === 0 ? { close } : {}),
    }
  })
}

/** The format is described in fcl.cpp. */
function sceneBytes({ a, b, poses }: BenchScene): Buffer {
  const counts = Int32Array.of(
    a.positions.length / 3,
    a.triangles.length / 3,
    b.positions.length / 3,
    b.triangles.length / 3,
    poses.length,
  )
  const parts = [counts, a.positions, b.positions, ...poses, a.triangles, b.triangles]
  return Buffer.concat(parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)))
}
