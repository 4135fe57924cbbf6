// Damaged GRO, XTC, TRR and BinaryCIF files, ten thousand of each: read or refused with a named error, none in more than two
// seconds, and none with more than 512 MB. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { damageOne } from '../formats/meshes/mutate.js'
import { outcomeOfFrames, seedFrames } from '../formats/molecules/frames-mutate.js'
import { outcomeOfStructure, seedStructures } from '../formats/molecules/structure-mutate.js'

const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const MOST_MILLIS = 2000
const MOST_BYTES = 512 * 2 ** 20

test.each(['gro', 'xtc', 'trr', 'bcif'])(`${files} damaged %s files are read or refused`, (format) => {
  const isOurs = ({ name }: { readonly name: string }): boolean => new RegExp(`\\.${format}(\\.gz)?$`).test(name)
  const frames = seedFrames().filter(isOurs)
  const structures = seedStructures().filter(isOurs)
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let [slowest, largest] = [0, 0]
  for (let seed = 1; seed <= files; seed++) {
    const random = new Random(3_000_000 + seed)
    const before = process.memoryUsage.rss()
    const began = performance.now()
    const asFrames = structures.length === 0 || (frames.length > 0 && seed % 2 === 0)
    const file = damageOne(random, asFrames ? frames : structures)
    const outcome = asFrames ? outcomeOfFrames(file) : outcomeOfStructure(file)
    slowest = Math.max(slowest, performance.now() - began)
    largest = Math.max(largest, process.memoryUsage.rss() - before)
    if (outcome.startsWith('wrong')) wrong.push(`${format} ${seed}: ${file.name}, ${file.how}: ${outcome}`)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  const outcomes = Object.fromEntries(counts)
  console.log(
    JSON.stringify({ format, files, outcomes, slowest: Math.round(slowest), largest: Math.round(largest / 2 ** 20) }),
  )
  expect(wrong).toEqual([])
  expect(slowest).toBeLessThan(MOST_MILLIS)
  expect(largest).toBeLessThan(MOST_BYTES)
})
