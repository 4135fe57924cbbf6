// An overhand knot that is pulled tight: a long rope with a loose trefoil in it, drawn apart at both ends. It is a simple
// relaxation (the rope takes the shorter way; bends are limited, beads keep apart), not physics; but it is the same every time, every
// bead moves in every frame until it is tight, and the knot stays the knot: beads are pushed apart by far more than they move.
//
// Beads are 1 apart along the rope and have radius 1, so that it looks like a rope: beads up to three places apart overlap, no others
// do in any frame (test/scenes/necklace-knot.test.ts).
import { InvalidInputError } from '../src/index.js'
import { checkCount } from './checks.js'
import type { MovingNecklace } from './necklace-scene.js'
import { spreadEvenly } from './necklace-shapes.js'

const RADIUS = 1
/** Places along the rope within which beads may overlap. */
const NEIGHBOURS = 3
/** How far apart other beads are held: a little more than touching, since what is held gives a little. */
const APART = 2.08 * RADIUS
/** How far apart beads two places apart are at least: the rope bends with a radius of 1.3 at most. */
const BEND = 1.81
/** How often, in a frame, every bead goes towards the middle of its neighbours, and by which part of the way. */
const ROUNDS = 2
const PART = 0.5
/** Frames before the first, in which the arms of the loose knot come apart. */
const SETTLING = 8

export function pulledKnot(options: { readonly n?: number; readonly frames?: number } = {}): MovingNecklace {
  const { n = 260, frames = 400 } = options
  checkCount('n', n, 100)
  checkCount('frames', frames, 2)
  // Rounded, so that the last digits of an engine's sines do not matter: what follows is the same to the bit in all of them.
  const rope = new PulledRope(spreadEvenly(n, looseKnot(n)).map(Math.fround))
  const frame = (k: number): Float64Array => {
    if (!Number.isFinite(k)) throw new InvalidInputError('frame', k, 'a finite number')
    return rope.frame(Math.min(frames - 1, Math.max(0, Math.round(k)))).slice()
  }
  return { name: 'knot', dimension: 3, centres: frame(0), radius: RADIUS, frames, frame }
}

/** Share of the curve's parameter that each arm has. */
const FROM = 0.2
/** Of the trefoil, what is cut away on both sides of the cut, radians of its parameter. */
const CUT = 0.16
/** The loop takes about this many beads, of a length of 31; the arms have the rest, and bend over a length of 3.2. */
const LOOP = 170
const LOOP_LENGTH = 31
const BENT = 3.2
const SHORTEST_ARM = 5

/** A trefoil cut where it is farthest out; the ends are led away along their tangents, and then apart along x. */
function looseKnot(n: number): (out: Float64Array, i: number, u: number) => void {
  const arm = Math.max(SHORTEST_ARM, (LOOP_LENGTH * (n - LOOP)) / (2 * LOOP))
  return (out, i, u) => knotAt(out, i, u, arm)
}

function knotAt(out: Float64Array, i: number, u: number, arm: number): void {
  const from = CUT
  const to = 2 * Math.PI - CUT
  if (u >= FROM && u <= 1 - FROM) {
    trefoil(out, i, from + ((u - FROM) / (1 - 2 * FROM)) * (to - from))
    return
  }
  const isFirst = u < FROM
  const at = isFirst ? from : to
  const h = 1e-3
  const [p, q] = [new Float64Array(3), new Float64Array(3)]
  trefoil(p, 0, at)
  trefoil(q, 0, at + (isFirst ? h : -h))
  const way = p.map((x, k) => x - q[k]!)
  const length = Math.sqrt(way[0]! * way[0]! + way[1]! * way[1]! + way[2]! * way[2]!)
  // The direction turns evenly from the tangent's to that of x over the first part of the arm.
  const bent = BENT / arm
  const s = (isFirst ? FROM - u : u - 1 + FROM) / FROM
  const turning = Math.min(s, bent)
  const along = arm * (turning - (turning * turning) / (2 * bent))
  const aside = arm * s - along
  for (let k = 0; k < 3; k++) out[i + k] = p[k]! + (along * way[k]!) / length
  out[i]! += (way[0]! < 0 ? -1 : 1) * aside
  // One above the other where they cross.
  out[i + 2]! += (isFirst ? -0.7 : 0.7) * Math.min(1, (s * arm) / 2.7)
}

function trefoil(out: Float64Array, i: number, angle: number): void {
  const away = 2 + Math.cos(3 * angle)
  out[i] = -away * Math.sin(2 * angle)
  out[i + 1] = away * Math.cos(2 * angle)
  out[i + 2] = Math.sin(3 * angle)
}

/**
 * Frames are made one after the other, and kept. In each the rope takes the shorter way wherever nothing is in its way, and what it saves is
 * pulled out at both ends.
 */
class PulledRope {
  private readonly made: Float64Array[]
  private readonly pull = new Float64Array(3)

  constructor(start: Float64Array) {
    // From each end away from the other: along the line that joins them.
    const last = start.length - 3
    for (let k = 0; k < 3; k++) this.pull[k] = start[last + k]! - start[k]!
    const length = Math.sqrt(this.pull.reduce((sum, x) => sum + x * x, 0))
    for (let k = 0; k < 3; k++) this.pull[k]! /= length
    let settled = start
    for (let k = 0; k < SETTLING; k++) settled = this.next(settled)
    this.made = [settled]
  }

  frame(k: number): Float64Array {
    while (this.made.length <= k) this.made.push(this.next(this.made.at(-1)!))
    return this.made[k]!
  }

  private next(before: Float64Array): Float64Array {
    const n = before.length / 3
    const near = nearPairs(before, APART + 1)
    const place = before.slice()
    const apart = (): void => {
      for (let k = 0; k < near.length; k += 2) holdApart(place, near[k]!, near[k + 1]!, APART)
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 3; i < place.length - 3; i++) place[i]! += PART * ((place[i - 3]! + place[i + 3]!) / 2 - place[i]!)
      for (let i = 0; i + 2 < n; i++) holdApart(place, i, i + 2, BEND)
      apart()
    }
    // As long as before, the beads evenly spread.
    const saved = n - 1 - lengthOf(place)
    for (let k = 0; k < 3; k++) {
      place[k]! -= (saved / 2) * this.pull[k]!
      place[place.length - 3 + k]! += (saved / 2) * this.pull[k]!
    }
    place.set(spread(place))
    // What must not be is brought in order last.
    for (let round = 0; round < 4; round++) apart()
    return place
  }
}

/** Brings two beads to a distance of at least `length`, both by the same way. */
function holdApart(p: Float64Array, i: number, j: number, length: number): void {
  const x = p[3 * j]! - p[3 * i]!
  const y = p[3 * j + 1]! - p[3 * i + 1]!
  const z = p[3 * j + 2]! - p[3 * i + 2]!
  const d = Math.sqrt(x * x + y * y + z * z)
  if (d === 0 || d >= length) return
  const part = (d - length) / d / 2
  p[3 * i]! += part * x
  p[3 * i + 1]! += part * y
  p[3 * i + 2]! += part * z
  p[3 * j]! -= part * x
  p[3 * j + 1]! -= part * y
  p[3 * j + 2]! -= part * z
}

/** As many beads, evenly along the line through them. */
function spread(p: Float64Array): Float64Array {
  const n = p.length / 3
  const step = lengthOf(p) / (n - 1)
  const out = p.slice()
  let [i, passed, bond] = [0, 0, bondAt(p, 0)]
  for (let k = 1; k < n - 1; k++) {
    while (passed + bond < k * step && i < n - 2) {
      passed += bond
      bond = bondAt(p, ++i)
    }
    const u = (k * step - passed) / bond
    for (let c = 0; c < 3; c++) out[3 * k + c] = p[3 * i + c]! + u * (p[3 * i + 3 + c]! - p[3 * i + c]!)
  }
  return out
}

function nearPairs(p: Float64Array, within: number): number[] {
  const out: number[] = []
  const n = p.length / 3
  for (let i = 0; i < n; i++) {
    for (let j = i + NEIGHBOURS + 1; j < n; j++) {
      const x = p[3 * j]! - p[3 * i]!
      const y = p[3 * j + 1]! - p[3 * i + 1]!
      const z = p[3 * j + 2]! - p[3 * i + 2]!
      if (x * x + y * y + z * z < within * within) out.push(i, j)
    }
  }
  return out
}

/** Length of the bond from bead i to the next. */
function bondAt(p: Float64Array, i: number): number {
  const k = 3 * i
  const [x, y, z] = [p[k + 3]! - p[k]!, p[k + 4]! - p[k + 1]!, p[k + 5]! - p[k + 2]!]
  return Math.sqrt(x * x + y * y + z * z)
}

function lengthOf(p: Float64Array): number {
  let sum = 0
  for (let i = 0; i < p.length / 3 - 1; i++) sum += bondAt(p, i)
  return sum
}
