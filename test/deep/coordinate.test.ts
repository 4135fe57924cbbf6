// Diagrams of random robots by samples, and schedules of made-up diagrams by brute force and by playing them, at length.
// LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { Random } from '../../src/entries/robots.js'
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
} from '../oracle/robots/coordination.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

test('[every-timing] nothing touches in a cell that is proved free', () => {
  const tally: DiagramTally = { free: 0, blocked: 0, samples: 0, touching: 0 }
  for (let seed = 1000; seed < 1000 + steps / 50; seed++) {
    expect(diagramComplaint(randomDiagramCase(seed), 100, tally)).toBeUndefined()
  }
  console.log(JSON.stringify(tally))
  expect(tally.touching).toBeGreaterThan(steps / 500)
})

test('[every-timing] schedules are the shortest, and no execution is stuck or where nothing is proved', () => {
  const random = new Random(77)
  let scheduled = 0
  let played = 0
  for (let round = 0; round < steps / 10; round++) {
    const atoms = Array.from({ length: 2 + random.integer(4) }, () => 4 + random.integer(8))
    const grids: number[][] = []
    for (let a = 0; a < atoms.length; a++) {
      for (let b = a + 1; b < atoms.length; b++) {
        grids.push(Array.from(randomGrid(random, atoms[a]!, atoms[b]!, random.integer(atoms.length === 2 ? 6 : 3))))
      }
    }
    const text = { atoms, grids }
    const count = gridComponents(text).reduce((sum, { components }) => sum + components.length, 0)
    if (count > 11) continue
    const found = scheduleOf(text)
    const cost = found?.kind === 'schedule' ? found.cost : Infinity
    expect(cost, JSON.stringify(text)).toBe(bestByDecisions(text))
    if (atoms.length === 2) expect(cost, JSON.stringify(text)).toBe(bestByStates(text))
    if (found?.kind !== 'schedule') continue
    scheduled++
    for (let play = 0; play < 10; play++) {
      played++
      expect(playComplaint(text, found.signals, random), JSON.stringify(text)).toBeUndefined()
    }
  }
  console.log(`${scheduled} schedules, ${played} executions`)
  expect(scheduled).toBeGreaterThan(steps / 100)
})
