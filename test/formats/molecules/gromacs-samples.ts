// Files of GROMACS, written plainly: what the readers are tested against. Centres are in Å, as everywhere.
import type { Centres } from './frames-samples.js'

export interface GroOptions {
  readonly decimals?: number
  readonly box?: string
  readonly velocities?: boolean
  readonly name?: string
  readonly residueName?: string
}

export function gro(frames: Centres, options: GroOptions = {}): string {
  const { decimals = 4, box = '   2.00000   2.00000   2.00000', velocities = false } = options
  const { name = 'CA', residueName = 'GLY' } = options
  const number = (x: number, digits: number): string => x.toFixed(digits).padStart(decimals + 5)
  return frames
    .map((centres, frame) => {
      const lines = Array.from({ length: centres.length / 3 }, (_, k) => {
        const names = `${String(k + 1).padStart(5)}${residueName.padEnd(5)}${name.padStart(5)}${String(k + 1).padStart(5)}`
        const place = centres.slice(3 * k, 3 * k + 3).map((x) => number(x / 10, decimals))
        return `${names}${place.join('')}${velocities ? number(0.1, decimals + 1).repeat(3) : ''}\n`
      })
      return `A title, t= ${frame}.0\n${String(lines.length).padStart(5)}\n${lines.join('')}${box}\n`
    })
    .join('')
}

export interface TrrOptions {
  readonly double?: boolean
  /** Vectors in nm. */
  readonly box?: readonly number[]
  readonly velocities?: boolean
  /** Frames without coordinates. */
  readonly without?: readonly number[]
}

export function trr(frames: Centres, options: TrrOptions = {}): Uint8Array {
  const { double = false, box, velocities = false, without = [] } = options
  const size = double ? 8 : 4
  const parts: Buffer[] = []
  const ints = (...values: number[]): void => {
    const out = Buffer.alloc(4 * values.length)
    values.forEach((value, k) => void out.writeInt32BE(value, 4 * k))
    parts.push(out)
  }
  const reals = (...values: number[]): void => {
    const out = Buffer.alloc(size * values.length)
    values.forEach((x, k) => void (double ? out.writeDoubleBE(x, size * k) : out.writeFloatBE(x, size * k)))
    parts.push(out)
  }
  frames.forEach((centres, frame) => {
    const has = !without.includes(frame)
    const bytes = size * centres.length
    ints(1993, 13, 12)
    parts.push(Buffer.from('GMX_trn_file'))
    ints(0, 0, box === undefined ? 0 : 9 * size, 0, 0, 0, 0, has ? bytes : 0, velocities ? bytes : 0, 0)
    ints(centres.length / 3, 100 * frame, 0)
    reals(frame / 2, 0)
    if (box !== undefined) reals(...box)
    if (has) reals(...centres.map((x) => x / 10))
    if (velocities) reals(...centres.map(() => 0.25))
  })
  return Uint8Array.from(Buffer.concat(parts))
}
