// The links and joints of a MuJoCo model. A body is a link of its name, whose frame is that of the body. Joints of a body that are not the last, or
// not at the origin of the body, need links between, without geometry.
//
// A world exempts links that hang on each other directly ("Adjacent"), through links without geometry as well. MuJoCo tests some of these: what
// hangs on the world, what hangs on a body through one without geoms, what <pair> lists. A body whose geometry would be exempted from something
// that MuJoCo tests gets a link `name.frame`, on which everything hangs, and its geometry is in links of their own on it, on which nothing hangs.
import type { MjcfBodies, MjcfBody, MjcfJoint } from './mjcf-bodies.js'
import type { Equalities } from './mjcf-constraints.js'
import type { GeomGroup, GroupPairs } from './mjcf-contacts.js'
import { composed, identity, shiftedBy, turned } from './mjcf-pose.js'
import type { DescribedLink } from './robot-description.js'
import type { UrdfJoint } from './urdf.js'

export class MjcfLinks {
  readonly links: DescribedLink[] = []
  readonly joints: UrdfJoint[] = []
  /** Bodies whose geometry is in links of their own. */
  private readonly split = new Set<MjcfBody>()
  private readonly jointNames: Set<string>
  private readonly linkNames: Set<string>

  constructor(
    private readonly bodies: MjcfBodies,
    private readonly pairs: GroupPairs,
    private readonly equalities: Equalities,
  ) {
    this.jointNames = new Set(bodies.jointByName.keys())
    this.linkNames = new Set([...bodies.byName.keys(), ...pairs.groups.map(({ link }) => link)])
    for (const body of bodies.bodies) if (this.groupsOf(body).length > 1) this.split.add(body)
    while (this.splitMore()) {
      // Splitting one makes what hangs on it hang on those above.
    }
    const frames = new Map<MjcfBody, string>()
    for (const body of bodies.bodies) frames.set(body, this.add(body, frames.get(body.parent!)))
    const { loops } = equalities
    this.joints.forEach((joint, k) => {
      const own = bodies.jointByName.get(joint.name)?.joint
      if (own !== undefined && loops.bySet.has(own))
        this.joints[k] = { ...joint, loop: loops.inputOf(own, this.joints) }
    })
  }

  private groupsOf(body: MjcfBody): readonly GeomGroup[] {
    return this.pairs.ofBody.get(body)!
  }

  /** Splits bodies whose geometry would be exempted from what is tested. True if there were any. */
  private splitMore(): boolean {
    const before = this.split.size
    /** The nearest body, from here upwards, with geometry in the link that others hang on. */
    const nearest = new Map<MjcfBody, MjcfBody>()
    for (const body of this.bodies.bodies) {
      const above = body.parent === undefined ? undefined : nearest.get(body.parent)
      if (above !== undefined) {
        const [upper] = this.groupsOf(above)
        if (this.groupsOf(body).some((group) => this.pairs.areTested(upper!, group))) this.split.add(above)
      }
      const own = this.groupsOf(body).length > 0 && !this.split.has(body) ? body : above
      if (own !== undefined) nearest.set(body, own)
    }
    return this.split.size > before
  }

  /** Returns the link that the children of the body hang on. */
  private add(body: MjcfBody, parent: string | undefined): string {
    const { line } = body.element
    const groups = this.groupsOf(body)
    const isSplit = this.split.has(body)
    const frame = isSplit ? this.unused(`${body.name}.frame`) : body.name
    if (parent !== undefined) this.addJoints(body, parent, frame)
    this.addLink(frame, line, isSplit ? undefined : groups[0], isSplit ? 0 : body.visuals)
    if (!isSplit) return frame
    groups.forEach((group, k) => {
      this.weld(line, frame, group.link, identity())
      this.addLink(group.link, line, group, k === 0 ? body.visuals : 0)
    })
    return frame
  }

  private addLink(name: string, line: number, group: GeomGroup | undefined, visuals: number): void {
    const checked = (group?.geoms ?? []).map(({ name: geom, view, shape, colour }) => ({
      ...{ name: geom, line: view.element.line, file: view.element.source.file },
      ...{ origin: shape.origin, geometry: shape.geometry, colour },
    }))
    this.links.push({ name, line, visuals: Array.from({ length: visuals }, () => ({})), checked })
  }

  private addJoints(body: MjcfBody, parent: string, frame: string): void {
    const { joints, pose } = body
    const { line } = body.element
    if (joints.length === 0) {
      this.weld(line, parent, frame, pose)
      return
    }
    let from = parent
    /** Of the next joint in the link before it, before its own `pos`. */
    let before = pose
    joints.forEach((joint, k) => {
      const [x, y, z] = joint.pos as [number, number, number]
      const isMoved = x !== 0 || y !== 0 || z !== 0
      const isLast = k === joints.length - 1 && !isMoved
      const child = isLast ? frame : this.unused(`${body.name}.${joint.name}`, line)
      const origin = composed(before, shiftedBy(x, y, z))
      this.addJoint(joint, from, child, composed(origin, restOf(joint)))
      before = shiftedBy(-x, -y, -z)
      from = child
    })
    if (from !== frame) this.weld(line, from, frame, before)
  }

  private addJoint(joint: MjcfJoint, parent: string, child: string, origin: Float64Array): void {
    const { name, kind, view, axis } = joint
    const { mimics, held } = this.equalities
    const lower = held.get(joint) ?? joint.lower
    const upper = held.get(joint) ?? joint.upper
    const isLimited = lower !== undefined && upper !== undefined
    this.joints.push({
      ...{ name, line: view.element.line, parent, child, origin },
      kind: kind === 'free' ? 'floating' : kind === 'slide' ? 'prismatic' : isLimited ? 'revolute' : 'continuous',
      axis: [axis[0]!, axis[1]!, axis[2]!],
      limits: isLimited ? { lower, upper } : {},
      mimic: mimics.get(joint),
    })
  }

  private weld(line: number, parent: string, child: string, origin: Float64Array): void {
    let name = `${child}.fixed`
    while (this.jointNames.has(name)) name += "'"
    this.jointNames.add(name)
    const axis: [number, number, number] = [1, 0, 0]
    this.joints.push({ name, line, kind: 'fixed', parent, child, origin, axis, limits: {}, mimic: undefined })
  }

  /** A link's name that nothing has; with a line, the link too, which has no geometry. */
  private unused(wanted: string, line?: number): string {
    let name = wanted
    while (this.linkNames.has(name)) name += "'"
    this.linkNames.add(name)
    if (line !== undefined) this.links.push({ name, line, visuals: [], checked: [] })
    return name
  }
}

/** A joint at `ref` leaves its body where it is, so its origin is where it is at 0. */
function restOf({ kind, axis, ref }: MjcfJoint): Float64Array {
  if (ref === 0) return identity()
  if (kind === 'slide') return shiftedBy(-ref * axis[0]!, -ref * axis[1]!, -ref * axis[2]!)
  return turned(axis, -ref)
}
