// Volumes and the realignment of k-DOPs against exact arithmetic, at length. LIMBER_DEEP_STEPS scales it: by default some three
// million point sets are realigned.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { createRealignment } from '../../src/meshes/kdop/kdop-realignment.js'
import { REALIGN_METHODS } from '../../src/meshes/kdop/kdop-turn.js'
import { DOP_SIZES } from '../../src/volumes/kdop-directions.js'
import { POINT_KINDS, randomPoints } from '../oracle/geometry/volumes.js'
import { checkVolume, VOLUMES } from '../oracle/geometry/volumes-verbs.js'
import { checkMoved, checkRealignLower, realignCase, realigned, show } from '../oracle/meshes/kdop-realign.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const runs = Math.ceil(steps / 200)

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

const REALIGNMENTS = REALIGN_METHODS.flatMap((method) => DOP_SIZES.map((k) => ({ method, k })))

test.each(REALIGNMENTS)('[never-misses] $method, k = $k: every moved point is inside', ({ method, k }) => {
  const random = new Random(1000 + k)
  const r = createRealignment(method, k)
  let apart = 0
  for (let run = 0; run < steps; run++) {
    const kind = POINT_KINDS[run % POINT_KINDS.length]!
    const c = realignCase(random, kind)
    checkMoved(r, c)
    if (run % 100 < POINT_KINDS.length) apart += checkRealignLower(r, c, randomPoints(random, 'random'))
  }
  expect(apart).toBeGreaterThan(steps / 1000)
})

test.each([18, 26] as const)('k = %i: all directions and extended are never looser than the major axes', (k) => {
  const random = new Random(2000 + k)
  const axes = createRealignment('major-axes', k)
  const others = [createRealignment('all-directions', k), createRealignment('extended', k)]
  let looser = 0
  for (let run = 0; run < steps; run++) {
    const c = realignCase(random, POINT_KINDS[run % POINT_KINDS.length]!)
    const bound = realigned(axes, c).out
    for (const r of others) {
      const { out } = realigned(r, c)
      for (let d = 0; d < k; d++) {
        if (out[d]! <= bound[d]!) continue
        looser++
        console.log(`${r.method}, direction ${d}: ${out[d]} above ${bound[d]}: ${show(c)}`)
      }
    }
  }
  expect(looser).toBe(0)
})
