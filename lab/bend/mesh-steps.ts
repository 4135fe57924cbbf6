// Straight steps of sheets beside the discrete query on the frame at their end: tests of nodes, pairs of triangles, processor time. Both use the
// same tree and the same 18-DOPs. Rolls through large turns are taken with one slab and as many as `auto` chooses.
import { type ClothScene, clothStep } from '../../scenes/index.js'
import { MeshTree, selfCollisions } from '../../src/entries/meshes.js'
import { startWatch } from '../machine.js'
import { median, roundFigure } from '../statistics.js'

export interface MeshStepCase {
  readonly scene: ClothScene
  readonly angle: number
  readonly slabs: 'auto' | number
}

export interface MeshStepRow {
  readonly scene: ClothScene
  readonly triangles: number
  readonly angle: number
  /** `auto` where the engine chose. */
  readonly asked: 'auto' | number
  readonly slabs: number
  readonly outcome: string
  /** Tests of two nodes in one slab, for the step and for the frame at its end, and their ratio. */
  readonly volumeTests: number
  readonly volumeTestsFrame: number
  readonly ratio: number
  readonly leafTests: number
  /** Pairs of hulls that were decided one by one, and those that took whole numbers. */
  readonly hullTests: number
  readonly exactCalls: number
  /** Share of the vertices whose neighbours were proved at once. */
  readonly stars: number
  readonly millis: number
  readonly millisFrame: number
}

/** `triangles`: about that many, 5,000 or more for a roll. `rounds`: steps that are timed, after one to warm up unless it is one only. */
export function measureMeshStep(one: MeshStepCase, count: number, rounds: number): MeshStepRow {
  const { scene, angle, slabs } = one
  const { positions, next, triangles } = clothStep(scene, count, { angle })
  const tree = new MeshTree({ positions, triangles }, { open: 'surface' })
  const end = new MeshTree({ positions, triangles }, { open: 'surface' })
  end.refit(next)
  const times: number[] = []
  const timesFrame: number[] = []
  for (let r = rounds > 1 ? -1 : 0; ; r++) {
    const watch = startWatch()
    const step = tree.checkDeform(next, { slabs })
    const millis = watch()
    const watchFrame = startWatch()
    const frame = selfCollisions(end)
    const millisFrame = watchFrame()
    if (r >= 0) {
      times.push(millis)
      timesFrame.push(millisFrame)
    }
    if (times.length < rounds) continue
    const { stats } = step
    return {
      ...{ scene, triangles: tree.size, angle, asked: slabs, slabs: stats.slabs, outcome: step.outcome },
      volumeTests: stats.volumeTests,
      volumeTestsFrame: frame.stats.volumeTests,
      ratio: roundFigure(stats.volumeTests / frame.stats.volumeTests),
      leafTests: stats.leafTests,
      hullTests: stats.hullTests,
      exactCalls: stats.exactCalls,
      stars: roundFigure(stats.stars / (positions.length / 3)),
      millis: roundFigure(median(times)),
      millisFrame: roundFigure(median(timesFrame)),
    }
  }
}
