// Bytes on their way into SHA-256, and how robots and shapes are laid out in them. A text is the number of its bytes and its bytes
// in UTF-8; a number is a double, little end first, -0 being 0; a list is its length and its items, those of a mesh's triangles
// and tree being 32-bit numbers. The verifier has all of this in code of its own: a change here is one there.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Joint } from './joint.js'
import type { Shape } from './shape.js'

/** Some thousands at a time. */
export class HashedBytes {
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

/** Their number, and of each: name, kind, parent, child, origin, axis, variable, and name, multiplier and offset of what it mimics. */
export function addJoints(bytes: HashedBytes, joints: readonly Joint[]): void {
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

/** `tree`: is the hierarchy of a mesh part of it? */
export function addShape(bytes: HashedBytes, shape: Shape, tree: boolean): void {
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
      bytes.integers(triangles)
      if (tree) for (const list of [order, child, first, end]) bytes.integers(list)
      break
    }
    case 'group':
      bytes.number(shape.parts.length)
      for (const part of shape.parts) addShape(bytes, part, tree)
  }
}
