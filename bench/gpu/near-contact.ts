// Configurations next to contact, on both sides: random lines between a free and a colliding configuration are bisected to where they
// change, and then to where the distance is what was asked for. What rounding of a few micrometres does to an answer is seen there only.
import type { Random, World } from '../../src/entries/robots.js'

/** Uniform within the limits; a joint without any takes a whole turn. */
export function randomConfiguration(world: World, random: Random): Float64Array {
  return Float64Array.from(world.lower, (lower, i) =>
    random.range(Math.max(lower, -Math.PI), Math.min(world.upper[i]!, Math.PI)),
  )
}

/** Places of a line at which configurations are taken, and what they are asked to be apart or overlap by: metres, least and most. */
const PLACES = 6
const LEAST = 1e-6
const MOST = 1e-3

/** `count` configurations at LEAST to MOST from contact, about as many free as colliding. */
export function nearContact(world: World, random: Random, count: number): Float64Array[] {
  const out: Float64Array[] = []
  for (let tries = 0; out.length < count; tries++) {
    if (tries > 100 * count) throw new Error('hardly any line crosses a contact')
    const [a, b] = [randomConfiguration(world, random), randomConfiguration(world, random)]
    if (world.collides(a) === world.collides(b)) continue
    const [free, hit] = world.collides(a) ? [b, a] : [a, b]
    const at = (t: number): Float64Array => free.map((x, i) => x + (hit[i]! - x) * t)
    const edge = bisect(0, 1, 50, (t) => !world.collides(at(t)))
    for (let k = 0; k < PLACES; k++) {
      const wanted = LEAST * (MOST / LEAST) ** random.unit()
      // As far before the contact as it takes, and as far behind it.
      const before = bisect(0, edge, 24, (t) => world.distance(at(t)).distance > wanted)
      out.push(at(before), at(Math.min(1, 2 * edge - before)))
    }
  }
  return out.slice(0, count)
}

/** The last place, from low on, at which something holds that holds at low and not at high. */
function bisect(low: number, high: number, steps: number, holds: (t: number) => boolean): number {
  let [from, to] = [low, high]
  for (let k = 0; k < steps; k++) {
    const middle = from / 2 + to / 2
    if (holds(middle)) from = middle
    else to = middle
  }
  return from
}
