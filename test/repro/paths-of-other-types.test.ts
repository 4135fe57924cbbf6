// Callers from JavaScript: a path that is no string ended in "text.split is not a function", options of null in "Cannot read properties of
// null", and a field of a job that is wrong was said to be "an object", whatever it was.
import { expect, test } from 'vitest'
import * as node from '../../node/index.js'
import { InvalidInputError } from '../../src/index.js'
import { runBatch as inPage } from '../../web/index.js'

const { readFrames, readMesh, readPath, readRoadmap, readScene, readStructure, runBatch } = node
type Read = (...given: readonly never[]) => Promise<unknown>
const readers: Readonly<Record<string, Read>> = {
  readFrames,
  readMesh,
  readPath,
  readRoadmap,
  readScene,
  readStructure,
}

test.each(Object.entries(readers))('%s', async (_, read) => {
  for (const path of [undefined, null, 5, {}] as never[]) {
    await expect(read(path)).rejects.toThrow('path must be the path of a file')
  }
  if (read === readPath || read === readRoadmap) return
  await expect(read('none' as never, null as never)).rejects.toThrow('options must be a record, got null')
})

test('runBatch', async () => {
  const run = async (...given: unknown[]): Promise<void> => {
    for await (const _ of runBatch(...(given as Parameters<typeof runBatch>)));
  }
  for (const jobs of [undefined, null, 5, 'x', {}])
    await expect(run(jobs)).rejects.toThrow('jobs must be a list of jobs')
  await expect(run([], null)).rejects.toThrow(InvalidInputError)
  await expect(run([], { gpu: 'yes' })).rejects.toThrow('options.gpu must be true or false, got "yes"')
  await expect(run([], { gpu: true, queue: 'redis://h' })).rejects.toThrow('left out with a queue')
  await expect(run([{ job: 'nope' }])).rejects.toThrow(/jobs\[0\]\.job must be one of .*, got "nope"$/)
  const query = { job: 'query', a: 'a.obj', b: 'b.obj', poses: [{}, 'x'] }
  await expect(run([query])).rejects.toThrow(/jobs\[0\]\.poses\[1\] must be an object.*, got "x"$/)
})

test('runBatch in a page', async () => {
  for (const options of [undefined, null, 5, {}] as never[]) {
    await expect(inPage([], options).next()).rejects.toThrow(InvalidInputError)
  }
})
