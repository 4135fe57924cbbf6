// A robot that was made by formula, as a URDF file with its meshes: what it is saved as. Numbers are written so that the same
// doubles are read again; turns are roll, pitch and yaw, which is exact to rounding. URDF has no convex hulls: they are meshes, closed
// and so as solid.
import { convexTriangles, type Joint, type Robot, type Shape } from '../../src/entries/robots.js'
import { product, rollPitchYaw, translation } from '../../view/poses.js'
import { objText, writeObj } from './write-obj.js'

export interface WrittenRobot {
  readonly urdf: string
  /** OBJ files by their paths from the URDF file. */
  readonly meshes: ReadonlyMap<string, string>
}

export function writeUrdf(robot: Robot, name: string): WrittenRobot {
  const meshes = new Map<string, string>()
  const links = robot.links.map(({ name: link, geometry }) => {
    const parts = geometry.flatMap(({ shape, pose }, g) => collisions(shape, pose, `${name}-${link}-${g}`, meshes))
    return parts.length === 0
      ? `  <link name="${quoted(link)}"/>`
      : [`  <link name="${quoted(link)}">`, ...parts.map((part) => `    ${part}`), '  </link>'].join('\n')
  })
  const joints = robot.joints.map((joint) => jointOf(joint, robot))
  const all = ['<?xml version="1.0"?>', `<robot name="${quoted(name)}">`, ...links, ...joints, '</robot>', '']
  return { urdf: all.join('\n'), meshes }
}

function collisions(shape: Shape, pose: Float64Array, name: string, meshes: Map<string, string>): string[] {
  const part = (place: Float64Array, geometry: string): string[] => [
    `<collision>${origin(place)}<geometry>${geometry}</geometry></collision>`,
  ]
  const meshFile = (text: string): string[] => {
    const file = `meshes/${name.replace(/[^\w.-]/g, '_')}.obj`
    meshes.set(file, text)
    return part(pose, `<mesh filename="${file}"/>`)
  }
  switch (shape.kind) {
    case 'box':
      return part(product(pose, shape.pose), `<box size="${Array.from(shape.half, (h) => 2 * h).join(' ')}"/>`)
    case 'cylinder':
      return part(product(pose, shape.pose), `<cylinder radius="${shape.radius}" length="${shape.length}"/>`)
    case 'sphere':
      return part(product(pose, translation(shape.centre)), `<sphere radius="${shape.radius}"/>`)
    case 'capsule': {
      const { place, length } = along(shape.from, shape.to)
      return part(product(pose, place), `<capsule radius="${shape.radius}" length="${length}"/>`)
    }
    case 'mesh':
      return meshFile(writeObj(shape))
    case 'group':
      return shape.parts.flatMap((one, k) => collisions(one, pose, `${name}-${k}`, meshes))
    case 'convex': {
      const triangles = convexTriangles(shape)
      if (triangles.length === 0) throw new Error(`${name} is a flat convex hull, which a URDF file cannot say.`)
      return meshFile(objText(shape.points, triangles))
    }
  }
}

function jointOf(joint: Joint, robot: Robot): string {
  const { name, kind, parent, child, origin: place, axis, lower, upper, mimic, drivers } = joint
  if (drivers.length > 0) throw new Error(`${name} is set by a closed loop, which a URDF file cannot say.`)
  const limit =
    kind === 'revolute' || kind === 'prismatic'
      ? `<limit lower="${lower}" upper="${upper}" effort="0" velocity="0"/>`
      : ''
  const mimics =
    mimic === undefined
      ? ''
      : `<mimic joint="${quoted(mimic.joint)}" multiplier="${mimic.multiplier}" offset="${mimic.offset}"/>`
  return [
    `  <joint name="${quoted(name)}" type="${kind}">`,
    `    ${origin(place)}`,
    `    <parent link="${quoted(robot.links[parent]!.name)}"/><child link="${quoted(robot.links[child]!.name)}"/>`,
    kind === 'fixed' ? '' : `    <axis xyz="${[...axis].join(' ')}"/>${limit}${mimics}`,
    '  </joint>',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function origin(pose: Float64Array): string {
  return `<origin xyz="${pose[3]} ${pose[7]} ${pose[11]}" rpy="${rollPitchYaw(pose).join(' ')}"/>`
}

/** The frame in the middle of two points whose z leads from one to the other. */
export function along(from: Float64Array, to: Float64Array): { place: Float64Array; length: number } {
  const d = from.map((x, k) => to[k]! - x)
  const length = Math.hypot(d[0]!, d[1]!, d[2]!)
  const z = length === 0 ? [0, 0, 1] : Array.from(d, (x) => x / length)
  const [a, b, c] = z as [number, number, number]
  // Any x that is across it.
  const x = Math.abs(a) < 0.9 ? [b * b + c * c, -a * b, -a * c] : [-a * b, a * a + c * c, -b * c]
  const norm = Math.hypot(x[0]!, x[1]!, x[2]!)
  const [p, q, r] = x.map((v) => v / norm) as [number, number, number]
  const y = [b * r - c * q, c * p - a * r, a * q - b * p]
  const m = from.map((v, k) => (v + to[k]!) / 2)
  return { place: Float64Array.of(p, y[0]!, a, m[0]!, q, y[1]!, b, m[1]!, r, y[2]!, c, m[2]!), length }
}

function quoted(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
