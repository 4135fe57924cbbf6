// Three tasks of a new user, done with the words on the screen alone: what is found there is what the library says, and a certificate
// that was saved is verified by the library and by the command.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { readScene } from '../../node/index.js'
import { Necklace } from '../../src/entries/chains.js'
import { robotFromFiles, World, worldDocument } from '../../src/entries/robots.js'
import { verifyCertificate } from '../../src/verify/index.js'
import { millimetres, pairNames } from '../../studio/workcell/names.js'
import { limber } from '../cli/run.js'
import { browserTest } from './browser.js'
import { HAIRPIN, hairpin, Newcomer, ROBOT_FILES, TASKS, type Task } from './tasks.js'

const [OWN_ROBOT, CERTIFICATE, CONTACT] = TASKS as [Task, Task, Task]

function report(user: Newcomer, name: string): void {
  const { clicks, keys, files } = user.counted
  console.log(`${name}: ${clicks} clicks, ${keys} keys, ${files} files chosen`)
}

browserTest(OWN_ROBOT.name, async (open) => {
  const studio = await open('', { width: 1440, height: 900 })
  const user = new Newcomer(studio.page)
  const found = await OWN_ROBOT.run(user)
  const robot = await robotFromFiles(ROBOT_FILES, 'turner/turner.urdf')
  const world = new World({ robots: [robot] })
  const nearest = world.distance(world.neutral())
  expect(nearest.distance).toBeGreaterThan(0)
  expect(found).toEqual({
    distance: millimetres(nearest.distance),
    pair: pairNames(nearest, { robots: [robot.name] }),
  })
  expect(user.counted).toEqual({ clicks: 1, keys: 0, files: 1 })
  report(user, OWN_ROBOT.name)
})

browserTest(CERTIFICATE.name, async (open) => {
  const studio = await open('', { width: 390, height: 844, theme: 'light' })
  const user = new Newcomer(studio.page)
  const files = (await CERTIFICATE.run(user)) as Readonly<Record<string, Uint8Array>>
  const folder = mkdtempSync(join(tmpdir(), 'limber-task-'))
  try {
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), bytes)
    }
    const [scene, certificate] = ['scene.json', 'certificate.json'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    const { world } = await readScene(scene)
    const document: unknown = JSON.parse(Buffer.from(files['certificate.json']!).toString())
    expect(verifyCertificate(worldDocument(world), document)).toMatchObject({ valid: true, outcome: 'free' })
    const { code, stdout } = await limber('verify', scene, certificate)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^valid/) as string })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(user.counted.clicks).toBeLessThanOrEqual(4)
  report(user, CERTIFICATE.name)
})

/** The first frame in which beads of the hairpin touch, as the library has it. */
function firstContact(radius: number): number {
  const all = Array.from({ length: HAIRPIN.frames }, (_, k) => k)
  return all.find((k) => new Necklace(hairpin(k), radius).selfCollides())!
}

browserTest(CONTACT.name, async (open) => {
  const studio = await open('', { width: 1440, height: 900 })
  const user = new Newcomer(studio.page)
  const { radius, at } = (await CONTACT.run(user)) as { radius: number; at: number }
  expect(radius).toBeCloseTo(1.9, 5)
  // The arms are 12 Å apart, and 0.25 Å nearer in each frame.
  expect(firstContact(radius)).toBe(Math.ceil((12 - 2 * radius) / 0.25))
  expect(at).toBe(firstContact(radius))
  expect(user.counted).toEqual({ clicks: 3, keys: 0, files: 2 })
  report(user, CONTACT.name)
})
