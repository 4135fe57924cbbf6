// Roadmaps as files: what is read is what was written, and what is damaged, cut short or of another version is refused by name.
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import {
  checkMotion,
  parseRoadmap,
  planNow,
  Random,
  RoadmapFileError,
  roadmapNow,
  roadmapTrails,
  type World,
} from '../../../src/entries/robots.js'
import { ABOVE, BELOW, posts } from '../planning/plan-worlds.js'

function bytesOf(world: World): Uint8Array {
  const result = roadmapNow(world, { vertices: 40, moving: ['arm/j0', 'j1', 'j2'], bounds: { j2: [-2, 2] } })
  if (result.outcome !== 'made') throw new Error(result.outcome)
  return result.roadmap.toBytes(world)
}

/** With another header, and the hash that belongs to it. */
function withHeader(bytes: Uint8Array, change: (header: Record<string, unknown>) => void): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const [first = '', second = ''] = text.split('\n', 2)
  const header = JSON.parse(second)
  change(header)
  const line = `${first}\n${JSON.stringify(header)}`
  const start = 8 * Math.ceil((line.length + 1) / 8)
  const head = `${line.padEnd(start - 1)}\n`
  return sealed(Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(first.length + second.length + 2)]))
}

/** Its last bytes are the hash of the others. */
function sealed(bytes: Uint8Array): Uint8Array {
  const out = Uint8Array.from(bytes)
  out.set(sha256(out.subarray(0, -32)), out.length - 32)
  return out
}

test('[roadmap] what is read gives the same answers, and is written as the same bytes', () => {
  const world = posts()
  const bytes = bytesOf(world)
  const map = parseRoadmap(bytes)
  expect(map.vertices).toBe(40)
  expect(map.toBytes(world)).toEqual(bytes)
  // In the middle of another buffer.
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  expect(parseRoadmap(shifted.subarray(3)).toBytes(world)).toEqual(bytes)
  const path = (roadmap: typeof map): unknown => {
    const result = planNow(world, BELOW, ABOVE, { roadmap })
    return result.outcome === 'solved' ? result.path : result.outcome
  }
  expect(path(parseRoadmap(bytes))).toEqual(path(map))
  // Names are written as ASCII, whatever they are.
  world.addObstacle({ ...posts().geometryOf('left').geometry[0]!, name: 'Pfosten ü 柱' } as never)
  expect(parseRoadmap(map.toBytes(world)).vertices).toBe(map.vertices)
})

test('[roadmap] every byte that is changed, and every cut, is refused', () => {
  const bytes = bytesOf(posts())
  const random = new Random(2)
  for (let k = 0; k < 200; k++) {
    const damaged = bytes.slice()
    const at = k < 40 ? k : random.integer(bytes.length)
    damaged[at] = damaged[at]! ^ (1 << random.integer(8))
    expect(() => parseRoadmap(damaged, 'cell.roadmap'), `byte ${at}`).toThrow(RoadmapFileError)
    const cut = bytes.subarray(0, random.integer(bytes.length))
    expect(() => parseRoadmap(cut, 'cell.roadmap')).toThrow(/^cell\.roadmap/)
  }
  expect(() => parseRoadmap(new Uint8Array(0), 'empty')).toThrow('empty, byte 0: expected a roadmap')
})

test('another version and wrong fields are refused by name, even with the right hash', () => {
  const bytes = bytesOf(posts())
  const later = sealed(Buffer.from(bytes).fill('2', 15, 16))
  expect(() => parseRoadmap(later)).toThrow('expected version 1 of the format, got version 2')
  const refused: [(header: Record<string, unknown>) => void, RegExp][] = [
    [(header) => Reflect.deleteProperty(header, 'world'), /world: expected a hash/],
    [(header) => Object.assign(header, { premises: {} }), /premises: expected robots/],
    [(header) => Object.assign(header, { sets: [[99]] }), /sets: expected lists/],
    [(header) => Object.assign(header, { home: ['x'] }), /home: expected a list of numbers/],
    [(header) => Object.assign(header, { moving: [] }), /moving: expected names/],
    [(header) => Object.assign(header, { clearance: -1 }), /clearance: expected zero or more/],
    [(header) => Object.assign(header, { vertices: 41 }), /expected 123 numbers/],
    [(header) => Object.assign(header, { edges: 1e15 }), /expected 120 numbers and 1000000000000000 edges/],
    [(header) => Object.assign(header, { sets: [] }), /expected an edge between two vertices/],
  ]
  for (const [change, message] of refused) expect(() => parseRoadmap(withHeader(bytes, change))).toThrow(message)
  const other = parseRoadmap(withHeader(bytes, (header) => Object.assign(header, { moving: ['a', 'b', 'c'] })))
  expect(() => other.stateIn(posts())).toThrow('one that moves arm/j0, arm/j1, arm/j2')
})

test('[roadmap] a forged claim is found by a proof, not believed by one', () => {
  const world = posts()
  const bytes = bytesOf(world)
  // A vertex is moved into a post: its edges are claimed to be free.
  const forged = bytes.slice()
  const start = 8 * Math.ceil((Buffer.from(bytes).indexOf('\n', 20) + 1) / 8)
  new DataView(forged.buffer).setFloat64(start, 0.45, true)
  new DataView(forged.buffer).setFloat64(start + 8, 0, true)
  new DataView(forged.buffer).setFloat64(start + 16, 0, true)
  const map = parseRoadmap(sealed(forged))
  expect(world.collides(map.configuration(world, 0))).toBe(true)
  const verdicts = [...roadmapTrails(world, map)].map(({ waypoints }) => checkMotion(world, waypoints).outcome)
  expect(verdicts).toContain('collision')
})
