// Necklaces that move gently, frame by frame, all frames worked out beforehand: the ropes of ten thousand beads, and the shapes of
// the paper, of which those at rest are made to sway.
import {
  beadGrid,
  coiledRope,
  generatedBackbone,
  grill,
  looseRope,
  type MovingNecklace,
  type NecklaceScene,
  packedRope,
  rollingSpiral,
  scalingHelix,
  spline,
  staticHelix,
  tremblingHairpin,
} from '../../scenes/index.js'

export interface BenchNecklace {
  readonly name: string
  readonly beads: number
  readonly radius: number
  /** Centres, three numbers a bead. Played to and fro. */
  readonly frames: readonly Float64Array[]
}

/** The ropes that targets are set for. */
export function ropes(n: number, frames: number): BenchNecklace[] {
  return [looseRope(n, 1), coiledRope(n, 1), packedRope(n, 1)].map((scene) => moving(scene, frames))
}

/** What else a necklace that chooses for itself must do well on. */
export function shapes(quick: boolean, frames: number): BenchNecklace[] {
  const all = [
    moving(rollingSpiral(), 100),
    moving(tremblingHairpin(), frames),
    swaying(grill(), frames),
    swaying(spline(1600), frames),
    swaying(staticHelix(1600), frames),
    swaying(scalingHelix(6400), frames),
    swaying(generatedBackbone(), frames),
    swaying(beadGrid(64, 2), frames),
    swaying(beadGrid(16, 3), frames),
  ]
  return quick ? all.slice(0, 2) : all
}

function moving(scene: MovingNecklace, count: number): BenchNecklace {
  const frames = Array.from({ length: count }, (_, k) => scene.frame(k))
  return { name: scene.name, beads: frames[0]!.length / 3, radius: scene.radius, frames }
}

/** Waves of a twentieth of a radius a frame at most, through a necklace at rest. */
function swaying({ name, centres, radius }: NecklaceScene, count: number): BenchNecklace {
  const amplitude = 0.25 * radius
  const frames = Array.from({ length: count }, (_, k) =>
    centres.map((x, at) => x + amplitude * Math.sin(0.2 * k + 0.05 * (at - (at % 3)) + 2 * (at % 3))),
  )
  return { name, beads: centres.length / 3, radius, frames }
}
