// The hash of a world, worked out anew. What goes into it, and in which order, is written at the head of
// src/motion/certificate-world.ts; this is the same in code of its own.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Shape } from '../bodies/shape.js'
import type { WorldPair } from '../queries/world-pairs.js'
import type { VerifiedWorld } from './world-view.js'

export type Item = string | number | ArrayLike<number>

export function worldHash({ robots, objects, proved }: VerifiedWorld, pairs: readonly WorldPair[]): string {
  const hash = sha256.create()
  const add = (...items: Item[]): void => {
    for (const item of items) hash.update(bytesOf(item))
  }
  add('limber-world-1', robots.length)
  for (const { robot, name, base } of robots) {
    add(name, base, robot.links.length)
    for (const link of robot.links) add(link.name)
    add(robot.joints.length)
    for (const { name: joint, kind, parent, child, origin, axis, variable, mimic } of robot.joints) {
      add(joint, kind, parent, child, origin, axis, variable)
      add(mimic?.joint ?? '', mimic?.multiplier ?? 1, mimic?.offset ?? 0)
    }
  }
  add(objects.length)
  for (const { name, kind, robot, link, geometry } of objects) {
    add(name, kind, robot, link, geometry.length)
    for (const { name: own, pose, shape } of geometry) {
      add(own, pose)
      for (const items of shapeItems(shape)) add(items)
    }
  }
  const allowed = pairs.filter(({ status }) => status === 'allowed')
  add(allowed.length)
  for (const { a, b } of allowed) add(a, b)
  if (proved.length > 0) add('proved', proved.length)
  for (const [a, b] of proved) add(objects[a]!.name, objects[b]!.name)
  return bytesToHex(hash.digest())
}

export function shapeItems(shape: Shape): Item[] {
  switch (shape.kind) {
    case 'sphere':
      return ['sphere', shape.radius, shape.centre]
    case 'capsule':
      return ['capsule', shape.radius, shape.from, shape.to]
    case 'box':
      return ['box', shape.half, shape.pose]
    case 'cylinder':
      return ['cylinder', shape.radius, shape.length, shape.pose]
    case 'convex':
      return ['convex', shape.points]
    case 'mesh': {
      const { positions, triangles, order, child, first, end } = shape.tree
      return ['mesh', positions, triangles, order, child, first, end]
    }
    case 'group':
      return ['group', shape.parts.length, ...shape.parts.flatMap(shapeItems)]
  }
}

/** A text: its length and its letters. A number: eight bytes. A list: its length and its numbers, four bytes each for whole ones. */
export function bytesOf(item: Item): Uint8Array {
  if (typeof item === 'number') return doubles(1, [item])
  if (typeof item !== 'string') {
    const list = item instanceof Uint32Array || item instanceof Int32Array ? integers(item) : doubles(item.length, item)
    return joined(doubles(1, [item.length]), list)
  }
  const letters = utf8ToBytes(item)
  return joined(doubles(1, [letters.length]), letters)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}

function doubles(count: number, values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(8 * count)
  const view = new DataView(bytes.buffer)
  // Adding 0 makes 0 of -0.
  for (let i = 0; i < count; i++) view.setFloat64(8 * i, values[i]! + 0, true)
  return bytes
}

function integers(values: Uint32Array | Int32Array): Uint8Array {
  const bytes = new Uint8Array(4 * values.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < values.length; i++) view.setInt32(4 * i, values[i]!, true)
  return bytes
}
