// The geoms of a MuJoCo model, as shapes in the frame of their body. Sizes in MuJoCo are halves: of a box along each axis, of the length of
// a capsule (without its caps) or a cylinder along z.
//
// Meshes. MuJoCo moves the vertices of a mesh to its centre of mass and its principal axes, and moves the geom the other way, so that
// `pos` and `quat` of a geom place the mesh as it is in its file. Before that, vertices are moved by −refpos, turned by the conjugate of refquat
// and scaled. MuJoCo collides the convex hull of a mesh; here it is its triangles.
import { MAX_COORDINATE, MIN_SIZE } from '../../base/math/rounding.js'
import type { GeometryColour } from '../../robots/model/robot.js'
import type { MjcfDefaults, MjcfSettings } from './mjcf-defaults.js'
import { checkAttributes, type MjcfElement, type MjcfView } from './mjcf-element.js'
import { MESH, OTHER_ASSETS, REFUSED } from './mjcf-known.js'
import { alongZ, composed, identity, poseOf, quaternionPose, shiftedBy } from './mjcf-pose.js'
import type { DescribedGeometry } from './robot-description.js'
import { shown } from './robot-xml.js'
import { parseColour } from './urdf-colours.js'

/** The shape of a geom, and its frame in that of the body. */
export interface MjcfShape {
  readonly geometry: DescribedGeometry
  readonly origin: Float64Array
}

type Size = readonly [number, number, number]

const TYPES = ['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh', 'sdf'] as const

/** How many of three sizes a type needs; with `fromto`, which says the length, one. */
const SIZES = { sphere: 1, capsule: 2, cylinder: 2, box: 3, ellipsoid: 3 } as const

/** The meshes that geoms name, and the colours of their materials. */
export class MjcfMeshes {
  private readonly views = new Map<string, MjcfView>()
  private readonly colours = new Map<string, GeometryColour | undefined>()

  constructor(
    root: MjcfElement,
    defaults: MjcfDefaults,
    private readonly settings: MjcfSettings,
  ) {
    for (const section of root.children) {
      if (section.name !== 'asset') continue
      for (const element of section.children) {
        const { name, source, line } = element
        const advice = REFUSED.get(name)
        if (advice !== undefined) source.fail(line, `<asset> <${name}>`, advice, `<${name}>`)
        if (name === 'material')
          this.colours.set(element.attributes.get('name') ?? '', parseColour(element.attributes.get('rgba')))
        if (name === 'mesh') this.add(element, defaults)
        else if (!OTHER_ASSETS.has(name)) {
          source.fail(line, `<asset> <${name}>`, 'an asset that MuJoCo has', `<${name}>`)
        }
      }
    }
  }

  private add(element: MjcfElement, defaults: MjcfDefaults): void {
    checkAttributes(element, MESH)
    const { source, line, attributes } = element
    const own = attributes.get('name') ?? stemOf(attributes.get('file') ?? '')
    if (own === '') source.fail(line, '<mesh>', 'a name or a file', 'neither')
    if (this.views.has(own)) source.fail(line, '<mesh> name', 'a name of its own', shown(own))
    this.views.set(own, defaults.view(element, `mesh ${shown(own)}`, 'mesh'))
  }

  /** Of a geom: its own, or that of its material. */
  colour(geom: MjcfView): GeometryColour | undefined {
    return parseColour(geom.text('rgba')) ?? this.colours.get(geom.text('material') ?? '')
  }

  /** The shape of the mesh that a geom names, and its frame in that of the geom. */
  shape(geom: MjcfView): MjcfShape {
    const name = geom.name('mesh')
    const view: MjcfView = this.views.get(name) ?? geom.fail('mesh', 'a <mesh> of <asset>', shown(name))
    const file = view.element.attributes.get('file')
    if (file === undefined || file.trim() === '' || view.element.children.length > 0) {
      view.fail(
        undefined,
        'a mesh from a file (STL, OBJ): those made by plugins or written into the model are not read',
      )
    }
    const scale = (view.numbers('scale', 3) ?? [1, 1, 1]) as [number, number, number]
    if (scale.includes(0)) view.fail('scale', 'three numbers other than 0', shown(scale.join(' ')))
    const geometry: DescribedGeometry = { kind: 'mesh', filename: this.pathOf(file), scale }
    return { geometry, origin: referencePose(view, scale) }
  }

  /** From the folder of the main file. */
  private pathOf(file: string): string {
    const { meshFolder, stripPath } = this.settings
    const name = stripPath ? file.split(/[\\/]/).at(-1)! : file
    const isWhole = /^([\\/]|[a-z][a-z0-9+.-]*:)/i.test(name)
    const path = isWhole || meshFolder === '' ? name : `${meshFolder.replace(/[\\/]+$/, '')}/${name}`
    // Escapes are of addresses; these are plain paths.
    return path.replaceAll('%', '%25')
  }
}

/** What refpos and refquat come to after scaling: S·Rᵀ·(v − p) = Rᵀ·S·v − Rᵀ·S·p, where S and Rᵀ may be swapped. */
function referencePose(view: MjcfView, scale: Size): Float64Array {
  const [x, y, z] = (view.numbers('refpos', 3) ?? [0, 0, 0]) as [number, number, number]
  const moved = shiftedBy(-scale[0] * x, -scale[1] * y, -scale[2] * z)
  if (!view.has('refquat')) return moved
  const turned = quaternionPose(view, 'refquat')
  const isStraight = turned.every((a, k) => a === identity()[k])
  if (!isStraight && (scale[0] !== scale[1] || scale[0] !== scale[2])) {
    view.fail('refquat', 'the same scale along x, y and z with it', shown(scale.join(' ')))
  }
  const transposed = identity()
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) transposed[4 * i + k] = turned[4 * k + i]!
  return composed(transposed, moved)
}

/** `hand` of `parts/hand.stl`. */
function stemOf(file: string): string {
  const base = file.split(/[\\/]/).at(-1)!
  return base.replace(/(.)\.[^.]*$/, '$1')
}

/** The shape of a geom that counts. */
export function shapeOfGeom(view: MjcfView, settings: MjcfSettings, meshes: MjcfMeshes, isStatic: boolean): MjcfShape {
  const type = view.keyword('type', TYPES, 'sphere')
  if (type === 'hfield' || type === 'sdf') {
    view.fail('type', 'sphere, capsule, cylinder, ellipsoid, box, plane or mesh: Limber has no other geoms', type)
  }
  if (type === 'mesh') {
    if (view.has('fromto')) view.fail('fromto', 'a capsule, cylinder, ellipsoid or box for it', 'a mesh')
    const { geometry, origin } = meshes.shape(view)
    return { geometry, origin: composed(poseOf(view, settings), origin) }
  }
  if (view.has('mesh')) {
    view.fail('mesh', `type="mesh": a ${type} that is fitted to a mesh is not read`, view.text('mesh'))
  }
  if (type === 'plane') {
    if (!isStatic) view.fail('type', 'a plane only in <worldbody> or in a body that does not move', 'plane')
    return { geometry: { kind: 'plane' }, origin: poseOf(view, settings) }
  }
  return primitive(view, settings, type)
}

function primitive(view: MjcfView, settings: MjcfSettings, type: keyof typeof SIZES): MjcfShape {
  const span = view.has('fromto') ? spanOf(view, type) : undefined
  const needed = span === undefined ? SIZES[type] : 1
  const size = view.leading('size', [0, 0, 0]) as [number, number, number]
  for (let k = 0; k < needed; k++) checkSize(view, 'size', size[k]!)
  const origin = span?.origin ?? poseOf(view, settings)
  if (span !== undefined) {
    const isRound = type === 'capsule' || type === 'cylinder'
    if (!isRound) size[2] = span.half
    size[1] = isRound ? span.half : size[0]
  }
  const [a, b, c] = size
  switch (type) {
    case 'sphere':
      return { geometry: { kind: 'sphere', radius: a }, origin }
    case 'capsule':
    case 'cylinder':
      return { geometry: { kind: type, radius: a, length: 2 * b }, origin }
    case 'box':
      return { geometry: { kind: 'box', size: [2 * a, 2 * b, 2 * c] }, origin }
    case 'ellipsoid':
      if (a === b && a === c) return { geometry: { kind: 'sphere', radius: a }, origin }
      return { geometry: { kind: 'ellipsoid', radii: size }, origin }
  }
}

/** `fromto`: z runs from the second point to the first. */
function spanOf(view: MjcfView, type: string): { origin: Float64Array; half: number } {
  if (type === 'sphere') view.fail('fromto', 'a capsule, cylinder, ellipsoid or box for it', 'a sphere')
  if (view.numbers('pos', 3)?.some((x) => x !== 0)) view.fail('pos', 'pos or fromto', 'both')
  const ends = view.numbers('fromto', 6)!
  const way = [0, 1, 2].map((k) => ends[k]! - ends[3 + k]!)
  const length = Math.hypot(...way)
  const half = checkSize(view, 'fromto', length / 2)
  const middle = [0, 1, 2].map((k) => ends[k]! / 2 + ends[3 + k]! / 2)
  const turned = alongZ(way.map((x) => x / length))
  return { origin: composed(shiftedBy(middle[0]!, middle[1]!, middle[2]!), turned), half }
}

function checkSize(view: MjcfView, attribute: string, value: number): number {
  // Twice of it is a length.
  if (value >= MIN_SIZE && value <= MAX_COORDINATE / 2) return value
  return view.fail(attribute, `lengths from ${MIN_SIZE} to ${MAX_COORDINATE / 2}`, view.text(attribute) ?? 'none')
}
