import { describe, expect, test } from 'vitest'
import { worldDocument } from '../../src/entries/robots.js'
import { verifyCoordination } from '../../src/verify/index.js'
import { CASES, regionsOf } from './coordination-cases.js'

describe.each(Object.entries(CASES))('%s', (_, make) => {
  test('valid', () => {
    const t0 = performance.now()
    const own = make()
    const t1 = performance.now()
    const doc = worldDocument(own.world)
    const t2 = performance.now()
    const v = verifyCoordination(doc, own.certificate)
    console.log(t1 - t0, performance.now() - t2, JSON.stringify(v), own.diagrams.map((d) => [d.stats, d.a.atoms, d.b.atoms, d.proof.length, regionsOf(d).map((r) => r.length)]), JSON.stringify(own.certificate.signals))
    expect(v).toMatchObject({ valid: true })
  })
})
