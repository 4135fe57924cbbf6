// Two chains that run side by side, bend this way and that, and touch now and then. Four links of each are drawn after points
// that wander (sums of sines by seed), those of both chains mostly together; springs keep links that are side by side at their
// distance. Meanwhile the whole turns about an axis by seed, so that no direction is favoured.
import type { Random } from '../src/entries/meshes.js'
import { PLACE } from './articulated-scene.js'
import {
  axisTurn,
  type Quaternion,
  turnAbout,
  turnFromX,
  turns,
  turnVector,
  type Vector,
  wander,
} from './articulated-turns.js'

/** How two chains start, and what moves them. */
export interface ChainMotion {
  /** Joints of each chain, its ends included: one more than links, three numbers each. */
  readonly paths: readonly Float64Array[]
  /** Accelerations, as an articulated scene's. */
  readonly forces: (out: Float64Array, time: number, places: Float64Array) => void
}

/** Lengths in units of a link's: clear space between the chains; how far they are led about, together and each by itself. */
const CLEAR = 0.45
const REACH = 1.2
const APART = 0.6
/** How much of their length is between their ends. */
const STRETCH = 0.95
/** Links of a chain that are led. */
const LEADS = 4
/** Seconds of the slowest wave that leads them, and in which they turn about. */
const WAVE_SECONDS = 12
const TURN_SECONDS = 45
/** What draws a link to where it is led, and what keeps two links at their distance; a second squared. */
const PULL = 150
const HOLD = 20

export function openMotion(links: number, length: number, thickness: number, random: Random): ChainMotion {
  const gap = CLEAR * length + thickness
  const rest = [gap / 2, -gap / 2].map((height) => slackPath(links, length, height, random))
  const frame = turningFrame(random)
  const led = ledLinks(links)
  const together = Array.from({ length: 3 * led.length }, () => wander(random, WAVE_SECONDS))
  const each = Array.from({ length: 6 * led.length }, () => wander(random, WAVE_SECONDS))
  const to = new Float64Array(6 * led.length)

  const lead = (time: number): void => {
    const turn = frame(time)
    for (let k = 0; k < 2 * led.length; k++) {
      const path = rest[Math.trunc(k / led.length)]!
      const link = 3 * led[k % led.length]!
      const at = (axis: 0 | 1 | 2): number => {
        const middle = ((path[link + axis]! + path[link + 3 + axis]!) / 2) * (axis === 2 ? 1 : STRETCH)
        const common = together[3 * (k % led.length) + axis]!(time)
        return middle + length * (REACH * common + APART * each[3 * k + axis]!(time))
      }
      to.set(turnVector(turn, [at(0), at(1), at(2)]), 3 * k)
    }
  }

  return {
    paths: rest.map((path) => turnPath(path, frame(0))),
    forces: (out, time, places) => {
      lead(time)
      out.fill(0)
      holdPairs(out, places, links, gap)
      pullLed(out, places, links, led, to)
    },
  }
}

/** Along x with a wave of one and a half turns in the plane z = height, centred. */
function slackPath(links: number, length: number, height: number, random: Random): Float64Array {
  const points = new Float64Array(3 * (links + 1))
  const phase = random.range(0, 2 * Math.PI)
  for (let k = 1; k <= links; k++) {
    const heading = 0.9 * Math.sin(phase + (3 * Math.PI * k) / links)
    points[3 * k] = points[3 * k - 3]! + length * Math.cos(heading)
    points[3 * k + 1] = points[3 * k - 2]! + length * Math.sin(heading)
  }
  const mean = [0, 1].map((axis) => points.reduce((sum, x, i) => sum + (i % 3 === axis ? x : 0), 0) / (links + 1))
  return points.map((x, i) => (i % 3 === 2 ? height : x - mean[i % 3]!))
}

/** A frame that turns about an axis by seed, its own x across that axis: x sweeps a great circle, any one. */
function turningFrame(random: Random): (time: number) => Quaternion {
  const [x, y, z] = random.direction(new Float64Array(3)) as unknown as Vector
  // The axis is x turned by `tilt`; what z becomes is across it.
  const tilt = turnFromX([x, y, z])
  const start = turns(tilt, axisTurn(0, random.range(0, 2 * Math.PI)), axisTurn(1, -Math.PI / 2))
  return (time) => turns(turnAbout([x, y, z], (2 * Math.PI * time) / TURN_SECONDS), start)
}

function turnPath(path: Float64Array, turn: Quaternion): Float64Array {
  const out = new Float64Array(path.length)
  for (let k = 0; k < path.length; k += 3) out.set(turnVector(turn, [path[k]!, path[k + 1]!, path[k + 2]!]), k)
  return out
}

function ledLinks(links: number): number[] {
  const count = Math.min(LEADS, links)
  return Array.from({ length: count }, (_, k) => Math.round((k * (links - 1)) / (count - 1)))
}

/** Adds what draws led links to their places: three numbers each, those of the first chain first. */
export function pullLed(
  out: Float64Array,
  places: Float64Array,
  links: number,
  led: readonly number[],
  to: Float64Array,
): void {
  for (let i = 0; i < to.length; i++) {
    const lead = Math.trunc(i / 3)
    const body = links * Math.trunc(lead / led.length) + led[lead % led.length]!
    out[3 * body + (i % 3)]! += PULL * (to[i]! - places[PLACE * body + (i % 3)]!)
  }
}

/**
 * Adds springs between links that are side by side, and between those next but one to them as far as they are nearer than the
 * gap: so the chains keep their distance however they are shifted along each other.
 */
function holdPairs(out: Float64Array, places: Float64Array, links: number, gap: number): void {
  for (let i = 0; i < links; i++) {
    for (let j = Math.max(0, i - 2); j < Math.min(links, i + 3); j++) {
      const [a, b] = [i, links + j]
      const x = places[PLACE * b]! - places[PLACE * a]!
      const y = places[PLACE * b + 1]! - places[PLACE * a + 1]!
      const z = places[PLACE * b + 2]! - places[PLACE * a + 2]!
      const apart = Math.max(Math.hypot(x, y, z), gap / 100)
      if (i !== j && apart >= gap) continue
      const pull = HOLD * (1 - gap / apart)
      for (const [axis, between] of [x, y, z].entries()) {
        out[3 * a + axis]! += pull * between
        out[3 * b + axis]! -= pull * between
      }
    }
  }
}
