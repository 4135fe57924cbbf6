// Two chains wound around one axis as a double helix. Their ends are drawn to points that are wound on and back about the axis
// and pulled outward and let in, so that the braid is tighter at one time than at another.
import type { Random } from '../src/entries/meshes.js'
import { type ChainMotion, pullLed } from './articulated-open.js'
import { wander } from './articulated-turns.js'

/** From one joint to the next, in radians. */
const TURN = 0.5
/** In units of a link's length. */
const RADIUS = 0.22
/** How far the ends are wound on, in radians, and how far they are pulled, as a share of the length. */
const WIND = 2
const STRETCH = 0.03

export function braidedMotion(links: number, length: number, random: Random): ChainMotion {
  const paths = [0, Math.PI].map((angle) => helixPath(links, length, angle))
  const [windA, windB, stretch] = [wander(random, 20), wander(random, 20), wander(random, 9)] as const
  const half = -paths[0]![0]!
  const radius = RADIUS * length
  const led = [0, links - 1]
  const to = new Float64Array(12)
  return {
    paths,
    forces: (out, time, places) => {
      const x = half * (1 + STRETCH * stretch(time))
      for (const [k, chain, end] of [
        [0, 0, 0],
        [1, 0, 1],
        [2, 1, 0],
        [3, 1, 1],
      ] as const) {
        const path = paths[chain]!
        const at = end === 0 ? 0 : path.length - 3
        const angle = Math.atan2(path[at + 2]!, path[at + 1]!) + WIND * (end === 0 ? windA(time) : windB(time))
        to[3 * k] = end === 0 ? -x : x
        to[3 * k + 1] = radius * Math.cos(angle)
        to[3 * k + 2] = radius * Math.sin(angle)
      }
      out.fill(0)
      pullLed(out, places, links, led, to)
    },
  }
}

/** Half of a double helix about x, from −x to x: links + 1 joints, `length` apart. */
function helixPath(links: number, length: number, start: number): Float64Array {
  const points = new Float64Array(3 * (links + 1))
  const radius = RADIUS * length
  // A bond is a chord: length² = rise² + (2·radius·sin(TURN / 2))².
  const rise = Math.sqrt(length ** 2 - (2 * radius * Math.sin(TURN / 2)) ** 2)
  for (let k = 0; k <= links; k++) {
    points[3 * k] = (k - links / 2) * rise
    points[3 * k + 1] = radius * Math.cos(start + k * TURN)
    points[3 * k + 2] = radius * Math.sin(start + k * TURN)
  }
  return points
}
