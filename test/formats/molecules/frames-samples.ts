// Files of frames, written plainly: what the readers are tested against.
import { gzipSync } from 'node:zlib'
import { bytesOf } from '../samples.js'

/** Centres, x, y, z a bead, frame by frame. */
export type Centres = readonly (readonly number[])[]

/** Beads on a wave that travels; multiples of 1/8, which every format can hold exactly. */
export function wave(frames: number, beads: number): number[][] {
  return Array.from({ length: frames }, (_, k) =>
    Array.from({ length: beads }, (_, i) => [3.5 * i, ((i + k) % 5) - 2.125, 0.125 - ((i * k) % 7) / 8]).flat(),
  )
}

export interface PdbAtom {
  readonly record?: string
  readonly name?: string
  readonly altloc?: string
  readonly residueName?: string
  readonly chain?: string
  readonly residue?: number
  readonly insertion?: string
  readonly xyz: readonly number[]
  readonly occupancy?: number
  readonly element?: string
}

/** One line, by the columns of the format. */
export function pdbLine(atom: PdbAtom, serial = 1): string {
  const { record = 'ATOM', name = 'CA', altloc = ' ', residueName = 'GLY', chain = 'A', residue = 1 } = atom
  const { insertion = ' ', xyz, occupancy = 1, element = 'C' } = atom
  const padded = name.length < 4 && element.length < 2 ? ` ${name}`.padEnd(4) : name.padEnd(4)
  const numbers = xyz.map((x) => x.toFixed(3).padStart(8)).join('')
  return `${record.padEnd(6)}${String(serial).padStart(5)} ${padded}${altloc}${residueName.padStart(3)} ${chain}${String(residue).padStart(4)}${insertion}   ${numbers}${occupancy.toFixed(2).padStart(6)}${'20.00'.padStart(6)}          ${element.padStart(2)}`
}

export function pdbAtoms(centres: readonly number[]): PdbAtom[] {
  return Array.from({ length: centres.length / 3 }, (_, i) => ({
    residue: i + 1,
    xyz: centres.slice(3 * i, 3 * i + 3),
  }))
}

export function pdb(models: readonly (readonly PdbAtom[])[]): string {
  const texts = models.map(
    (atoms, k) =>
      `MODEL     ${String(k + 1).padStart(4)}\n${atoms.map((a, i) => `${pdbLine(a, i + 1)}\n`).join('')}TER\nENDMDL\n`,
  )
  return `HEADER    A TEST\nREMARK   1\n${texts.join('')}END\n`
}

export function xyz(frames: Centres, name = 'C'): string {
  return frames
    .map((centres) => {
      const lines = pdbAtoms(centres).map((atom) => `${name} ${atom.xyz.join('  ')}\n`)
      return `${lines.length}\na comment\n${lines.join('')}`
    })
    .join('')
}

/** Plain points, with a comment and a blank line before every frame. */
export function points(frames: Centres): string {
  return frames
    .map(
      (centres, k) =>
        `# frame ${k}\n${pdbAtoms(centres)
          .map((atom) => `${atom.xyz.join(' ')}\n`)
          .join('')}`,
    )
    .join('\n')
}

export interface DcdOptions {
  readonly little?: boolean
  readonly marker?: 4 | 8
  /** What the header says instead of the number of frames. */
  readonly announced?: number
  /** Atoms that do not move, from 0. */
  readonly fixed?: readonly number[]
  /** Lengths and angles, as CHARMM has them. */
  readonly cell?: readonly number[]
  readonly fourth?: boolean
  readonly charmm?: boolean
  readonly titles?: number
  readonly letters?: string
}

export function dcd(frames: Centres, options: DcdOptions = {}): Uint8Array {
  const { little = true, marker = 4, announced = frames.length, fixed = [], cell, fourth = false } = options
  const { charmm = cell !== undefined || fourth, titles = 2, letters = 'CORD' } = options
  const atoms = frames[0]!.length / 3
  const parts: Uint8Array[] = []
  const numbers = (
    width: 4 | 8,
    values: readonly number[],
    set: 'setInt32' | 'setFloat32' | 'setFloat64',
  ): Uint8Array => {
    const out = new Uint8Array(width * values.length)
    const view = new DataView(out.buffer)
    for (const [k, value] of values.entries()) view[set](width * k, value, little)
    return out
  }
  const record = (...contents: Uint8Array[]): void => {
    const length = contents.reduce((sum, content) => sum + content.length, 0)
    const ints = marker === 4 ? [length] : little ? [length, 0] : [0, length]
    parts.push(numbers(4, ints, 'setInt32'), ...contents, numbers(4, ints, 'setInt32'))
  }
  const header = new Array<number>(20).fill(0)
  header[0] = announced
  header[8] = fixed.length
  if (charmm) Object.assign(header, { 10: cell === undefined ? 0 : 1, 11: fourth ? 1 : 0, 19: 24 })
  // X-PLOR's double, whose second half must not be taken for a cell.
  else Object.assign(header, { 9: 1, 10: 1072693248, 11: 1 })
  record(bytesOf(letters), numbers(4, header, 'setInt32'))
  record(numbers(4, [titles], 'setInt32'), bytesOf('REMARKS a title'.padEnd(80).repeat(titles)))
  record(numbers(4, [atoms], 'setInt32'))
  const all = Array.from({ length: atoms }, (_, k) => k)
  const free = all.filter((k) => !fixed.includes(k))
  if (fixed.length > 0)
    record(
      numbers(
        4,
        free.map((k) => k + 1),
        'setInt32',
      ),
    )
  frames.forEach((centres, k) => {
    if (cell !== undefined) record(numbers(8, cell, 'setFloat64'))
    const moving = k === 0 ? all : free
    for (let axis = 0; axis < 3; axis++)
      record(
        numbers(
          4,
          moving.map((i) => centres[3 * i + axis]!),
          'setFloat32',
        ),
      )
    if (fourth)
      record(
        numbers(
          4,
          moving.map(() => 0),
          'setFloat32',
        ),
      )
  })
  return Uint8Array.from(Buffer.concat(parts))
}

export interface PsfAtom {
  readonly segment: string
  readonly residue: number
  readonly residueName: string
  readonly name: string
}

export function psf(atoms: readonly PsfAtom[]): string {
  const lines = atoms.map(
    ({ segment, residue, residueName, name }, k) =>
      `${String(k + 1).padStart(8)} ${segment.padEnd(4)} ${String(residue).padEnd(4)} ${residueName.padEnd(4)} ${name.padEnd(4)}   22  0.070000  12.0110  0\n`,
  )
  return `PSF CMAP\n\n       2 !NTITLE\n REMARKS a\n REMARKS b\n\n${String(atoms.length).padStart(8)} !NATOM\n${lines.join('')}\n       0 !NBOND: bonds\n\n`
}

export function gzipped(content: string | Uint8Array): Uint8Array {
  return Uint8Array.from(gzipSync(content))
}
