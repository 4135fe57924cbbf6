// A mesh: its size, whether it is closed, how it was closed, and how far its hull is from it. Also vertex caches.
import { readMesh, readMorphs, readVertexCache } from '../../node/index.js'
import {
  type MeshData,
  MeshFileError,
  MeshTree,
  mesh as meshShape,
  OpenMeshError,
  type OpenOptions,
} from '../../src/entries/meshes.js'
import { World, type WorldHull, type WorldSurface } from '../../src/entries/robots.js'
import { count } from '../check/check-path-report.js'
import { short } from '../check/check-report.js'
import { type Box, boxOf, type Described, describeBox, finite, table, whole } from './described.js'

/** What is known of one mesh, as the engine uses it. */
export interface MeshFacts {
  readonly vertices: number
  readonly triangles: number
  readonly box: Box | null
  readonly area: number
  /** As the file has it: no edge is open, and every shell encloses something. */
  readonly closed: boolean
  /** Loops of open edges, by how many edges they have, the longest first; and a point of the longest. */
  readonly openLoops: readonly number[]
  readonly openAt: readonly number[] | null
  /** How open meshes were to be closed, and the triangles that were added. */
  readonly open: string
  readonly added: number
  /** What stays open. */
  readonly surface: SurfaceFacts | null
  /** The convex hull: its corners, and how far it is from the mesh, as far as was seen. */
  readonly hull: HullFacts | null
}

export type SurfaceFacts = Pick<WorldSurface, 'shells' | 'share' | 'looksSolid'> & { readonly reach: number | null }
export type HullFacts = Pick<WorldHull, 'corners' | 'isConvex'> & { readonly deviation: number | null }

export async function describeMesh(file: string, open: OpenOptions): Promise<Described> {
  const data = await readMesh(file)
  const facts = meshFacts(data, open)
  const { morphs, said } = data.format === 'gltf' || data.format === 'glb' ? await morphsOf(file) : { said: [] }
  return {
    format: data.format,
    facts: { ...facts, ...(morphs === undefined ? {} : { morphTargets: morphs }) },
    lines: [
      ...table([
        ['vertices', whole(facts.vertices)],
        ['triangles', whole(facts.triangles)],
        ['box', describeBox(facts.box ?? undefined)],
        ['area', short(facts.area)],
        ...describeClosing(facts),
        ...(facts.hull === null ? [] : ([['hull', describeHull(facts.hull, sizeOf(facts.box))]] as const)),
        ...(morphs === undefined ? [] : ([['morphs', count(morphs, 'target')]] as const)),
      ]),
    ],
    notes: [
      ...data.notes,
      ...said,
      ...(facts.triangles === 0 ? ['The mesh has no triangles: nothing touches it.'] : []),
      ...(facts.surface === null
        ? []
        : ['Objects entirely inside what stays open are not detected; --open solid fills all holes.']),
    ],
  }
}

/** How many morph targets a glTF file has; undefined where it has none, or none that can be read. */
async function morphsOf(file: string): Promise<{ morphs?: number; said: string[] }> {
  try {
    const { targets } = await readMorphs(file)
    return { ...(targets.length === 0 ? {} : { morphs: targets.length }), said: [] }
  } catch (error) {
    if (error instanceof MeshFileError) return { said: [`Its morph targets cannot be read: ${error.message}`] }
    throw error
  }
}

export function meshFacts(data: Pick<MeshData, 'positions' | 'triangles'>, open: OpenOptions): MeshFacts {
  const { positions, triangles } = data
  const error = openingOf(data)
  const tree = new MeshTree(data, error === undefined ? { open: 'surface' } : open)
  const world = new World({ obstacles: triangles.length === 0 ? [] : [{ name: 'mesh', shape: tree }] })
  const [hull] = world.hullsOfMeshes()
  const [surface] = world.surfaces()
  return {
    vertices: positions.length / 3,
    triangles: triangles.length / 3,
    box: boxOf(usedPositions(data)) ?? null,
    area: areaOf(data),
    closed: error === undefined && triangles.length > 0,
    openLoops: error === undefined ? [] : error.loops,
    openAt: error === undefined ? null : error.at,
    open: tree.open,
    added: tree.added,
    surface: surface === undefined ? null : surfaceFacts(surface),
    hull: hull === undefined ? null : hullFacts(hull),
  }
}

export function surfaceFacts({ shells, share, reach, looksSolid }: WorldSurface): SurfaceFacts {
  return { shells, share, reach: finite(reach), looksSolid }
}

export function hullFacts({ corners, deviation, isConvex }: WorldHull): HullFacts {
  return { corners, deviation: finite(deviation), isConvex }
}

/** Undefined where the mesh is closed as it is. */
function openingOf({ positions, triangles }: Pick<MeshData, 'positions' | 'triangles'>): OpenMeshError | undefined {
  try {
    if (triangles.length > 0) meshShape({ positions, triangles, open: 'refuse' })
    return undefined
  } catch (error) {
    if (error instanceof OpenMeshError) return error
    throw error
  }
}

function describeClosing({
  closed,
  triangles,
  openLoops,
  openAt,
  added,
  open,
  surface,
}: MeshFacts): [string, string][] {
  if (triangles === 0) return []
  if (closed) return [['closed', 'yes, as it is']]
  const most = 6
  const lengths = `${openLoops.slice(0, most).join(', ')}${openLoops.length > most ? ', …' : ''}`
  const at = openAt!.map((x) => short(x)).join(' ')
  const why =
    openLoops.length === 0
      ? `no: a shell encloses nothing, or cannot be oriented, at ${at}`
      : `no: ${count(openLoops.length, 'loop')} of open edges (${lengths} edges), the longest at ${at}`
  return [
    ['closed', why],
    ['used as', describeUse(added, open, surface)],
  ]
}

/** How the engine uses a mesh that is not closed. */
export function describeUse(added: number, open: string, surface: SurfaceFacts | null): string {
  const how = added === 0 ? '' : `${count(added, 'triangle')} added (--open ${open})`
  if (surface === null) return added === 0 ? 'a solid' : `a solid: ${how}`
  const { shells, share, looksSolid } = surface
  const part = `${count(shells, 'shell')}, ${Number((100 * share).toPrecision(2))} % of the area`
  const looks = looksSolid ? ', which looks as if a solid was meant' : ''
  return `a surface: ${part}, stays open${looks}${how === '' ? '' : `; ${how}`}`
}

/** The same in a word or two, for a table. */
export function describeUseBriefly(added: number, surface: SurfaceFacts | null): string {
  if (surface !== null) return `surface, ${Number((100 * surface.share).toPrecision(2))} % open`
  return added === 0 ? 'solid' : `solid, ${count(added, 'triangle')} added`
}

export function describeHull({ corners, deviation, isConvex }: HullFacts, size: number): string {
  if (deviation === null) return `${count(corners, 'corner')}; the mesh is flat`
  if (isConvex) return `${count(corners, 'corner')}; the mesh is convex to a thousandth of its size`
  const share = size > 0 ? `, ${Number(((100 * deviation) / size).toPrecision(2))} % of the size` : ''
  return `${count(corners, 'corner')}; up to ${short(deviation)} away from the mesh${share}`
}

function sizeOf(box: Box | null): number {
  return box === null ? 0 : Math.hypot(...box.high.map((top, k) => top - box.low[k]!))
}

/** Vertices that no triangle uses do not count. */
function usedPositions({ positions, triangles }: Pick<MeshData, 'positions' | 'triangles'>): Float64Array {
  const out = new Float64Array(3 * triangles.length)
  for (let k = 0; k < triangles.length; k++) {
    for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = positions[3 * triangles[k]! + axis]!
  }
  return out
}

function areaOf({ positions: p, triangles }: Pick<MeshData, 'positions' | 'triangles'>): number {
  let twice = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!]
    const side = (to: number, axis: number): number => p[to + axis]! - p[a + axis]!
    twice += Math.hypot(
      side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1),
      side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2),
      side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0),
    )
  }
  return twice / 2
}

export async function describeVertexCache(file: string): Promise<Described> {
  const cache = await readVertexCache(file)
  const { vertices, times } = cache
  const box = boxOf(cache.frame(0))!
  const [first, last] = [times[0]!, times[cache.count - 1]!]
  return {
    facts: { frames: cache.count, vertices, times: [first, last], box },
    lines: table([
      ['frames', `${whole(cache.count)}, times ${short(first)} to ${short(last)}`],
      ['vertices', whole(vertices)],
      ['box', `${describeBox(box)} (first frame)`],
    ]),
    notes: ['It has no triangles: "limber deform" takes a mesh, and then this file.'],
  }
}
