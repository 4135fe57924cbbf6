// The hash of a world, worked out anew. What goes into it, and in which order, is written at the head of
// src/motion/certificate-world.ts; this is the same in code of its own.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Shape } from '../bodies/shape.js'
import type { WorldPair } from '../queries/world-pairs.js'
import type { VerifiedWorld } from './world-view.js'

type Item = string | number | ArrayLike<number>

export function worldHash({ robots, objects }: VerifiedWorld, pairs: readonly WorldPair[]): string {
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
  return bytesToHex(hash.digest())
}

function shapeItems(shape: Shape): Item[] {
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

/** A text: its length and its letters. A number: eight bytes. A list of numbers: its length and the numbers. */
function bytesOf(item: Item): Uint8Array {
  if (typeof item === 'number') return doubles([item])
  if (typeof item !== 'string') return doubles([item.length], item)
  const letters = utf8ToBytes(item)
  const bytes = new Uint8Array(8 + letters.length)
  bytes.set(doubles([letters.length]))
  bytes.set(letters, 8)
  return bytes
}

function doubles(head: ArrayLike<number>, tail: ArrayLike<number> = []): Uint8Array {
  const bytes = new Uint8Array(8 * (head.length + tail.length))
  const view = new DataView(bytes.buffer)
  // Adding 0 makes 0 of -0.
  for (let i = 0; i < head.length; i++) view.setFloat64(8 * i, head[i]! + 0, true)
  for (let i = 0; i < tail.length; i++) view.setFloat64(8 * (head.length + i), tail[i]! + 0, true)
  return bytes
}
