// Real robots and proteins, from the folder that LIMBER_DATA names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataRobot } from '../../bench/data-robots.js'
import { clashes, energySum, lennardJones, Protein, parseStructure, Random } from '../../src/entries/molecules.js'
import { box, checkMotion, planNow, World } from '../../src/entries/robots.js'
import type { Row } from './digest.js'
import { freeConfigurations } from './inputs.js'
import { askMotion } from './rows-motions.js'
import { askPlans, smoothed } from './rows-plans.js'
import { askClashes } from './rows-proteins.js'
import { askWorld } from './rows-worlds.js'

const OBSTACLES = [
  { name: 'table', shape: box({ size: [1.6, 1.2, 0.05] }), pose: { at: [0.4, 0, -0.05] } },
  { name: 'wall', shape: box({ size: [0.05, 1.2, 0.8] }), pose: { at: [0.75, 0.3, 0.4] } },
  { name: 'crate', shape: box({ size: [0.3, 0.3, 0.3] }), pose: { at: [-0.4, 0.4, 0.5], rotation: [0, 0, 0.6, 0.8] } },
]

export async function realRobots(row: Row, folder: string): Promise<void> {
  const panda = new World({ robots: [await dataRobot(folder, 'panda', { srdf: true })], obstacles: OBSTACLES })
  askWorld(row, 'Panda', panda, 200)
  const ends = freeConfigurations(panda, new Random(91), 21)
  const motions = ends.slice(1).map((q, k) => [ends[k]!, ends[k]!.map((x, i) => x + 0.3 * (q[i]! - x))])
  askMotion(
    row,
    'Panda, segments',
    motions.map((motion) => checkMotion(panda, motion)),
  )

  const ur5 = new World({ robots: [await dataRobot(folder, 'ur5', { srdf: true })], obstacles: OBSTACLES })
  const [start, goal] = freeConfigurations(ur5, new Random(92), 2)
  const found = planNow(ur5, start!, goal!, { seed: 1, maxMillis: Infinity, maxIterations: 5000 })
  askPlans(row, 'UR5', [found])
  if (found.outcome === 'solved') smoothed(row, ur5, found.path)

  const structure = parseStructure(readFileSync(join(folder, 'proteins', '1pga.pdb')), { name: '1PGA' })
  askClashes(row, '1PGA', clashes(structure))
  for (const keep of ['blocks', 'nodes'] as const) {
    const protein = new Protein(structure, { atoms: 'flexible-sidechains' })
    const random = new Random(93)
    const terms = [lennardJones({ epsilon: 0.2, sigma: 3, cutoff: 9, cap: 20 })]
    const sum = energySum({ positions: protein.coordinates(), terms, exclude: protein.excludedPairs(), keep })
    const totals = [sum.total]
    for (let step = 0; step < 200; step++) {
      protein.turn(random.integer(protein.torsions.length), random.range(-0.2, 0.2))
      totals.push(sum.propose(protein.coordinates(), protein.moved()))
      if (step % 2 === 0) {
        sum.undo()
        protein.undo()
      } else sum.accept()
    }
    row(`1PGA, ${keep}: energies`, totals, sum.save(), sum.recompute())
    row(`1PGA, ${keep}: coordinates`, protein.coordinates())
  }
}
