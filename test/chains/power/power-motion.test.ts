// Power diagrams after motions: whatever moved, and however it was repaired, equal to the one built from scratch.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { PowerDiagram } from '../../../src/chains/power/power-diagram.js'
import { FAMILIES, MOTIONS } from '../../oracle/chains/necklaces-cases.js'

const CASES = Object.keys(FAMILIES).flatMap((family) => [[family, 2 as const] as const, [family, 3 as const] as const])

test.each(CASES)('%s, dimension %i: a few move, all move, one goes astray', (family, dimension) => {
  const random = new Random(81)
  const n = 24
  let lie = FAMILIES[family]!(random, n, dimension)
  const diagram = new PowerDiagram(lie.centres, lie.radii, { dimension })
  const seen = { rebuilt: 0, reinserted: 0 }
  for (const [step, motion] of ['jump', 'still', 'gentle', 'jump', 'swollen', 'astray', 'jump', 'jump'].entries()) {
    const before = diagram.edges()
    lie = MOTIONS[motion]!(random, lie, dimension, FAMILIES[family]!)
    const move = diagram.move(lie.centres, lie.radii)
    const label = `step ${step}, ${motion}: ${JSON.stringify(lie)}`
    const fresh = new PowerDiagram(lie.centres, lie.radii, { dimension })
    expect(diagram.simplices(), label).toEqual(fresh.simplices())
    expect(diagram.hidden(), label).toEqual(fresh.hidden())
    expect(diagram.edges(), label).toEqual(fresh.edges())
    diagram.validate()
    // Where all move a little, only those whose tetrahedra do not stand come out.
    if (move.rebuilt) expect(move.reinserted, label).toBe(0)
    else expect(move.reinserted, label).toBeLessThanOrEqual(move.moved)
    expect(move.edgesChanged).toBe(differing(before, diagram.edges()))
    if (motion === 'still') expect(move).toEqual({ moved: 0, reinserted: 0, rebuilt: false, edgesChanged: 0 })
    if (move.rebuilt) seen.rebuilt++
    if (move.reinserted > 0) seen.reinserted++
  }
  expect(seen.rebuilt).toBeGreaterThan(0)
  // Where the balls span less than their dimension, or a plane that is no coordinate plane, everything is built anew.
  if (['gas', 'unequal', 'packed', 'rope', 'walk'].includes(family)) expect(seen.reinserted).toBeGreaterThan(2)
})

function differing(a: Int32Array, b: Int32Array): number {
  const keys = (list: Int32Array): Set<string> => {
    return new Set(Array.from({ length: list.length / 2 }, (_, k) => `${list[2 * k]} ${list[2 * k + 1]}`))
  }
  const [p, q] = [keys(a), keys(b)]
  return [...p].filter((key) => !q.has(key)).length + [...q].filter((key) => !p.has(key)).length
}

test('balls leave a plane, and come back to it', () => {
  const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 1, 2, 0, 3, 1, 0, 2, 3, 0, 5, 5, 0, 6, 2, 0]
  const diagram = new PowerDiagram(flat, 0.5)
  expect(diagram.dimension).toBe(2)
  const lifted = [...flat]
  lifted[14] = 1
  expect(diagram.move(lifted).rebuilt).toBe(true)
  expect(diagram.dimension).toBe(3)
  diagram.validate()
  expect(diagram.move(flat).rebuilt).toBe(true)
  expect(diagram.dimension).toBe(2)
  expect(diagram.simplices()).toEqual(new PowerDiagram(flat, 0.5).simplices())
})

test('a ball inside another comes to light when that shrinks', () => {
  const random = new Random(82)
  const centres = Array.from({ length: 120 }, () => random.range(-3, 3))
  const radii = Array.from({ length: 40 }, () => 0.2)
  centres.splice(0, 6, 0, 0, 0, 0.1, 0, 0)
  radii[0] = 2
  const diagram = new PowerDiagram(centres, radii)
  expect([...diagram.hidden()]).toContain(1)
  radii[0] = 0.2
  expect(diagram.move(centres, radii)).toMatchObject({ moved: 1, reinserted: 1, rebuilt: false })
  expect([...diagram.hidden()]).not.toContain(1)
  expect(diagram.simplices()).toEqual(new PowerDiagram(centres, radii).simplices())
})

test('refused input changes nothing', () => {
  const diagram = new PowerDiagram([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], 0.1)
  expect(() => diagram.move([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [1, 1, 1, -1])).toThrow('radius[3]')
  expect(diagram.move([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])).toMatchObject({ moved: 0 })
})
