// What robots look like: the visual geometry of their files, with the colours of its materials. It is drawn and nothing else: what is
// checked is the geometry that the cell was opened with. A mesh that is missing, or a visual that cannot be read, is said.
import type { Robot } from '../../src/entries/robots.js'
import { type DrawnShape, drawnShapes } from '../../view/drawn-shape.js'
import { isClip, readSceneRobot } from './robot-files.js'
import type { CellParts } from './workcell.js'

export interface DrawnVisual {
  /** The link, as the world calls it. */
  readonly name: string
  readonly shapes: readonly {
    readonly shape: DrawnShape
    /** Red, green, blue and opacity, from 0 to 1; undefined where the file has no colour for it. */
    readonly colour: readonly number[] | undefined
  }[]
}

export interface CellVisuals {
  readonly visuals: readonly DrawnVisual[]
  /** Why there is nothing, or not all. */
  readonly notes: readonly string[]
}

interface Placed {
  readonly robot: Robot
  readonly name: string
  readonly base: CellParts['robots'][number]['base']
  /** Its first number in a configuration of the cell. */
  readonly first: number
  /** Links with visuals. */
  readonly links: readonly number[]
}

export class Visuals {
  private constructor(
    private readonly placed: readonly Placed[],
    private readonly notes: readonly string[],
  ) {}

  static async read({ source, robots }: CellParts): Promise<Visuals> {
    const placed: Placed[] = []
    const notes: string[] = []
    let first = 0
    for (const [r, { robot: checked, name = checked.name, base }] of robots.entries()) {
      const before = first
      first += checked.dof
      const entry = source?.description.robots[r]
      if (source === undefined || entry === undefined || isClip(entry.urdf)) continue
      const own: string[] = []
      try {
        // Not closed: nothing is asked about them.
        const robot = await readSceneRobot(source, { ...entry, geometry: 'visual', open: 'surface' }, own)
        const isSame = robot.variables.join() === checked.variables.join()
        if (!isSame) throw new Error('read with its visual geometry, it has other joints')
        const links = robot.links.filter(({ geometry }) => geometry.length > 0).map(({ index }) => index)
        placed.push({ robot, name, base, first: before, links })
        notes.push(...own.map((note) => note.replace('Missing, and left out:', 'Visual meshes that are missing:')))
      } catch (error) {
        notes.push(`The visual geometry of ${name} cannot be shown: ${(error as Error).message}`)
      }
    }
    if (notes.length === 0 && placed.every(({ links }) => links.length === 0)) {
      notes.push('These robots have no visual geometry: the collision geometry is all there is to show.')
    }
    return new Visuals(placed, notes)
  }

  drawn(): CellVisuals {
    const visuals = this.placed.flatMap(({ robot, name, links }) =>
      links.map((at) => {
        const { name: link, geometry } = robot.links[at]!
        return {
          name: `${name}/${link}`,
          shapes: geometry.flatMap((one) => drawnShapes([one]).map((shape) => ({ shape, colour: one.colour }))),
        }
      }),
    )
    return { visuals, notes: this.notes }
  }

  /** Twelve numbers a visual, in their order. */
  poses(q: ArrayLike<number>): Float32Array {
    const all = Array.from(q)
    const parts = this.placed.flatMap(({ robot, base, first, links }) => {
      const poses = robot.linkPoses(all.slice(first, first + robot.dof), base)
      return links.map((at) => poses.subarray(12 * at, 12 * at + 12))
    })
    const out = new Float32Array(12 * parts.length)
    parts.forEach((pose, i) => {
      out.set(pose, 12 * i)
    })
    return out
  }
}
