// All arms at once, without any signal: which of these motions collide, and how many of them samples at fixed times do not see.
import { checkMotion } from '../../src/entries/robots.js'
import { RobotSchedule } from '../../src/robots/coordinate/schedule.js'
import { samplesTouch } from './delays.js'
import { KINDS } from './diagrams.js'
import type { CellPart } from './part.js'
import { cellScene } from './scenes.js'
import { pathsOf } from './try-cell.js'

/** Seconds between samples. */
const STEPS = [0.2, 0.1, 0.05, 0.01]

export const measureSampling: CellPart = (robots, quick, progress) => {
  const rows = (quick ? KINDS.slice(0, 1) : KINDS.slice(0, 3)).map((kind, k) => {
    const missed = STEPS.map(() => 0)
    let motions = 0
    let collide = 0
    const most = quick ? 4 : 40
    for (let seed = 1; motions < most && seed <= 2 * most; seed++) {
      progress((k + motions / most) / 3, `${kind.name}, seed ${seed}`)
      const scene = cellScene(robots, kind, seed)
      if (scene === undefined) continue
      motions++
      const motion = new RobotSchedule(pathsOf(scene), [], 0).motion(scene.world)
      if (checkMotion(scene.world, motion).outcome === 'free') continue
      collide++
      STEPS.forEach((step, n) => {
        if (!samplesTouch(scene.world, motion, step)) missed[n]!++
      })
    }
    return { arms: kind.name, motions, collide, missed }
  })
  const misses = rows.reduce((sum, { missed }) => sum + missed[0]!, 0)
  return {
    rows,
    head: ['arms', 'motions', 'collide', ...STEPS.map((step) => `missed at ${1000 * step} ms`)],
    table: rows.map(({ arms, motions, collide, missed }) => [arms, `${motions}`, `${collide}`, ...missed.map(String)]),
    checks: [{ claim: 'samples every 200 ms miss collisions', passed: misses > 0, seen: `${misses}` }],
  }
}
