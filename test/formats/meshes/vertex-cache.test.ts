import { expect, test } from 'vitest'
import { InvalidInputError, MeshFileError } from '../../../src/errors.js'
import { parseVertexCache, type VertexCacheOptions } from '../../../src/formats/meshes/vertex-cache.js'
import { gzipped } from '../molecules/frames-samples.js'
import { mdd, pc2 } from '../samples.js'

const FRAMES = [
  [0, 0, 0, 1, 0.5, -2],
  [0.25, 0, 0, 1, 0.5, 2],
  [8, 0, 1, 1, 0.5, 2],
]

const FORMS = [
  ['pc2', pc2(FRAMES), [1, 1.5, 2]],
  ['mdd', mdd(FRAMES), [0, Math.fround(1 / 25), Math.fround(2 / 25)]],
] as const

test.each(FORMS)('%s: frames and times, gzipped or not, in any order', (format, bytes, times) => {
  for (const content of [bytes, gzipped(bytes)]) {
    const cache = parseVertexCache(content, { name: `a.${format}` })
    expect(cache).toMatchObject({ format, count: 3, vertices: 2 })
    expect([...cache.times]).toEqual(times)
    for (const k of [2, 0, 1, 1]) expect([...cache.frame(k)]).toEqual(FRAMES[k])
    expect(() => cache.frame(3)).toThrow(InvalidInputError)
    expect(() => cache.frame(-1)).toThrow(InvalidInputError)
  }
})

test('frames are those of the bytes that were given, whatever becomes of them', () => {
  const bytes = pc2(FRAMES)
  const cache = parseVertexCache(bytes)
  bytes.fill(0)
  expect([...cache.frame(1)]).toEqual(FRAMES[1])
})

function changed(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = bytes.slice()
  change(new DataView(copy.buffer))
  return copy
}

test.each([
  ['nothing', new Uint8Array(0), {}, 'a vertex cache: PC2 or MDD, got 0 bytes'],
  ['a header that is cut', pc2(FRAMES).slice(0, 20), {}, 'a header of 32 bytes, got 20 bytes'],
  ['another version', changed(pc2(FRAMES), (v) => v.setInt32(12, 2, true)), {}, 'byte 12, version: expected 1, got 2'],
  [
    'no points',
    changed(pc2(FRAMES), (v) => v.setInt32(16, 0, true)),
    {},
    'byte 16, number of points: expected one or more, got 0',
  ],
  [
    'too many points',
    changed(pc2(FRAMES), (v) => v.setInt32(16, 2 ** 31 - 1, true)),
    {},
    '3 frames of 2147483647 vertices, which take',
  ],
  ['no samples', changed(pc2(FRAMES), (v) => v.setInt32(28, -1, true)), {}, 'expected one or more, got -1'],
  ['one byte less', pc2(FRAMES).slice(0, -1), {}, '3 frames of 2 vertices, which take 104 bytes, got 103 bytes'],
  ['a rate of 0', changed(pc2(FRAMES), (v) => v.setFloat32(24, 0, true)), {}, 'byte 24, sample rate'],
  ['a start that is no number', changed(pc2(FRAMES), (v) => v.setInt32(20, -1, true)), {}, 'a number, got NaN'],
  [
    'no frames',
    changed(mdd(FRAMES), (v) => v.setInt32(0, 0)),
    {},
    'byte 0, number of frames: expected one or more, got 0',
  ],
  ['one byte more', Uint8Array.of(...mdd(FRAMES), 0), {}, '3 frames of 2 vertices, which take 92 bytes, got 93 bytes'],
  ['a time that is no number', changed(mdd(FRAMES), (v) => v.setInt32(12, -1)), {}, 'byte 12, time of frame 1'],
  ['PC2 by order', mdd(FRAMES), { format: 'pc2' }, '"POINTCACHE2" and a zero byte'],
  ['a file that is too large', mdd(FRAMES), { maxBytes: 90 }, 'a file of at most 90 bytes (option maxBytes), got 92'],
] as [string, Uint8Array, VertexCacheOptions, string][])('%s is refused', (_, bytes, options, message) => {
  const read = (): unknown => parseVertexCache(bytes, options)
  expect(read).toThrow(MeshFileError)
  expect(read).toThrow(message)
})

test('a coordinate that is not a finite number is refused when its frame is asked for', () => {
  const cache = parseVertexCache(changed(pc2(FRAMES), (v) => v.setFloat32(32 + 4 * 7, Number.NaN, true)))
  expect([...cache.frame(0)]).toEqual(FRAMES[0])
  expect(() => cache.frame(1)).toThrow('byte 60, vertex 0 of frame 1: expected a finite coordinate, got NaN')
})

test('options that are wrong', () => {
  for (const options of [null, { format: 'abc' }, { name: 1 }, { maxBytes: 0 }, { other: 1 }]) {
    expect(() => parseVertexCache(mdd(FRAMES), options as unknown as VertexCacheOptions)).toThrow(InvalidInputError)
  }
  expect(() => parseVertexCache('text' as unknown as Uint8Array)).toThrow(InvalidInputError)
})
