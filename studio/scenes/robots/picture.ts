// A coordination diagram as the page has it, and what it says of two places. Atoms are not equally long, so places are in seconds.
import { channels, type StageColours } from '../../view/stage-colours.js'

export interface DiagramPicture {
  readonly key: string
  /** Numbers of the robots. */
  readonly a: number
  readonly b: number
  /** Seconds along the paths at which atoms begin; one more at the end. */
  readonly marksA: Float64Array
  readonly marksB: Float64Array
  /** Atoms of A times atoms of B, B's running fastest: 0 proved free, 1 not proved, 2 hulls overlap throughout. */
  readonly states: Uint8Array
}

export const FREE = 0
export const OVERLAPPING = 2

export interface DiagramCell {
  readonly state: number
  readonly atomA: number
  readonly atomB: number
}

/**
 * Of two places. On a border between atoms a proof of either atom holds; the first and the last atom are those in which the robot
 * stands, which take no time.
 */
export function cellAt({ marksA, marksB, states }: DiagramPicture, a: number, b: number): DiagramCell {
  const [firstA, lastA] = atomsAt(marksA, a)
  const [firstB, lastB] = atomsAt(marksB, b)
  const width = marksB.length - 1
  let best: DiagramCell | undefined
  for (let atomA = firstA; atomA <= lastA; atomA++) {
    for (let atomB = firstB; atomB <= lastB; atomB++) {
      const state = states[atomA * width + atomB]!
      if (best === undefined || state < best.state) best = { state, atomA, atomB }
    }
  }
  return best!
}

/** Seconds: marks and places are sums of the same durations in another order, which rounding makes different. */
const ROUNDING = 1e-9

/** The atoms that have a place in them, their ends included. */
function atomsAt(marks: Float64Array, at: number): [number, number] {
  const last = marks.length - 2
  let first = 0
  while (first < last && marks[first + 1]! < at - ROUNDING) first++
  let end = first
  while (end < last && marks[end + 1]! <= at + ROUNDING) end++
  return [first, end]
}

const AMBER = '#d99a1c'

/** Colours of the regions, which a legend explains. */
export function regionColours({ background, free, hit }: StageColours): readonly string[] {
  const mixed = (colour: string, share: number): string => {
    const [one, other] = [channels(colour), channels(background)]
    const hex = one.map((x, k) =>
      Math.round(share * x + (1 - share) * other[k]!)
        .toString(16)
        .padStart(2, '0'),
    )
    return `#${hex.join('')}`
  }
  return [mixed(free, 0.3), mixed(AMBER, 0.8), mixed(hit, 0.85)]
}

/** Draws the regions: A across, B upwards, both in seconds. `lit`: atoms of a region that is to be seen from afar. */
export function paintDiagram(
  context: CanvasRenderingContext2D,
  { marksA, marksB, states }: DiagramPicture,
  theme: StageColours,
  lit?: Int32Array,
): void {
  const { width, height } = context.canvas
  const image = context.createImageData(width, height)
  const colours = regionColours(theme).map(channels)
  const ink = channels(theme.ink)
  const columns = atomsOf(marksA, width)
  const rows = atomsOf(marksB, height)
  const count = marksB.length - 1
  const marked = new Set<number>()
  for (let k = 0; k < (lit?.length ?? 0); k += 2) marked.add(lit![k]! * count + lit![k + 1]!)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = columns[x]! * count + rows[height - 1 - y]!
      // Lines across the region that is marked.
      const isLine = (x + y) % 8 < 2 && marked.has(cell)
      const colour = isLine ? ink : colours[states[cell]!]!
      const o = 4 * (y * width + x)
      for (let k = 0; k < 3; k++) image.data[o + k] = colour[k]!
      image.data[o + 3] = 255
    }
  }
  context.putImageData(image, 0, 0)
}

/** By pixel: the atom in its middle. */
function atomsOf(marks: Float64Array, pixels: number): Int32Array {
  const out = new Int32Array(pixels)
  const end = marks.at(-1)!
  let atom = 0
  for (let p = 0; p < pixels; p++) {
    const at = ((p + 0.5) / pixels) * end
    while (atom < marks.length - 2 && marks[atom + 1]! <= at) atom++
    out[p] = atom
  }
  return out
}
