// The figure of a motion-capture clip as a robot. A joint of the file is a chain of the engine's joints, one a channel: slides first,
// then turns in the order of the channels, all about axes through the joint's point. A bone is a capsule from a joint's point to that of
// a child or of an end site, and belongs to the link behind the joint's last channel.
//
// Bones that meet at a point always touch there, and so do bones that are nearer to each other than their thickness in every pose,
// because only short bones are between them. Such pairs are allowed, with the reason: a finding that no pose can avoid says nothing.
import { MIN_SIZE } from '../../base/math/rounding.js'
import { RobotFileError } from '../../errors.js'
import type { JointInput } from '../../robots/model/joint.js'
import type { AllowedPair, LinkInput } from '../../robots/model/robot.js'
import { capsule } from '../../shapes/shape.js'
import { plural } from '../text/plural.js'
import type { BvhFile, BvhJoint } from './bvh.js'
import type { Three } from './scene-json.js'

/** Thickness of bones if left out: this share of the figure's largest extent in its rest pose. 3.5 cm for a grown-up. */
const THICKNESS = 0.02
/** Positions are printed with some five digits: closer to the offset than this share of it, they are it. */
const SAME_OFFSET = 1e-4

const AXES: readonly Three[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

export interface Figure {
  readonly links: LinkInput[]
  readonly joints: JointInput[]
  readonly allowed: AllowedPair[]
  readonly notes: string[]
  readonly thickness: number
  /** Of each column of a frame: the variable that it sets; undefined where it sets none. */
  readonly variables: readonly (string | undefined)[]
}

/** `scale` is of all lengths. */
export function figureOf(file: BvhFile, name: string, scale: number, given: number | undefined): Figure {
  const { joints: tree } = file
  const notes: string[] = []
  const offsets = tree.map(({ offset }) => scaled(offset, scale))
  const ends = tree.map((joint) => joint.ends.map((end) => scaled(end, scale)))
  const size = largestExtent(tree, offsets, ends)
  if (!(size >= MIN_SIZE)) throw new RobotFileError(name, { field: 'OFFSET' }, 'bones that have a length', 'none')
  const thickness = given ?? THICKNESS * size
  const links: LinkInput[] = [{ name: `${tree[0]!.name}.origin` }]
  const joints: JointInput[] = []
  const variables: (string | undefined)[] = []
  let still = 0
  tree.forEach((joint, at) => {
    const moves = joint.parent === -1 || !standsAtOffset(file, joint, name)
    if (!moves) still += joint.channels.filter(({ kind }) => kind === 'position').length
    const used = joint.channels.filter(({ kind }) => moves || kind === 'rotation')
    variables.push(
      ...joint.channels.map((channel) => (used.includes(channel) ? `${joint.name}.${channel.name}` : undefined)),
    )
    const ordered = [...used].sort((a, b) => Number(a.kind === 'rotation') - Number(b.kind === 'rotation'))
    let parent = joint.parent === -1 ? links[0]!.name : tree[joint.parent]!.name
    let origin: Three | undefined = offsets[at]!
    ordered.forEach((channel, k) => {
      const own = `${joint.name}.${channel.name}`
      const child = k === ordered.length - 1 ? joint.name : own
      const kind = channel.kind === 'rotation' ? 'continuous' : 'prismatic'
      joints.push({ name: own, kind, parent, child, axis: AXES[channel.axis]!, ...placed(origin) })
      if (k < ordered.length - 1) links.push({ name: child })
      parent = child
      origin = undefined
    })
    if (ordered.length === 0) {
      joints.push({ name: `${joint.name}.fixed`, kind: 'fixed', parent, child: joint.name, ...placed(origin) })
    }
    links.push({ name: joint.name, geometry: bonesOf(tree, at, offsets, ends, thickness / 2) })
  })
  if (still > 0) {
    notes.push(`${plural(still, 'position channel')} below the root left out: they repeat OFFSET, or are zero.`)
  }
  if (given === undefined) notes.push(`Bones are ${short(thickness)} thick, 1/50 of the figure's largest extent.`)
  if (offsets[0]!.some((x) => x !== 0) && tree[0]!.channels.some(({ kind }) => kind === 'position')) {
    notes.push("The root's OFFSET is added to its positions; some programs take the positions alone.")
  }
  const allowed = alwaysTouching(tree, offsets, ends, thickness)
  return { links, joints, allowed, notes, thickness, variables }
}

function scaled(offset: Three, scale: number): Three {
  return [offset[0] * scale, offset[1] * scale, offset[2] * scale]
}

function placed(origin: Three | undefined): { origin?: { at: Three } } {
  return origin === undefined ? {} : { origin: { at: origin } }
}

function short(value: number): number {
  return Number(value.toPrecision(3))
}

/**
 * Position channels below the root: programs do not agree whether they are added to OFFSET or stand in its place. Where they are zero, or
 * OFFSET, in every frame, both mean a bone of constant length. Anything else is refused: bones do not stretch.
 */
function standsAtOffset(
  { frames }: BvhFile,
  { name, line, offset, channels, column }: BvhJoint,
  file: string,
): boolean {
  const places = channels.flatMap(({ kind, axis }, k) => (kind === 'position' ? [{ place: column + k, axis }] : []))
  if (places.length === 0) return true
  const room = SAME_OFFSET * Math.hypot(...offset)
  const all = (away: (axis: number) => number): boolean =>
    frames.every((frame) => places.every(({ place, axis }) => Math.abs(frame[place]! - away(axis)) <= room))
  if (all(() => 0) || all((axis) => offset[axis]!)) return true
  throw new RobotFileError(
    file,
    { line, field: `joint ${JSON.stringify(name)}` },
    'bones of constant length: position channels below the root that are zero, or OFFSET, in all frames',
    'others',
  )
}

/** The longest side of the box around all points, every channel being zero. */
function largestExtent(
  tree: readonly BvhJoint[],
  offsets: readonly Three[],
  ends: readonly (readonly Three[])[],
): number {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  const points: Three[] = []
  const take = (from: Three, offset: Three): Three => {
    const point: Three = [from[0] + offset[0], from[1] + offset[1], from[2] + offset[2]]
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, point[k]!)
      high[k] = Math.max(high[k]!, point[k]!)
    }
    return point
  }
  tree.forEach(({ parent }, at) => {
    points.push(take(parent === -1 ? [0, 0, 0] : points[parent]!, offsets[at]!))
    for (const end of ends[at]!) take(points[at]!, end)
  })
  return Math.max(...high.map((x, k) => x - low[k]!))
}

/** Ends of the bones that begin at a joint, in its frame; those without length are left out. */
function tipsOf(
  tree: readonly BvhJoint[],
  at: number,
  offsets: readonly Three[],
  ends: readonly (readonly Three[])[],
): Three[] {
  const children = tree.flatMap(({ parent }, k) => (parent === at ? [offsets[k]!] : []))
  return [...children, ...ends[at]!].filter((tip) => Math.hypot(...tip) >= MIN_SIZE)
}

function bonesOf(
  tree: readonly BvhJoint[],
  at: number,
  offsets: readonly Three[],
  ends: readonly (readonly Three[])[],
  radius: number,
): LinkInput['geometry'] {
  return tipsOf(tree, at, offsets, ends).map((to) => ({ shape: capsule({ radius, from: [0, 0, 0], to }) }))
}

/** A link of the file, by its joint, and points of it with their distances from one of them. */
interface NearPoints {
  readonly link: number
  readonly points: readonly (readonly [point: number, distance: number])[]
}

/**
 * Pairs of links whose bones touch in every pose. From a joint's point the walk goes over rigid distances, within a link from joint to
 * joint, as far as the thickness: whatever hangs on a point that is reached touches what hangs on the first. From a point that was
 * reached over a link the walk leaves that link: its other points are no farther from where it was entered.
 */
function alwaysTouching(
  tree: readonly BvhJoint[],
  offsets: readonly Three[],
  ends: readonly (readonly Three[])[],
  thickness: number,
): AllowedPair[] {
  const children = tree.map((): number[] => [])
  tree.forEach(({ parent }, at) => {
    if (parent !== -1) children[parent]!.push(at)
  })
  const lengths = offsets.map((offset) => Math.hypot(...offset))
  const hasBones = tree.map((_, at) => tipsOf(tree, at, offsets, ends).length > 0)
  // A link's bones touch all of its points: its own joint's and those of its children.
  const linksAt = (point: number): number[] => [point, ...(tree[point]!.parent === -1 ? [] : [tree[point]!.parent])]
  const near = tree.map((_, point) => nearOf(point))
  const pairs = new Map<number, AllowedPair>()
  for (let start = 0; start < tree.length; start++) {
    const reached = new Map([[start, { way: 0, over: -1 }]])
    for (const [point, { way, over }] of reached) {
      for (const a of linksAt(start)) for (const b of linksAt(point)) add(a, b, way)
      for (const { link, points } of near[point]!) {
        if (link === over) continue
        for (const [next, step] of points) {
          const far = way + step
          if (far > thickness || far >= (reached.get(next)?.way ?? Infinity)) continue
          // Again at the end of the list, since it is nearer than it was.
          reached.delete(next)
          reached.set(next, { way: far, over: link })
        }
      }
    }
  }
  return [...pairs.values()]

  function add(a: number, b: number, way: number): void {
    if (a === b || !hasBones[a] || !hasBones[b]) return
    const key = Math.min(a, b) * tree.length + Math.max(a, b)
    const reason = way === 0 ? 'Bones meet at a joint' : 'Bones between are shorter than the thickness'
    if (pairs.has(key) && way > 0) return
    pairs.set(key, { a: tree[a]!.name, b: tree[b]!.name, reason })
  }

  /** Points of the links that a point is on, no farther than the thickness. */
  function nearOf(point: number): NearPoints[] {
    const { parent } = tree[point]!
    const own = offsets[point]!
    const isNear = ([, distance]: readonly [number, number]): boolean => distance <= thickness
    const below = children[point]!.map((child) => [child, lengths[child]!] as const)
    const beside = (parent === -1 ? [] : children[parent]!).filter((other) => other !== point)
    const around = beside.map((other) => {
      const to = offsets[other]!
      return [other, Math.sqrt((own[0] - to[0]) ** 2 + (own[1] - to[1]) ** 2 + (own[2] - to[2]) ** 2)] as const
    })
    return [
      { link: point, points: below.filter(isNear) },
      ...(parent === -1
        ? []
        : [{ link: parent, points: [[parent, lengths[point]!] as const, ...around].filter(isNear) }]),
    ]
  }
}
