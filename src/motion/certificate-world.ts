// The name of a world: a hash of all that a proof of a motion rests on, so that a certificate is not taken for one about another
// world. The verifier works it out for itself (src/verify/world-hash.ts): a change here is one there.
//
// SHA-256 of these bytes. A text is the number of its bytes and its bytes in UTF-8; a number is a double, little end first, -0
// being 0; a list is its length and its items, those of a mesh's triangles and tree being 32-bit numbers.
//   the text `limber-world-1`
//   robots: name, base, links (name), joints (name, kind, parent, child, origin, axis, variable, and of what it mimics: name,
//     multiplier, offset; an empty name if nothing)
//   objects: name, kind, robot, link, and geometries (name, pose, shape)
//   pairs that may touch: both names, in the order of objects
// A shape is its kind and its numbers: radius, centre; radius, from, to; half, pose; radius, length, pose; points; of a mesh
// positions, triangles, and the tree's order, child, first and end; of a group its parts.
// Limits of joints are not in it: a certificate says what is free, not what is permitted.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Robot } from '../bodies/robot.js'
import type { Shape } from '../bodies/shape.js'
import type { WorldModel } from '../queries/world.js'
import { ALLOWED } from '../queries/world-pairs.js'

export function hashWorld({ robots, index }: Pick<WorldModel, 'robots' | 'index'>): string {
  const bytes = new HashedBytes()
  bytes.text('limber-world-1')
  bytes.number(robots.length)
  for (const { robot, name, base } of robots) {
    bytes.text(name)
    bytes.numbers(base)
    addRobot(bytes, robot)
  }
  const { objects, movers, table } = index
  bytes.number(objects.length)
  for (const { name, kind, robot, link, geometry } of objects) {
    bytes.text(name)
    bytes.text(kind)
    bytes.number(robot)
    bytes.number(link)
    bytes.number(geometry.length)
    for (const { name: own, pose, shape } of geometry) {
      bytes.text(own)
      bytes.numbers(pose)
      addShape(bytes, shape)
    }
  }
  const allowed: string[] = []
  for (let a = 0; a < movers; a++) {
    for (let b = a + 1; b < objects.length; b++) {
      if (table.get(a, b) === ALLOWED) allowed.push(objects[a]!.name, objects[b]!.name)
    }
  }
  bytes.number(allowed.length / 2)
  for (const name of allowed) bytes.text(name)
  return bytes.finish()
}

function addRobot(bytes: HashedBytes, { links, joints }: Robot): void {
  bytes.number(links.length)
  for (const { name } of links) bytes.text(name)
  bytes.number(joints.length)
  for (const { name, kind, parent, child, origin, axis, variable, mimic } of joints) {
    bytes.text(name)
    bytes.text(kind)
    bytes.number(parent)
    bytes.number(child)
    bytes.numbers(origin)
    bytes.numbers(axis)
    bytes.number(variable)
    bytes.text(mimic?.joint ?? '')
    bytes.number(mimic?.multiplier ?? 1)
    bytes.number(mimic?.offset ?? 0)
  }
}

function addShape(bytes: HashedBytes, shape: Shape): void {
  bytes.text(shape.kind)
  switch (shape.kind) {
    case 'sphere':
      bytes.number(shape.radius)
      bytes.numbers(shape.centre)
      break
    case 'capsule':
      bytes.number(shape.radius)
      bytes.numbers(shape.from)
      bytes.numbers(shape.to)
      break
    case 'box':
      bytes.numbers(shape.half)
      bytes.numbers(shape.pose)
      break
    case 'cylinder':
      bytes.number(shape.radius)
      bytes.number(shape.length)
      bytes.numbers(shape.pose)
      break
    case 'convex':
      bytes.numbers(shape.points)
      break
    case 'mesh': {
      const { positions, triangles, order, child, first, end } = shape.tree
      bytes.numbers(positions)
      for (const list of [triangles, order, child, first, end]) bytes.integers(list)
      break
    }
    case 'group':
      bytes.number(shape.parts.length)
      for (const part of shape.parts) addShape(bytes, part)
  }
}

/** Bytes on their way into the hash, some thousands at a time. */
class HashedBytes {
  private readonly hash = sha256.create()
  private readonly block = new Uint8Array(8192)
  private readonly view = new DataView(this.block.buffer)
  private used = 0

  number(value: number): void {
    if (this.used + 8 > this.block.length) this.flush()
    // Adding 0 makes 0 of -0.
    this.view.setFloat64(this.used, value + 0, true)
    this.used += 8
  }

  numbers(values: ArrayLike<number>): void {
    this.number(values.length)
    for (let i = 0; i < values.length; i++) this.number(values[i]!)
  }

  integers(values: Uint32Array | Int32Array): void {
    this.number(values.length)
    for (let i = 0; i < values.length; i++) {
      if (this.used + 4 > this.block.length) this.flush()
      this.view.setInt32(this.used, values[i]!, true)
      this.used += 4
    }
  }

  text(value: string): void {
    const bytes = utf8ToBytes(value)
    this.number(bytes.length)
    this.flush()
    this.hash.update(bytes)
  }

  finish(): string {
    this.flush()
    return bytesToHex(this.hash.digest())
  }

  private flush(): void {
    this.hash.update(this.block.subarray(0, this.used))
    this.used = 0
  }
}
