// Where the vertices of a mesh are, frame by frame: several mesh files with the same triangles; a mesh and a vertex cache; or the morph
// targets of a glTF file, from the mesh itself to each target, or from key to key of the animation of their weights.
import { basename } from 'node:path'
import { readMesh, readMorphs, readVertexCache } from '../../node/index.js'
import { InvalidInputError, type MeshData, MeshFileError } from '../../src/entries/meshes.js'

/** One step: numbers of frames. */
export interface FrameStep {
  readonly from: number
  readonly to: number
}

export interface DeformFrames {
  readonly kind: 'meshes' | 'pc2' | 'mdd' | 'morph-targets' | 'morph-animation'
  readonly triangles: Uint32Array
  readonly vertices: number
  /** What each frame is called. */
  readonly names: readonly string[]
  readonly steps: readonly FrameStep[]
  readonly notes: readonly string[]
  /** The positions of a frame. */
  positions(frame: number): Float64Array
}

const CACHE = /\.(?:pc2|mdd)(?:\.gz)?$/i
const GLTF = /\.(?:gltf|glb)(?:\.gz)?$/i

/** `targets`: morph targets one by one, even where there is an animation of their weights. */
export async function readDeformFrames(files: readonly string[], targets = false): Promise<DeformFrames> {
  const caches = files.filter((file) => CACHE.test(file))
  if (caches.length > 0) {
    if (files.length !== 2 || caches.length !== 1 || caches[0] !== files[1]) {
      throw new InvalidInputError(
        'files',
        files,
        'a mesh, which has the triangles, and then one vertex cache (PC2 or MDD)',
      )
    }
    return fromCache(files[0]!, files[1]!)
  }
  if (files.length === 1) {
    if (GLTF.test(files[0]!)) return fromMorphs(files[0]!, targets)
    const what = 'two mesh files or more, a mesh and a vertex cache (PC2, MDD), or a glTF file with morph targets'
    throw new InvalidInputError('files', files, what)
  }
  return fromMeshes(files)
}

/** Every two frames that follow each other. */
function inARow(count: number): FrameStep[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, k) => ({ from: k, to: k + 1 }))
}

async function fromMeshes(files: readonly string[]): Promise<DeformFrames> {
  const [first, ...others] = files as readonly [string, ...string[]]
  const base = await meshOf(first)
  const frames = [base.positions]
  const notes = base.notes.map((note) => `${first}: ${note}`)
  for (const file of others) {
    const mesh = await meshOf(file)
    demandSame(first, base, file, mesh)
    frames.push(mesh.positions)
    notes.push(...mesh.notes.map((note) => `${file}: ${note}`))
  }
  return {
    kind: 'meshes',
    triangles: base.triangles,
    vertices: base.positions.length / 3,
    names: files.map((file) => basename(file)),
    steps: inARow(files.length),
    notes,
    positions: (frame) => frames[frame]!,
  }
}

async function meshOf(file: string): Promise<MeshData> {
  const mesh = await readMesh(file)
  if (mesh.triangles.length === 0) throw new MeshFileError(file, {}, 'a mesh with triangles', 'none')
  return mesh
}

/** The same triangles, corner by corner: only vertices may be elsewhere. */
function demandSame(first: string, base: MeshData, file: string, mesh: MeshData): void {
  const fail = (expected: string, got: string): never => {
    throw new MeshFileError(file, {}, expected, got)
  }
  for (const [what, a, b] of [
    ['vertices', base.positions.length / 3, mesh.positions.length / 3],
    ['triangles', base.triangles.length / 3, mesh.triangles.length / 3],
  ] as const) {
    if (a !== b) fail(`${a} ${what}, as ${first} has`, `${b}`)
  }
  const at = base.triangles.findIndex((vertex, k) => vertex !== mesh.triangles[k])
  if (at < 0) return
  const triangle = Math.floor(at / 3)
  const corners = (triangles: Uint32Array): string => triangles.subarray(3 * triangle, 3 * triangle + 3).join(' ')
  fail(
    `the triangles of ${first}: number ${triangle} joins vertices ${corners(base.triangles)}, all from 0`,
    corners(mesh.triangles),
  )
}

async function fromCache(file: string, cacheFile: string): Promise<DeformFrames> {
  const mesh = await meshOf(file)
  const cache = await readVertexCache(cacheFile)
  const vertices = mesh.positions.length / 3
  if (cache.vertices !== vertices) {
    const soup = mesh.format === 'stl' ? ', which shares no vertices between triangles: take OBJ, PLY or OFF' : ''
    throw new MeshFileError(cacheFile, {}, `${vertices} vertices, as ${file} has${soup}`, `${cache.vertices}`)
  }
  return {
    kind: cache.format,
    triangles: mesh.triangles,
    vertices,
    names: Array.from(cache.times, (time, k) => `frame ${k} (time ${Number(time.toPrecision(7))})`),
    steps: inARow(cache.count),
    notes: mesh.notes.map((note) => `${file}: ${note}`),
    positions: (frame) => cache.frame(frame),
  }
}

async function fromMorphs(file: string, targets: boolean): Promise<DeformFrames> {
  const mesh = await readMorphs(file)
  if (mesh.triangles.length === 0) throw new MeshFileError(file, {}, 'a mesh with triangles', 'none')
  const count = mesh.targets.length
  if (count === 0)
    throw new MeshFileError(file, {}, 'a mesh with morph targets, or another mesh file beside it', 'none')
  const common = {
    triangles: mesh.triangles,
    vertices: mesh.positions.length / 3,
    notes: mesh.notes.map((note) => `${file}: ${note}`),
  }
  const { keys } = mesh
  if (keys !== undefined && !targets) {
    return {
      ...common,
      kind: 'morph-animation',
      names: Array.from(keys.times, (time) => `time ${Number(time.toPrecision(7))}`),
      steps: inARow(keys.times.length),
      positions: (frame) => mesh.morphed(keys.weights.subarray(frame * count, (frame + 1) * count)),
    }
  }
  return {
    ...common,
    kind: 'morph-targets',
    names: ['base', ...mesh.targets],
    // Each by itself, from the mesh as it is.
    steps: mesh.targets.map((_, k) => ({ from: 0, to: k + 1 })),
    positions: (frame) => mesh.morphed(Float64Array.from({ length: count }, (_, k) => (k + 1 === frame ? 1 : 0))),
  }
}
