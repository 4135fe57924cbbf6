// The run of a backbone as a ribbon: where it goes, which way it is turned, how wide it is; strands end in an arrow. Where nothing is
// known of hydrogen bonds, helices and strands are recognised by the distances of alpha carbons, so that they come and go as the chain
// moves.
import type { RibbonPath } from '../../view/ribbon.js'
import { HELIX as HELIX_CODE, STRAND as STRAND_CODE } from './secondary.js'

/** Å, half of the width and of the thickness. */
const HELIX = [1.25, 0.22] as const
const STRAND = [1.05, 0.22] as const
const COIL = [0.32, 0.32] as const
/** Of a strand's last residue but one, and of its last. */
const ARROW = [1.9, 0.22] as const

type Kind = 'helix' | 'strand' | 'coil'

function kindsOf(p: Float32Array): Kind[] {
  const n = p.length / 3
  const kinds = new Array<Kind>(n).fill('coil')
  const apart = (i: number, j: number): number =>
    Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!)
  let turns = 0
  for (let i = 0; i + 3 < n; i++) {
    const [d2, d3] = [apart(i, i + 2), apart(i, i + 3)]
    turns = d2 > 4.8 && d2 < 6.2 && d3 > 4.2 && d3 < 6.3 ? turns + 1 : 0
    if (turns >= 2) kinds.fill('helix', i - 1, i + 4)
    else if (d2 > 6 && d3 > 9 && kinds[i] === 'coil') kinds.fill('strand', i, i + 4)
  }
  return kinds
}

function kindOfCode(code: number): Kind {
  return code === HELIX_CODE ? 'helix' : code === STRAND_CODE ? 'strand' : 'coil'
}

/**
 * `points`: alpha carbons. `towards`: where the oxygen of each residue is as seen from its alpha carbon, or what else tells how the
 * peptide is turned; undefined where nothing does, and the bend of the chain is taken.
 */
export function ribbonOf(
  points: Float32Array,
  towards: Float32Array | undefined,
  tints: Uint8Array,
  codes?: Uint8Array,
): RibbonPath {
  const n = points.length / 3
  const kinds = codes === undefined ? kindsOf(points) : Array.from(codes, kindOfCode)
  const p = points.slice()
  for (let i = 1; i + 1 < n; i++) {
    // Strands are pleated: what is drawn runs through their middle.
    if (kinds[i] !== 'strand') continue
    for (let c = 0; c < 3; c++) {
      p[3 * i + c] = 0.25 * points[3 * i - 3 + c]! + 0.5 * points[3 * i + c]! + 0.25 * points[3 * i + 3 + c]!
    }
  }
  const sizeOf = (i: number): readonly [number, number] => {
    if (kinds[i] !== 'strand') return kinds[i] === 'helix' ? HELIX : COIL
    if (kinds[i + 1] === 'strand') return kinds[i + 2] !== 'strand' && kinds[i - 1] === 'strand' ? ARROW : STRAND
    return kinds[i - 1] === 'strand' ? COIL : STRAND
  }
  return {
    points: p,
    sides: sidesOf(points, towards),
    widths: Float32Array.from(kinds, (_, i) => sizeOf(i)[0]),
    thicknesses: Float32Array.from(kinds, (_, i) => sizeOf(i)[1]),
    tints,
  }
}

/** Each as near to the one before as can be: of a side and its opposite, the ribbon is the same. */
function sidesOf(p: Float32Array, towards: Float32Array | undefined): Float32Array {
  const n = p.length / 3
  const out = new Float32Array(3 * n)
  for (let i = 0; i < n; i++) {
    const [a, b] = [Math.max(0, Math.min(n - 3, i - 1)), Math.min(n - 1, Math.max(2, i + 1))]
    const along = [0, 1, 2].map((c) => p[3 * b + c]! - p[3 * a + c]!)
    let side: number[]
    if (towards !== undefined) {
      const dot = [0, 1, 2].reduce((sum, c) => sum + towards[3 * i + c]! * along[c]!, 0)
      const square = along.reduce((sum, x) => sum + x * x, 0) || 1
      side = along.map((x, c) => towards[3 * i + c]! - (dot / square) * x)
    } else {
      const m = Math.min(n - 1, a + 1)
      const bend = [0, 1, 2].map((c) => p[3 * a + c]! - 2 * p[3 * m + c]! + p[3 * b + c]!)
      side = [
        along[1]! * bend[2]! - along[2]! * bend[1]!,
        along[2]! * bend[0]! - along[0]! * bend[2]!,
        along[0]! * bend[1]! - along[1]! * bend[0]!,
      ]
    }
    const length = Math.hypot(...side) || 1
    const sign = i > 0 && [0, 1, 2].reduce((sum, c) => sum + side[c]! * out[3 * i - 3 + c]!, 0) < 0 ? -1 : 1
    for (let c = 0; c < 3; c++) out[3 * i + c] = (sign * side[c]!) / length
  }
  return out
}
