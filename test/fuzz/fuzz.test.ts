// A short round of every format; `npm run fuzz` reads ten thousand damaged files of each, in processes of their own, and the bombs.
import { expect, test } from 'vitest'
import { damagedCase, type FuzzFormat, outcomeOf } from './format.js'
import { FORMATS } from './formats.js'
import { DOCUMENTS } from './formats-documents.js'
import { MESHES } from './formats-meshes.js'
import { MOLECULES } from './formats-molecules.js'
import { ROBOTS } from './formats-robots.js'

const FILES = 50

async function shortRound(format: FuzzFormat): Promise<void> {
  for (const given of format.corpus()) expect(await outcomeOf(format, given, 0), given.main).toBe('read')
  for (const given of format.odd?.() ?? []) expect(await outcomeOf(format, given, 0), given.main).not.toMatch(/^wrong/)
  const counts = { read: 0, refused: 0 }
  for (let index = 0; index < FILES; index++) {
    const damaged = damagedCase(format, 1, index)
    const outcome = await outcomeOf(format, damaged, index)
    const again = `npm run fuzz -- --format ${format.name} --seed 1 --from ${index} --count 1`
    expect(outcome, `${damaged.main}, ${damaged.how}; again: ${again}`).not.toMatch(/^wrong/)
    counts[outcome === 'read' ? 'read' : 'refused']++
  }
  // The damage is such that most, but not all, is noticed.
  expect(counts.read, format.name).toBeGreaterThan(0)
  expect(counts.refused, format.name).toBeGreaterThan(FILES / 4)
}

test.each(MESHES.map((format) => [format.name, format] as const))(
  'damaged files are read or refused by name: %s',
  (_, format) => shortRound(format),
)

test.each(ROBOTS.map((format) => [format.name, format] as const))(
  '[robot-files] damaged files are read or refused by name: %s',
  (_, format) => shortRound(format),
)

test.each(DOCUMENTS.map((format) => [format.name, format] as const))(
  '[scene-strict] damaged files are read or refused by name: %s',
  (_, format) => shortRound(format),
)

test.each(MOLECULES.map((format) => [format.name, format] as const))(
  '[structures] damaged files are read or refused by name: %s',
  (_, format) => shortRound(format),
)

test('formats have names of their own, and the same number gives the same files', () => {
  expect(new Set(FORMATS.map(({ name }) => name)).size).toBe(FORMATS.length)
  const text = (format: FuzzFormat, seed: number, index: number): string => {
    const { main, files, how } = damagedCase(format, seed, index)
    return `${how}\n${Buffer.from(files[main]!).toString('latin1')}`
  }
  for (const format of FORMATS) {
    expect(text(format, 2, 7) === text(format, 2, 7), format.name).toBe(true)
    expect([text(format, 2, 8), text(format, 3, 7)].includes(text(format, 2, 7)), format.name).toBe(false)
  }
})
