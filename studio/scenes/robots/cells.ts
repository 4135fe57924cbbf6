// The cells of several robots that the studio brings along: arms on a circle around a table, each with a path through the middle.
import { sixAxisArm } from '../../../scenes/index.js'
import { box, type RobotPlacement } from '../../../src/entries/robots.js'
import type { CellParts } from '../../workcell/workcell.js'
import type { RobotPaths } from './state.js'

export interface RobotsCell extends CellParts {
  /** By robot: waypoints in its own variables. */
  readonly paths: RobotPaths
}

/** Over the robot's own foot, turned to a side. */
const back = (turn: number): number[] => [turn, -0.3, 0.2, 0, 0.9, 0]
/** Over the table. */
const reach = (turn: number, lean: number, elbow = 0.2): number[] => [turn, lean, elbow, 0, 0.6, 0]

export const ROBOT_CELLS: Readonly<Record<string, () => RobotsCell>> = {
  two: () =>
    table('Two arms at a table', 0.95, {
      left: [back(-1.1), reach(-0.15, 0.45, 0.1), back(0.2), reach(0.3, 0.4), back(1.1)],
      right: [back(0.9), reach(0.2, 0.45), back(-0.5), reach(-0.1, 0.45, 0.1), back(-1)],
    }),
  four: () => {
    const path = [back(-0.7), reach(-0.05, 0.42, 0.15), back(0.7)]
    return table('Four arms at a table', 1.2, { west: path, south: path, east: path, north: path })
  },
  // Each ends where the other has to begin.
  swap: () => {
    const path = [reach(0.55, 0.5, 0.1), reach(-0.55, 0.5, 0.1)]
    return table('Two arms that cannot pass', 0.9, { left: path, right: path }, 0.4)
  },
}

/** Arms that face the middle of a table, `radius` metres from it. */
function table(title: string, radius: number, paths: RobotPaths, size = 0.55): RobotsCell {
  const names = Object.keys(paths)
  const arm = sixAxisArm('irb', { name: 'arm', forearm: 0.755, sides: 16, gunSides: 10, gunBands: 2 })
  const robots = names.map((name, k): RobotPlacement => {
    const turn = (2 * Math.PI * k) / names.length
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    return { robot: arm, name, base: { at: [-radius * c, -radius * s, 0], rotation: [c, -s, 0, s, c, 0, 0, 0, 1] } }
  })
  return {
    title,
    robots,
    obstacles: [
      { name: 'floor', shape: box({ size: [2 * radius + 1.6, 2 * radius + 1.6, 0.04], at: [0, 0, -0.02] }) },
      { name: 'table', shape: box({ size: [size, size, 0.4] }), pose: { at: [0, 0, 0.2] } },
    ],
    allowed: names.map((name) => [`${name}/base`, 'floor'] as const),
    fixed: ['floor'],
    start: names.flatMap((name) => paths[name]![0]!),
    paths,
    from: [0.35, -1, 0.75],
    around: { centre: [0, 0, 0.6], radius: radius + 0.55 },
  }
}
