// A short round of every format; `npm run fuzz` reads ten thousand damaged files of each, in processes of their own, and the bombs.
import { expect, test } from 'vitest'
import { damagedCase, type FuzzFormat, outcomeOf } from './format.js'
import { FORMATS } from './formats.js'
import { DOCUMENTS } from './formats-documents.js'
import { MESHES } from './formats-meshes.js'
import { MOLECULES } from './formats-molecules.js'
import { ROBOTS } from './formats-robots.js'
import { ROS } from './formats-ros.js'

const FILES = 30

/** How many of the damaged ones are read. */
async function readOf(format: FuzzFormat): Promise<number> {
  const { name } = format
  for (const given of format.corpus()) expect(await outcomeOf(format, given, 0), `${name} ${given.main}`).toBe('read')
  for (const given of format.odd?.() ?? []) {
    expect(await outcomeOf(format, given, 0), `${name} ${given.main}`).not.toMatch(/^wrong/)
  }
  let read = 0
  for (let index = 0; index < FILES; index++) {
    const damaged = damagedCase(format, 1, index)
    const outcome = await outcomeOf(format, damaged, index)
    const again = `npm run fuzz -- --format ${name} --seed 1 --from ${index} --count 1`
    expect(outcome, `${damaged.main}, ${damaged.how}; again: ${again}`).not.toMatch(/^wrong/)
    if (outcome === 'read') read++
  }
  return read
}

async function shortRound(formats: readonly FuzzFormat[]): Promise<void> {
  let read = 0
  for (const format of formats) read += await readOf(format)
  // The damage is such that most, but not all, is noticed.
  expect(read).toBeGreaterThan(formats.length)
  expect(read).toBeLessThan(0.4 * FILES * formats.length)
}

test('damaged meshes and vertex caches are read or refused by name', () => shortRound(MESHES))
test('[robot-files] damaged robots are read or refused by name', () => shortRound(ROBOTS))
test('damaged messages of ROS and planning scenes are read or refused by name', () => shortRound(ROS))
test('[scene-strict] damaged documents are read or refused by name', () => shortRound(DOCUMENTS))
test('[structures] damaged structures and frames are read or refused by name', () => shortRound(MOLECULES))

test('formats have names of their own, and the same number gives the same files', () => {
  expect(new Set(FORMATS.map(({ name }) => name)).size).toBe(FORMATS.length)
  const text = (format: FuzzFormat, seed: number, index: number): string => {
    const { main, files, how } = damagedCase(format, seed, index)
    return `${how}\n${Buffer.from(files[main]!).toString('latin1')}`
  }
  for (const format of FORMATS) {
    const made = text(format, 2, 7)
    expect(text(format, 2, 7) === made, format.name).toBe(true)
    expect([text(format, 2, 8), text(format, 3, 7)].includes(made), format.name).toBe(false)
  }
})
