// Jobs as they are read, and their schema: both come from one table; here they are compared on good lines and bad ones.
import { expect, test } from 'vitest'
import { jobSchema, readJob } from '../../src/entries/batch.js'

function read(value: object): unknown {
  const source = {
    fail({ field }: { readonly field?: string | undefined }, expected: string): never {
      throw new Error(`${field}: ${expected}`)
    },
  }
  return readJob(value, '7', source)
}

test('the schema in the package is that of the reader', async () => {
  await expect(`${JSON.stringify(jobSchema(), null, 2)}\n`).toMatchFileSnapshot('../../schemas/job.json')
})

test('a job without an id is called by its line', () => {
  const job = { job: 'check', scene: 'cell.json', path: { joints: ['a'], waypoints: [[0], [1]] } }
  expect(read(job)).toEqual({ id: '7', ...job })
  expect(read({ ...job, id: 'one' })).toEqual({ ...job, id: 'one' })
})

test.each<[object, string]>([
  [{}, 'job: one of check, distance, collides, plan, smooth, query, allow, clashes, fold'],
  [{ job: 'check' }, 'scene: a scene file, or a URDF file'],
  [{ job: 'check', scene: 'a', path: 7 }, 'path: the path of a file, or what such a file holds'],
  [{ job: 'check', scene: 'a', path: 'b', dleta: 1 }, 'dleta: no field of that name: known are id, job, scene, read'],
  [{ job: 'check', scene: 'a', path: 'b', read: { open: 'ajar' } }, 'read.open: one of close, solid, surface, refuse'],
  [{ job: 'allow', robot: 'a', pair: ['x'] }, 'pair: a list of 2 names'],
  [{ job: 'query', a: 'a', b: 'b', poses: [] }, 'poses: a list of one or more'],
  [{ job: 'query', a: 'a', b: 'b', poses: [{ t: [0, 0, '0'] }] }, 'poses[0].t[2]: a finite number'],
  [{ job: 'plan', scene: 'a', from: 'b', to: 'c', seed: 1.5 }, 'seed: a whole number of 0 or more'],
])('a bad job is refused by its field: %j', (job, message) => {
  expect(() => read(job)).toThrow(message)
})
