import { describe, expect, test } from 'vitest'
import { worldDocument } from '../../src/entries/robots.js'
import { verifyCoordination } from '../../src/verify/index.js'
import { verifyCoordinationExactly } from '../../src/verify/exact/index.js'
import { CASES } from './coordination-cases.js'

describe.each(Object.entries(CASES))('%s', (_, make) => {
  test('valid', () => {
    const t0 = performance.now()
    const own = make()
    const t1 = performance.now()
    const doc = worldDocument(own.world)
    const t2 = performance.now()
    const v = verifyCoordination(doc, own.certificate)
    const t3 = performance.now()
    const w = verifyCoordinationExactly(doc, own.certificate)
    const t4 = performance.now()
    console.log(t1 - t0, t3 - t2, t4 - t3, JSON.stringify(own.certificate).length)
    expect(w).toEqual(v)
  })
})
