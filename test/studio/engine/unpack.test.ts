// Zip archives that are dropped: unpacked as they were made, refused by name where a checksum does not fit.
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unpack } from '../../../studio/engine/unpack.js'

const FILES = {
  'folder/robot.urdf': strToU8('<robot name="r"><link name="a"/></robot>'.repeat(8)),
  'folder/meshes/größe.stl': Uint8Array.from({ length: 300 }, (_, k) =>
    Math.floor(256 * ((k * 0.7548776662 + k * k * 0.5698402909) % 1)),
  ),
  'stored.bin': [strToU8('as it is'), { level: 0 }],
  'empty.txt': new Uint8Array(0),
} as const
const WANTED = Object.entries(FILES).map(
  ([name, file]) => [name, file instanceof Uint8Array ? file : file[0]!] as const,
)

function archive(): Uint8Array {
  return zipSync(FILES as unknown as Parameters<typeof zipSync>[0], { comment: 'a comment at the end' } as object)
}

test('an archive takes the place of itself, folders, stored and empty files and all', () => {
  const found = unpack([
    { path: 'a.zip', bytes: archive() },
    { path: 'plain.txt', bytes: strToU8('plain') },
  ])
  expect([...found.keys()]).toEqual([...WANTED.map(([name]) => name), 'plain.txt'])
  for (const [name, content] of WANTED) expect(found.get(name)).toEqual(content)
})

test('a file whose content or checksum is damaged is refused by its name and that of the archive', () => {
  const bytes = archive()
  const at = String.fromCharCode(...bytes).indexOf('as it is')
  bytes[at]! ^= 1
  expect(() => unpack([{ path: 'a.zip', bytes }])).toThrow(
    /^a\.zip: stored\.bin does not match its checksum \(CRC-32\)/,
  )
})

test('whatever bit of an archive is turned, no file comes out with another content', () => {
  const whole = archive()
  const contents = new Map<string, Uint8Array>(WANTED)
  let refused = 0
  // The first four bytes say that it is an archive at all.
  for (let k = 8 * 4; k < 8 * whole.length; k++) {
    const bytes = whole.slice()
    bytes[k >> 3]! ^= 1 << (k & 7)
    let found: Map<string, Uint8Array>
    try {
      found = unpack([{ path: 'a.zip', bytes }])
    } catch (error) {
      expect((error as Error).message).toMatch(/^a\.zip: /)
      refused++
      continue
    }
    const known = [...contents.values()].map((content) => String(content))
    // Names have no checksum, so one may come out under another; what is in it is what was in it.
    for (const [, content] of found) expect(known).toContain(String(content))
  }
  expect(refused).toBeGreaterThan(8 * 300)
})
