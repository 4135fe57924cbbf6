// Volumes against exact arithmetic, at length. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { Random } from '../../src/math/random.js'
import { POINT_KINDS } from '../oracle/volumes.js'
import { checkVolume, VOLUMES } from '../oracle/volumes-verbs.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 200)

// A failure prints both point sets and the pose.
test.each(VOLUMES)('[never-misses] $name contains its points, merged and moved', (volume) => {
  const random = new Random(101)
  let checked = 0
  for (let run = 0; run < runs; run++) {
    for (const a of POINT_KINDS) {
      checkVolume(volume, random, a, POINT_KINDS[random.integer(POINT_KINDS.length)]!)
      checked++
    }
  }
  expect(checked).toBe(runs * POINT_KINDS.length)
})
