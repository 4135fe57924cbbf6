// A path on a timeline: waypoints joined by straight lines, each stretch as wide as the joints turn on it. The page and its worker
// share this.

/** Where each waypoint is along the path, 0 to 1. */
export function breaksOf(waypoints: readonly (readonly number[])[]): number[] {
  const out = [0]
  for (let i = 1; i < waypoints.length; i++) {
    const before = waypoints[i - 1]!
    // Stretches on which nothing moves are seen all the same.
    const length = Math.hypot(...waypoints[i]!.map((x, k) => x - before[k]!))
    out.push(out[i - 1]! + Math.max(length, 1e-6))
  }
  const whole = out.at(-1)!
  return out.map((at, i) => (i === 0 ? 0 : i === out.length - 1 ? 1 : at / whole))
}

export interface PathPlace {
  readonly segment: number
  readonly at: number
}

export function placeAt(breaks: readonly number[], u: number): PathPlace {
  let segment = 0
  while (segment < breaks.length - 2 && u >= breaks[segment + 1]!) segment++
  const from = breaks[segment]!
  return { segment, at: Math.min(1, Math.max(0, (u - from) / (breaks[segment + 1]! - from))) }
}

export function alongPath(breaks: readonly number[], { segment, at }: PathPlace): number {
  const from = breaks[segment]!
  return from + at * (breaks[segment + 1]! - from)
}

/** The waypoint that is at u, to a thousandth of the path. */
export function waypointAt(breaks: readonly number[], u: number): number | undefined {
  const found = breaks.findIndex((at) => Math.abs(at - u) < 1e-3)
  return found === -1 ? undefined : found
}
