// The meshes of a robot as shapes: every file is asked for once, however many links use it, and every file and
// scale is one Shape. Meshes that are not there are gathered, so that one error names them all.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { type FilePlace, InvalidInputError, type MissingMesh, OpenMeshError, RobotFileError } from '../../errors.js'
import type { OpenSettings } from '../../meshes/tree/mesh-tree.js'
import { type MeshShape, mesh } from '../../shapes/shape.js'
import { turnTriangles } from '../meshes/affine.js'
import { type MeshData, TRIANGLE_BYTES, VERTEX_BYTES } from '../meshes/mesh-data.js'
import { plural } from '../text/plural.js'
import type { DescribedLink } from './robot-description.js'
import { type GeometryChoice, listed } from './urdf.js'

/** A mesh as a link names it. */
export interface MeshReference {
  /** As the file has it: `package://…`, a relative path … */
  readonly filename: string
  /** The first link that names it, and the line. */
  readonly link: string
  readonly line: number
  /** The URDF file, as errors call it. */
  readonly file: string
}

/** Not there, and why, if there is more to say than that there is nothing. */
export interface NoMesh {
  readonly missing: string
}

/**
 * The mesh of a file, as parseMesh gives it and without the scale of the reference; undefined or `{ missing: why }` if it is
 * not there. A mesh that must not be read is an error to throw. Asked once a filename.
 */
export type MeshReader = (
  reference: MeshReference,
) => MeshData | NoMesh | undefined | Promise<MeshData | NoMesh | undefined>

/** A shape that wants a mesh. */
export interface MeshUser {
  readonly link: string
  readonly line: number
  /** The file that the line is in, if it is not the main one. */
  readonly file?: string | undefined
}

type Scale = readonly [number, number, number]

/** Asked for at the same time. */
const AT_ONCE = 8
/** Vertices and triangles of all files together, and of all shapes: one file at many scales is many shapes. */
const MOST_BYTES = 2 ** 30
/** Missing meshes that a message lists; `missing` of the error has all. */
const MOST_LISTED = 100

export class RobotMeshes {
  readonly missing: MissingMesh[] = []
  /** What readers of the meshes had to say, and of which files. */
  private readonly remarks = new Map<string, string[]>()
  private readonly read = new Map<string, MeshData>()
  private readonly absent = new Map<string, string | undefined>()
  /** By mesh, then by scale: two names of one file give one shape. */
  private readonly shapes = new Map<MeshData, Map<string, MeshShape>>()
  private shapeBytes = 0
  /** What was read, and how much that is. */
  private readonly held = new Set<MeshData>()
  private heldBytes = 0

  constructor(
    private readonly file: string,
    private readonly links: readonly DescribedLink[],
    private readonly geometry: GeometryChoice,
    private readonly closing: OpenSettings,
  ) {}

  /** Asks for every file. An error of the reader is passed on: of several, that of the first in the file. */
  async readAll(readMesh: MeshReader, maxMeshes: number): Promise<void> {
    const references = this.references(maxMeshes)
    const errors: unknown[] = new Array(references.length)
    const failed: boolean[] = new Array(references.length).fill(false)
    let next = 0
    let stop = false
    const worker = async (): Promise<void> => {
      while (next < references.length && !stop) {
        const at = next++
        const reference = references[at]!
        try {
          const found = await readMesh(reference)
          if (found === undefined) this.absent.set(reference.filename, undefined)
          else if ('missing' in found) this.absent.set(reference.filename, found.missing || undefined)
          else if (found.triangles.length === 0) this.absent.set(reference.filename, 'a mesh without triangles')
          else this.keep(reference, found)
        } catch (error) {
          errors[at] = error
          failed[at] = true
          stop = true
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const first = failed.indexOf(true)
    if (first >= 0) throw errors[first]
    this.gatherMissing()
  }

  private keep(reference: MeshReference, data: MeshData): void {
    this.read.set(reference.filename, data)
    if (this.held.has(data)) return
    this.held.add(data)
    this.heldBytes += bytesOf(data)
    if (this.heldBytes <= MOST_BYTES) return
    const place = { line: reference.line, field: `link ${JSON.stringify(reference.link)} <mesh> ${reference.filename}` }
    throw new RobotFileError(reference.file, place, `at most ${MOST_BYTES} bytes of meshes in all`, 'more')
  }

  /** Distinct filenames, and who names them first. */
  private references(maxMeshes: number): MeshReference[] {
    const found = new Map<string, MeshReference>()
    const variants = new Set<string>()
    for (const link of this.links) {
      for (const { geometry, line, file = this.file } of link.checked) {
        if (geometry.kind !== 'mesh') continue
        const { filename } = geometry
        if (!found.has(filename)) found.set(filename, { filename, link: link.name, line, file })
        variants.add(`${geometry.scale} ${filename}`)
        if (variants.size > maxMeshes) {
          const place = { line, field: `link ${JSON.stringify(link.name)} <mesh>` }
          throw new RobotFileError(file, place, `at most ${maxMeshes} meshes (option maxMeshes)`, 'more')
        }
      }
    }
    return [...found.values()]
  }

  private gatherMissing(): void {
    for (const link of this.links) {
      const named = new Set<string>()
      for (const { geometry, line } of link.checked) {
        if (geometry.kind !== 'mesh' || !this.absent.has(geometry.filename) || named.has(geometry.filename)) continue
        named.add(geometry.filename)
        const { filename } = geometry
        this.missing.push({ filename, link: link.name, line, reason: this.absent.get(filename) })
      }
    }
  }

  /** What readers of the meshes had to say: once, however many files it is about. */
  get notes(): string[] {
    return [...this.remarks].map(([note, files]) =>
      files.length === 1
        ? `${files[0]}: ${note}`
        : `${files.length} meshes: ${note.replace(/\.$/, '')}: ${listed(files)}.`,
    )
  }

  /** One error for all that are missing: one a line, and what to do about it once. */
  demandAll(): void {
    const { missing, geometry } = this
    if (missing.length === 0) return
    const files = new Set(missing.map(({ filename }) => filename)).size
    const shared = this.sharedReasons()
    const lines = missing.slice(0, MOST_LISTED).map((one) => `  ${shownMissing(one, shared)}`)
    if (missing.length > MOST_LISTED) lines.push(`  and ${missing.length - MOST_LISTED} more`)
    throw new RobotFileError(
      this.file,
      { line: missing[0]!.line },
      `every ${geometry === 'both' ? 'collision and visual' : geometry} mesh`,
      [
        `${missing.length} missing, of ${plural(files, 'file')}:`,
        ...lines,
        ...shared,
        "option missing: 'skip' leaves them out",
      ].join('\n'),
      missing,
    )
  }

  /** A note for those that are left out: some of them, and how many. */
  missingNote(): string {
    const { missing } = this
    const shared = this.sharedReasons()
    const names = listed(missing.map((one) => shownMissing(one, shared)))
    const why = [...shared].map((reason) => `; ${reason}`).join('')
    return `${plural(missing.length, 'mesh', 'meshes')} left out, being missing: ${names}${why}.`
  }

  /** Said once, if it is about several. */
  private sharedReasons(): ReadonlySet<string> {
    const seen = new Set<string>()
    const shared = new Set<string>()
    for (const { reason } of this.missing) {
      if (reason === undefined) continue
      if (seen.has(reason)) shared.add(reason)
      seen.add(reason)
    }
    return shared
  }

  /** How far it reaches from its origin, at most; 0 if the mesh is missing. */
  reach(filename: string, scale: Scale): number {
    const farthest = [0, 0, 0]
    this.read.get(filename)?.positions.forEach((x, k) => {
      farthest[k % 3] = Math.max(farthest[k % 3]!, Math.abs(x * scale[k % 3]!))
    })
    return Math.hypot(...farthest)
  }

  /** The shape of a mesh at a scale; undefined if the mesh is missing. */
  shape(filename: string, scale: Scale, user: MeshUser): MeshShape | undefined {
    const data = this.read.get(filename)
    if (data === undefined) return undefined
    let byScale = this.shapes.get(data)
    if (byScale === undefined) {
      byScale = new Map()
      this.shapes.set(data, byScale)
      for (const note of data.notes) {
        const files = this.remarks.get(note)
        if (files === undefined) this.remarks.set(note, [filename])
        else files.push(filename)
      }
    }
    const key = scale.join(' ')
    const known = byScale.get(key)
    if (known !== undefined) return known
    const { link, line, file = this.file } = user
    const shape = this.build(data, scale, file, { line, field: `link ${JSON.stringify(link)} <mesh> ${filename}` })
    byScale.set(key, shape)
    return shape
  }

  private build(data: MeshData, scale: Scale, file: string, place: FilePlace): MeshShape {
    this.shapeBytes += bytesOf(data)
    if (this.shapeBytes > MOST_BYTES) {
      throw new RobotFileError(file, place, `at most ${MOST_BYTES} bytes of meshes in all`, 'more')
    }
    const { positions, triangles } = scaled(data, scale)
    if (!areCoordinates(positions)) {
      throw new RobotFileError(file, place, `a scale such that no coordinate is above ${MAX_COORDINATE}`)
    }
    try {
      return mesh({ positions, triangles, ...this.closing })
    } catch (error) {
      if (error instanceof OpenMeshError) throw new RobotFileError(file, place, 'a closed mesh', error.message)
      // A reader of the caller's own may hand over anything.
      if (!(error instanceof InvalidInputError)) throw error
      throw new RobotFileError(file, place, 'a mesh', error.message)
    }
  }
}

/** `"a.stl" of link "b"`, and why, unless that is said elsewhere. */
function shownMissing({ filename, link, reason }: MissingMesh, shared: ReadonlySet<string>): string {
  const why = reason === undefined || shared.has(reason) ? '' : ` (${reason})`
  return `${JSON.stringify(filename)} of link ${JSON.stringify(link)}${why}`
}

function bytesOf({ positions, triangles }: MeshData): number {
  return positions.length * (VERTEX_BYTES / 3) + triangles.length * (TRIANGLE_BYTES / 3)
}

function areCoordinates(positions: Float64Array): boolean {
  for (let k = 0; k < positions.length; k++) if (!(Math.abs(positions[k]!) <= MAX_COORDINATE)) return false
  return true
}

/** A scale that mirrors turns the triangles round: outside stays outside. */
function scaled(data: MeshData, scale: Scale): { positions: Float64Array; triangles: Uint32Array } {
  const { positions, triangles } = data
  if (scale.every((s) => s === 1)) return { positions, triangles }
  const turned = triangles.slice()
  if (scale[0] * scale[1] * scale[2] < 0) turnTriangles(turned, 0, turned.length / 3)
  const moved = new Float64Array(positions.length)
  for (let k = 0; k < moved.length; k++) moved[k] = positions[k]! * scale[k % 3]!
  return { positions: moved, triangles: turned }
}
