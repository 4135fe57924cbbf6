// The meshes in their worker: how far apart they are, what touches, and what every kind of volumes costs to find that.
import type { MeshData } from '../../../scenes/index.js'
import { collisions, distance, MeshTree } from '../../../src/entries/meshes.js'
import { type DrawnSurface, drawnSurface } from '../../../view/surface-normals.js'
import { type EngineSide, type Methods, Moved, type Task } from '../../engine/protocol.js'
import { TimeMeter } from '../../engine/rate.js'
import type { GivenFile } from '../../engine/unpack.js'
import { objText } from '../../workcell/write-obj.js'
import { askCloth, type ClothAnswer, type ClothQuestion } from './cloth.js'
import { descentOf } from './descent.js'
import { makePair, pairFromFiles, type TwoMeshes } from './pairs.js'
import { ALL, type DopChoice, isKdop, type MeshPair, type MeshWay, WAYS } from './state.js'
import { makeWay, type Way, type WayCounts } from './ways.js'

export interface MeshesView extends Pick<TwoMeshes, 'names' | 'at' | 'turn' | 'notes'> {
  readonly surfaces: readonly [DrawnSurface, DrawnSurface]
  readonly triangles: readonly [number, number]
}

export interface MeshesQuestion {
  /** The second mesh in the frame of the first, twelve numbers. */
  readonly pose: Float64Array
  readonly way: MeshWay
  readonly k: DopChoice
  readonly depth: number
}

/** Lines, six numbers each: of pairs that were opened, and of the others; of the first mesh and of the second. */
export interface TestedVolumes {
  readonly opened: readonly [Float32Array, Float32Array]
  readonly separated: readonly [Float32Array, Float32Array]
  /** Pairs at this depth, and those of them that were opened. */
  readonly tested: number
  readonly openedCount: number
  /** The deepest that was reached. */
  readonly most: number
  /** Volumes that are not drawn: there would be nothing else. */
  readonly leftOut: number
}

export interface MeshesAnswer {
  readonly distance: number
  readonly pointA: readonly number[]
  readonly pointB: readonly number[]
  /** Pairs of triangles that touch, and corners of those triangles, nine numbers each. */
  readonly contacts: number
  readonly touching: Float32Array
  readonly volumes: TestedVolumes
  readonly counts: WayCounts
}

export interface WayRow extends WayCounts {
  readonly way: MeshWay
  readonly micros: number
}

/** Most volumes that are drawn of each mesh. */
const MOST_DRAWN = 400
/** In the order in which they are counted: the trees that take longest come last. */
const ORDER = WAYS.map(([way]) => way).sort((a, b) => Number(a === 'hill-climbing') - Number(b === 'hill-climbing'))
/** Milliseconds that a query is repeated for, to be timed: the clock of a browser tells a tenth of one. */
const TIMED_FOR = 1.5
/** Of that time: the median of them counts. */
export const SLICES = 5

class Two {
  private readonly trees: readonly [MeshTree, MeshTree]
  private readonly ways = new Map<string, Way | undefined>()

  constructor(readonly given: TwoMeshes) {
    const { a, b } = given
    const first = new MeshTree(a)
    this.trees = [first, a === b ? first : new MeshTree(b)]
  }

  view(): MeshesView {
    const { a, b, names, at, turn, notes } = this.given
    const first = drawnSurface(a.positions, a.triangles)
    const surfaces = [first, a === b ? first : drawnSurface(b.positions, b.triangles)] as const
    return { surfaces, names, at, turn, notes, triangles: [a.triangles.length / 3, b.triangles.length / 3] }
  }

  way(way: MeshWay, k: DopChoice): Way | undefined {
    const key = isKdop(way) ? `${way} ${k}` : way
    if (!this.ways.has(key)) this.ways.set(key, makeWay(way, k, this.given.a, this.given.b))
    return this.ways.get(key)
  }

  ask({ pose, way, k, depth }: MeshesQuestion): MeshesAnswer {
    const [a, b] = this.trees
    const near = distance(a, b, pose)
    const touching = near.distance === 0 ? collisions(a, b, pose) : undefined
    const trace: number[] = []
    const chosen = this.way(way, k)
    const counts = chosen?.query(pose, trace) ?? { volumeTests: 0, leafTests: 0, contacts: 0 }
    return {
      distance: near.distance,
      pointA: [...near.pointA!],
      pointB: [...near.pointB!],
      contacts: touching?.count ?? 0,
      touching: touchingCorners(this.given, touching?.pairs, pose),
      volumes: testedVolumes(chosen, trace, pose, depth),
      counts,
    }
  }

  /** Every kind at one pose. */
  async count(pose: Float64Array, k: DopChoice, task: Task<readonly WayRow[]>): Promise<WayRow[]> {
    const rows: WayRow[] = []
    for (const way of ORDER) {
      await task.breathe()
      const made = this.way(way, k)
      if (made === undefined) continue
      let counts = made.query(pose)
      const meter = new TimeMeter(SLICES)
      for (let slice = 0; slice < SLICES; slice++) {
        const from = nextTick()
        let [rounds, spent] = [0, 0]
        while (spent < TIMED_FOR / SLICES) {
          counts = made.query(pose)
          rounds++
          spent = performance.now() - from
        }
        meter.add(spent, rounds)
      }
      rows.push({ way, ...counts, micros: meter.micros })
      task.progress([...rows])
    }
    return rows
  }
}

/** When the clock has just gone on: what begins there and ends at a later tick took no more and no less than what it says. */
function nextTick(): number {
  const before = performance.now()
  let now = before
  while (now === before) now = performance.now()
  return now
}

/** Corners of the triangles that touch, each triangle once; the second mesh's where they are. */
function touchingCorners({ a, b }: TwoMeshes, pairs: Uint32Array | undefined, pose: Float64Array): Float32Array {
  if (pairs === undefined) return new Float32Array(0)
  const corners: number[] = []
  const add = (mesh: MeshData, side: 0 | 1): void => {
    const once = new Set<number>()
    for (let i = side; i < pairs.length; i += 2) once.add(pairs[i]!)
    for (const t of once) {
      for (let c = 3 * t; c < 3 * t + 3; c++) {
        const o = 3 * mesh.triangles[c]!
        const [x, y, z] = [mesh.positions[o]!, mesh.positions[o + 1]!, mesh.positions[o + 2]!]
        if (side === 0) corners.push(x, y, z)
        else
          for (let r = 0; r < 12; r += 4)
            corners.push(pose[r]! * x + pose[r + 1]! * y + pose[r + 2]! * z + pose[r + 3]!)
      }
    }
  }
  add(a, 0)
  add(b, 1)
  return Float32Array.from(corners)
}

function testedVolumes(
  way: Way | undefined,
  trace: readonly number[],
  pose: Float64Array,
  depth: number,
): TestedVolumes {
  const lines = { opened: [[], []] as [number[], number[]], separated: [[], []] as [number[], number[]] }
  let [tested, openedCount, leftOut, most] = [0, 0, 0, 0]
  if (way !== undefined) {
    const descent = descentOf(trace, way.childA, way.childB)
    most = descent.most
    const at = depth === ALL ? ALL : Math.min(depth, most)
    // A volume that was in several pairs is drawn once, as one that was opened if it was in one of those.
    const nodes = [new Map<number, boolean>(), new Map<number, boolean>()] as const
    for (let i = 0; i < trace.length / 2; i++) {
      if (at !== ALL && descent.depth[i] !== at) continue
      const isOpened = descent.opened[i] === 1
      tested++
      if (isOpened) openedCount++
      nodes.forEach((known, side) => {
        const node = trace[2 * i + side]!
        known.set(node, isOpened || known.get(node) === true)
      })
    }
    nodes.forEach((known, side) => {
      let drawn = 0
      // Those that were opened first: they are what the user wants to see.
      for (const [node, isOpened] of [...known].sort(([, p], [, q]) => Number(q) - Number(p))) {
        if (drawn++ < MOST_DRAWN)
          way.draw(lines[isOpened ? 'opened' : 'separated'][side]!, side === 0 ? 'a' : 'b', node, pose)
        else leftOut++
      }
    })
  }
  const flat = ([a, b]: readonly [number[], number[]]) => [Float32Array.from(a), Float32Array.from(b)] as const
  return { opened: flat(lines.opened), separated: flat(lines.separated), tested, openedCount, most, leftOut }
}

export const engine = {
  create() {
    let two: Two | undefined
    return {
      open({ pair, triangles }: { pair: MeshPair; triangles: number }): MeshesView {
        two = new Two(makePair(pair, triangles))
        return two.view()
      },
      openFiles({ files }: { files: readonly GivenFile[] }): MeshesView {
        const made = new Two(pairFromFiles(files))
        two = made
        return made.view()
      },
      ask(question: MeshesQuestion): Moved<MeshesAnswer> {
        const answer = two!.ask(question)
        const { opened, separated } = answer.volumes
        const arrays = [answer.touching, ...opened, ...separated]
        return new Moved(answer, arrays.map(({ buffer }) => buffer) as ArrayBuffer[])
      },
      /** One of the two, as a file. */
      obj({ second }: { second: boolean }): string {
        const { positions, triangles } = second ? two!.given.b : two!.given.a
        return objText(positions, triangles)
      },
      cloth(question: ClothQuestion): Moved<ClothAnswer> {
        const answer = askCloth(question)
        const { from, to, corners, opened, touching, times } = answer
        return new Moved(
          answer,
          [from, to, corners, opened, touching, times].map(({ buffer }) => buffer) as ArrayBuffer[],
        )
      },
      count({ pose, k }: { pose: Float64Array; k: DopChoice }, task: Task<readonly WayRow[]>): Promise<WayRow[]> {
        return two!.count(pose, k, task)
      },
    }
  },
} satisfies EngineSide<Methods>

export type MeshesMethods = ReturnType<typeof engine.create>
