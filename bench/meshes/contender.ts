// What a library must do to stand beside the others in the bench of meshes.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MeshData } from '../../scenes/index.js'

export type MeshOp = 'collide' | 'distance'

/** Two meshes and poses of B in A's frame. Coordinates are single-precision numbers, since some libraries know no others. */
export interface BenchScene {
  readonly name: string
  readonly a: MeshData
  readonly b: MeshData
  readonly poses: readonly Float64Array[]
  readonly ops: readonly MeshOp[]
}

/** Times and answers of the queries at poses 0 to count − 1. */
export interface Answers {
  readonly micros: Float64Array
  /** For `collide` 1 or 0, for `distance` the distance. */
  readonly answers: Float64Array
}

/** Mean counts a query; mixed tests (a volume against a triangle) are among the volume tests. */
export interface Counts {
  readonly volumeTests: number
  readonly leafTests: number
}

/** One library, used one way, with both trees of a scene built. */
export interface MeshContender {
  readonly name: string
  /** What is asked of the library, as far as a reader would want to know. */
  readonly how: Readonly<Partial<Record<MeshOp, string>>>
  /** By what distances may differ from exact ones: single precision gives about seven digits of a coordinate. */
  readonly precision: 'single' | 'double'
  /** Asked only for the ops that `how` names. */
  run(op: MeshOp, count: number): Answers | Promise<Answers>
  /** Where the library can tell; never timed. */
  counts?(op: MeshOp, count: number): Counts | Promise<Counts>
  close?(): void
}

/** Builds the tree of one mesh from scratch, again and again. */
export interface BuildContender {
  readonly name: string
  readonly how: string
  run(): Built | Promise<Built>
  close?(): void
}

export interface Built {
  readonly micros: number
  /** Of the tree alone, without vertices and vertex numbers; undefined where the library does not tell. */
  readonly bytes?: number
}

export interface Peer {
  readonly name: string
  readonly version: string
  /** The ways of using it that matter most, or all of them. */
  contenders(scene: BenchScene, all: boolean): Promise<MeshContender[]>
  builders(mesh: MeshData): Promise<BuildContender[]>
}

/** Thrown by the loader of a peer that is not there, with what is missing. */
export class PeerMissingError extends Error {}

/** Times a query that runs in this thread, pose by pose. */
export function timeQueries(count: number, query: (pose: number) => number): Answers {
  const micros = new Float64Array(count)
  const answers = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    const watch = startWatch()
    answers[k] = query(k)
    micros[k] = watch()
  }
  return { micros, answers }
}

/** Times something that is done once; `make` returns what keeps the result alive and tells its size. */
export function timeBuild(make: () => () => number | undefined): Built {
  const watch = startWatch()
  const size = make()
  const micros = watch()
  const bytes = size()
  return bytes === undefined ? { micros } : { micros, bytes }
}

/**
 * What takes longer than this, in microseconds, has shared the processor with other work if there is any: then the time
 * counts that this process has had the processor, if that is less. bench/native/fcl.cpp does the same.
 */
const LONG = 1000

function startWatch(): () => number {
  const before = process.cpuUsage()
  const start = performance.now()
  return () => {
    const wall = (performance.now() - start) * 1000
    if (wall < LONG) return wall
    const { user, system } = process.cpuUsage(before)
    return Math.min(wall, user + system)
  }
}

/** A package that is a devDependency, and its version; PeerMissingError if it is not installed. */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<{ module: T; version: string }> {
  try {
    const module = await load()
    let folder = dirname(fileURLToPath(import.meta.resolve(name)))
    while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { module, version }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new PeerMissingError(`${name} is not installed (npm ci)`)
  }
}
