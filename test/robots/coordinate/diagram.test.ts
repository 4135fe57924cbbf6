// Diagrams of random robots against samples, and schedules of made-up diagrams against brute force.
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/entries/robots.js'
import {
  bestByDecisions,
  bestByStates,
  type DiagramTally,
  diagramComplaint,
  gridComponents,
  playComplaint,
  randomDiagramCase,
  randomGrid,
  scheduleOf,
} from '../../oracle/robots/coordination.js'

describe('diagrams', () => {
  test('[every-timing] nothing touches in a cell that is proved free: random robots, lines and curves', () => {
    const tally: DiagramTally = { free: 0, blocked: 0, samples: 0, touching: 0 }
    for (let seed = 1; seed <= 40; seed++) {
      expect(diagramComplaint(randomDiagramCase(seed), 40, tally)).toBeUndefined()
    }
    expect(tally.free).toBeGreaterThan(1000)
    expect(tally.touching).toBeGreaterThan(20)
  })

  test('a bound that is wrong by two centimetres is seen by the same samples', () => {
    const tally: DiagramTally = { free: 0, blocked: 0, samples: 0, touching: 0 }
    const complaints = Array.from({ length: 30 }, (_, k) =>
      diagramComplaint({ ...randomDiagramCase(k + 1), clearance: -0.02, atom: 2 ** -7 }, 60, tally),
    )
    expect(complaints.filter((one) => one !== undefined).length).toBeGreaterThan(0)
  })
})

describe('schedules', () => {
  test('[every-timing] two robots: as short as a search over all states, and as trying every decision', () => {
    const random = new Random(7)
    let scheduled = 0
    let deadlocks = 0
    for (let round = 0; round < 300; round++) {
      const atoms = [4 + random.integer(9), 4 + random.integer(9)]
      const text = { atoms, grids: [Array.from(randomGrid(random, atoms[0]!, atoms[1]!, random.integer(6)))] }
      const best = bestByStates(text)
      expect(bestByDecisions(text), JSON.stringify(text)).toBe(best)
      const found = scheduleOf(text)
      if (found?.kind === 'schedule') {
        scheduled++
        expect(found.cost, JSON.stringify(text)).toBe(best)
        for (let play = 0; play < 5; play++) expect(playComplaint(text, found.signals, random)).toBeUndefined()
      } else {
        deadlocks++
        expect(best, JSON.stringify(text)).toBe(Infinity)
      }
    }
    expect(scheduled).toBeGreaterThan(100)
    expect(deadlocks).toBeGreaterThan(20)
  })

  test('[every-timing] three and four robots: as short as trying every decision; no execution is stuck or blocked', () => {
    const random = new Random(8)
    let scheduled = 0
    let waits = 0
    for (let round = 0; round < 150; round++) {
      const atoms = Array.from({ length: 3 + random.integer(2) }, () => 4 + random.integer(6))
      const grids: number[][] = []
      for (let a = 0; a < atoms.length; a++) {
        for (let b = a + 1; b < atoms.length; b++) {
          grids.push(Array.from(randomGrid(random, atoms[a]!, atoms[b]!, random.integer(3))))
        }
      }
      const text = { atoms, grids }
      const count = gridComponents(text).reduce((sum, { components }) => sum + components.length, 0)
      if (count > 10) continue
      const best = bestByDecisions(text)
      const found = scheduleOf(text)
      expect(found?.kind === 'schedule' ? found.cost : Infinity, JSON.stringify(text)).toBe(best)
      if (found?.kind !== 'schedule') continue
      scheduled++
      waits += found.signals.length
      for (let play = 0; play < 10; play++) expect(playComplaint(text, found.signals, random)).toBeUndefined()
    }
    expect(scheduled).toBeGreaterThan(30)
    expect(waits).toBeGreaterThan(50)
  })

  test('[every-timing] controls: without one of the signals, or those of components that are never met, executions collide', () => {
    const random = new Random(9)
    let collided = 0
    for (let round = 0; round < 200; round++) {
      const atoms = [6 + random.integer(8), 6 + random.integer(8)]
      const text = { atoms, grids: [Array.from(randomGrid(random, atoms[0]!, atoms[1]!, 3))] }
      const found = scheduleOf(text)
      if (found?.kind !== 'schedule' || found.signals.length === 0) continue
      const dropped = found.signals.slice(1)
      for (let play = 0; play < 20; play++) if (playComplaint(text, dropped, random) !== undefined) collided++
    }
    expect(collided).toBeGreaterThan(100)
  })
})
