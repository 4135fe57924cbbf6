// What readers read under a record is what they read from the disk, errors and all, and the disk is not asked.
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contents, recorded, replayed, sha256 } from '../../node/disk.js'
import { readMesh, readPath, readRobot, readScene, readStructure } from '../../node/index.js'

let folder = ''
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-disk-'))
  cpSync(fileURLToPath(new URL('../../examples', import.meta.url)), folder, { recursive: true })
  symlinkSync('/', at('up'))
  writeFileSync(
    at('broken.json'),
    '{"limber":1,"robots":[{"urdf":"arm.urdf"}],"obstacles":[{"shape":{"kind":"mesh","file":"none.obj"}}]}',
  )
  writeFileSync(at('outside.json'), '{"limber":1,"obstacles":[{"shape":{"kind":"mesh","file":"up/etc/hosts"}}]}')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

class Memory implements Contents {
  readonly kept = new Map<string, Uint8Array>()
  put = (hash: string, bytes: Uint8Array): void => void this.kept.set(hash, bytes)
  get = (hash: string): Uint8Array => this.kept.get(hash)!
}

const WORKS: Record<string, () => Promise<unknown>> = {
  scene: async () => {
    const { world, description } = await readScene(at('cell.json'))
    return { description, distance: world.distance([0.8, 1.2, 0.6, 0.6, 0.04]).distance }
  },
  robot: async () => (await readRobot(at('arm.urdf'), { srdf: at('arm.srdf') })).links.length,
  path: () => readPath(at('round-post.json')),
  mesh: () => readMesh(at('tray.obj')),
  structure: async () => (await readStructure(at('helix.pdb'))).atoms,
  'a mesh that is missing': () => readScene(at('broken.json')),
  'a link that leads out': () => readScene(at('outside.json')),
  'a folder': () => readMesh(at('.')),
  'no such file': () => readPath(at('nothing.json')),
}

async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  return work().catch((error: Error) => `${error.name}: ${error.message}`)
}

test('a record answers as the disk did, when the disk is gone', async () => {
  const contents = new Memory()
  const before = new Map<string, unknown>()
  const records = new Map<string, string>()
  for (const [name, work] of Object.entries(WORKS)) {
    before.set(name, await outcome(work))
    records.set(name, JSON.stringify(await recorded(contents, work)))
  }
  for (const [hash, bytes] of contents.kept) expect(sha256(bytes)).toBe(hash)
  rmSync(folder, { recursive: true })
  for (const [name, work] of Object.entries(WORKS)) {
    expect(await outcome(() => replayed(JSON.parse(records.get(name)!), contents, work))).toEqual(before.get(name))
  }
  expect([...before.values()].filter((one) => typeof one === 'string' && one.includes('expected'))).toHaveLength(4)
  // Without its record nothing is there, whatever the disk has.
  expect(await outcome(() => replayed([], contents, () => readMesh('/etc/hosts')))).toContain('no such file')
})
