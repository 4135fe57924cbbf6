// The planes of a MuJoCo model. To MuJoCo a plane is infinite, and all that is below it is inside. The engine has no half-spaces, so a plane is the top
// face of a box that reaches far beyond the model: a hundred times its size to each side and downwards, and a hundred units at least, rounded up to a power of ten. What slides or
// flies farther than that passes it by; the note says how far it reaches.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { composed, shiftedBy } from './mjcf-pose.js'
import type { DescribedCollision, DescribedLink, SizedGeometry } from './robot-description.js'
import type { RobotMeshes } from './robot-meshes.js'
import type { UrdfJoint } from './urdf.js'

const TIMES = 100

/** A link without planes. */
export interface SizedLink extends Omit<DescribedLink, 'checked'> {
  readonly checked: readonly (Omit<DescribedCollision, 'geometry'> & { readonly geometry: SizedGeometry })[]
}

export function sizePlanes(
  links: readonly DescribedLink[],
  joints: readonly Pick<UrdfJoint, 'kind' | 'origin' | 'limits'>[],
  meshes: RobotMeshes,
  notes: string[],
): readonly SizedLink[] {
  if (!links.some(hasPlane)) return links as readonly SizedLink[]
  const least = Math.min(TIMES * sizeOf(links, joints, meshes), MAX_COORDINATE / 100)
  let half = 100
  while (half < least) half *= 10
  let planes = 0
  const out = links.map((link) => ({
    ...link,
    checked: link.checked.map(({ geometry, origin, ...rest }) => {
      if (geometry.kind !== 'plane') return { ...rest, geometry, origin }
      planes++
      const side = 2 * half
      return {
        ...rest,
        geometry: { kind: 'box', size: [side, side, side] } as const,
        origin: composed(origin, shiftedBy(0, 0, -half)),
      }
    }),
  }))
  if (planes > 0) {
    notes.push(
      `Planes are the top faces of boxes that reach ${half} to each side and downwards: ${planes} in this model.`,
    )
  }
  return out
}

function hasPlane({ checked }: DescribedLink): boolean {
  return checked.some(({ geometry }) => geometry.kind === 'plane')
}

/** How far the model reaches at most: lengths of all its parts, one after the other. */
function sizeOf(
  links: readonly DescribedLink[],
  joints: readonly Pick<UrdfJoint, 'kind' | 'origin' | 'limits'>[],
  meshes: RobotMeshes,
): number {
  let sum = 0
  for (const { kind, origin, limits } of joints) {
    sum += lengthOf(origin)
    if (kind === 'prismatic') sum += Math.max(Math.abs(limits.lower ?? 0), Math.abs(limits.upper ?? 0))
  }
  for (const { checked } of links)
    for (const { geometry, origin } of checked) sum += lengthOf(origin) + extentOf(geometry, meshes)
  return sum
}

function lengthOf(pose: Float64Array): number {
  return Math.hypot(pose[3]!, pose[7]!, pose[11]!)
}

function extentOf(geometry: DescribedCollision['geometry'], meshes: RobotMeshes): number {
  switch (geometry.kind) {
    case 'box':
      return Math.hypot(...geometry.size)
    case 'sphere':
      return geometry.radius
    case 'cylinder':
    case 'capsule':
      return geometry.radius + geometry.length
    case 'ellipsoid':
      return Math.max(...geometry.radii)
    case 'mesh':
      return meshes.reach(geometry.filename, geometry.scale)
    case 'plane':
      return 0
  }
}
