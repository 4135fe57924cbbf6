// PowerDiagram: the regular triangulation of balls in the plane or in space, which is the dual of their power diagram (the
// Voronoi diagram with |q − c|² − r² for a distance), kept as the balls move. This file is the public face: triangulations are
// in power-diagram-complex.ts, what they say about necklaces in power-closest.ts. Invariants: `balls` are those that the
// triangulation was made of; lists are made when they are asked for, and handed out as copies.

import { checkFields, checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { ballCount, readCentres, readRadii } from '../../geometry/balls/ball-input.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { PowerView } from './power-closest.js'
import { buildComplex, type PowerComplex } from './power-diagram-complex.js'
import { edgesChanged, edgesOf, sortCorners, sortSimplices } from './power-diagram-lists.js'
import { movedBalls, REINSERTED_SHARE, reinsert } from './power-motion.js'

/** How a PowerDiagram is built. */
export interface PowerDiagramOptions {
  /** Numbers a centre has. Default 3. */
  readonly dimension?: 2 | 3
}

/** What a motion did to the diagram. */
export interface PowerMove {
  /** Balls whose numbers changed. */
  readonly moved: number
  /** Balls that were taken out and put in again; none where it was built again. */
  readonly reinserted: number
  readonly rebuilt: boolean
  /** Edges that came or went. */
  readonly edgesChanged: number
}

/**
 * The power diagram of balls. Two balls share an edge where their cells share a wall; a hidden ball has no cell. Exact on the
 * numbers given; where more balls than needed share a corner, edges are chosen as if later balls were smaller by a trifle, so
 * that the answer depends on the balls alone.
 */
export class PowerDiagram {
  private readonly balls: Float64Array
  private readonly numbers: 2 | 3
  private complex: PowerComplex
  private sorted: Int32Array | undefined
  private pairs: Int32Array | undefined
  private covered: Int32Array | undefined

  /** Centres, two or three numbers each; one radius for all or one each, zero or more. */
  constructor(centres: ArrayLike<number>, radius: number | ArrayLike<number>, options: PowerDiagramOptions = {}) {
    checkFields('', options, ['dimension'])
    const { dimension = 3 } = options
    if (dimension !== 2 && dimension !== 3) throw new InvalidInputError('dimension', dimension, '2 or 3')
    this.numbers = dimension
    this.balls = new Float64Array(BALL * ballCount(centres, dimension))
    readCentres(this.balls, centres, dimension)
    readRadii(this.balls, radius)
    this.complex = buildComplex(this.balls)
  }

  /** Balls, hidden ones included. */
  get size(): number {
    return this.balls.length / BALL
  }

  /** Of the smallest flat through all centres: 0 in one place, 1 on a line, 2 in a plane, 3. */
  get dimension(): 0 | 1 | 2 | 3 {
    return this.complex.span.dimension
  }

  /** dimension + 1 balls each, ascending, in lexicographic order: the simplices of the regular triangulation. */
  simplices(): Int32Array {
    return this.simplexList().slice()
  }

  /** Two balls each, i < j, ascending. */
  edges(): Int32Array {
    return this.edgeList().slice()
  }

  /** Balls without a cell, ascending. */
  hidden(): Int32Array {
    return this.hiddenList().slice()
  }

  /** The balls that share an edge with this one, ascending. */
  neighbours(ball: number): Int32Array {
    checkIndex('ball', ball, 0, this.size)
    if (this.dimension >= 2) return this.complex.neighbours(ball)
    const edges = this.edgeList()
    const found: number[] = []
    for (let k = 0; k < edges.length; k++) if (edges[k] === ball) found.push(edges[k ^ 1]!)
    return Int32Array.from(found).sort()
  }

  /** Moves the balls, all of them or some; radii may change too. Where few moved, they are put in again, otherwise it is built again. */
  move(centres: ArrayLike<number>, radius?: number | ArrayLike<number>): PowerMove {
    const after = this.balls.slice()
    readCentres(after, centres, this.numbers)
    if (radius !== undefined) readRadii(after, radius)
    return this.moveBalls(after)
  }

  /** Throws BrokenInvariantError where the triangulation is not regular, exactly. */
  validate(): void {
    this.complex.validate()
  }

  /** @internal The same for x, y, z, r a ball that have been checked. */
  moveBalls(after: Float64Array): PowerMove {
    const moved = movedBalls(this.balls, after)
    if (moved.length === 0) return { moved: 0, reinserted: 0, rebuilt: false, edgesChanged: 0 }
    const before = this.edgeList()
    const few = moved.length <= REINSERTED_SHARE * this.size
    const reinserted = few
      ? reinsert(this.complex, after, moved, before.length / 2)
        ? moved.length
        : -1
      : (this.complex.follow?.(after) ?? -1)
    const rebuilt = reinserted < 0
    this.balls.set(after)
    if (rebuilt) this.complex = buildComplex(this.balls)
    this.sorted = undefined
    this.pairs = undefined
    this.covered = undefined
    return {
      moved: moved.length,
      reinserted: rebuilt ? 0 : reinserted,
      rebuilt,
      edgesChanged: edgesChanged(before, this.edgeList()),
    }
  }

  /** @internal The lists themselves, for power-closest.ts: not to be changed, and good until the next motion. */
  view(): PowerView {
    return { balls: this.balls, edges: this.edgeList(), hidden: this.hiddenList() }
  }

  private simplexList(): Int32Array {
    const corners = this.dimension + 1
    this.sorted ??= sortSimplices(sortCorners(this.complex.simplices(), corners), corners, this.size)
    return this.sorted
  }

  private edgeList(): Int32Array {
    const corners = this.dimension + 1
    this.pairs ??= edgesOf(sortCorners(this.complex.simplices(), corners), corners, this.size)
    return this.pairs
  }

  private hiddenList(): Int32Array {
    if (this.covered === undefined) {
      const found: number[] = []
      for (let i = 0; i < this.size; i++) if (this.complex.isHidden(i)) found.push(i)
      this.covered = Int32Array.from(found)
    }
    return this.covered
  }
}

/** The diagram of balls x, y, z, r; of dimension 2, all z are 0 and stay so. */
export function diagramOfBalls(balls: Float64Array, dimension: 2 | 3): PowerDiagram {
  const n = balls.length / BALL
  const centres = new Float64Array(dimension * n)
  const radii = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < dimension; k++) centres[dimension * i + k] = balls[BALL * i + k]!
    radii[i] = balls[BALL * i + 3]!
  }
  return new PowerDiagram(centres, radii, { dimension })
}
