// Residues that are selected, as runs of numbers of the structure: [from, to, from, to, …], both ends included, ascending.
import { fault } from '../../app/fields.js'
import type { ProteinView } from './molecule-view.js'
import { isWater } from './water.js'

export type Picked = readonly number[]

export function isPicked(picked: Picked, residue: number): boolean {
  for (let k = 0; k < picked.length; k += 2) if (residue >= picked[k]! && residue <= picked[k + 1]!) return true
  return false
}

export function countPicked(picked: Picked): number {
  let count = 0
  for (let k = 0; k < picked.length; k += 2) count += picked[k + 1]! - picked[k]! + 1
  return count
}

/** With a run from one residue to another, whichever is first. */
export function withRun(picked: Picked, a: number, b: number): Picked {
  const all = new Set<number>()
  for (let k = 0; k < picked.length; k += 2) for (let r = picked[k]!; r <= picked[k + 1]!; r++) all.add(r)
  for (let r = Math.min(a, b); r <= Math.max(a, b); r++) all.add(r)
  return runsOf(all)
}

/** With a residue, or without it where it is selected. */
export function withToggled(picked: Picked, residue: number): Picked {
  const all = new Set<number>([residue])
  for (let k = 0; k < picked.length; k += 2) {
    for (let r = picked[k]!; r <= picked[k + 1]!; r++)
      if (r === residue) all.delete(r)
      else all.add(r)
  }
  return runsOf(all)
}

function runsOf(residues: ReadonlySet<number>): Picked {
  const out: number[] = []
  for (const r of [...residues].sort((a, b) => a - b)) {
    if (out.length > 0 && out.at(-1) === r - 1) out[out.length - 1] = r
    else out.push(r, r)
  }
  return out
}

const TERM = /^(?:([^:\s]*):)?(?:(-?\d+[A-Za-z]?)(?:-(-?\d+[A-Za-z]?))?|([^:\s]*))$/

/**
 * Residues by what they are called, terms with commas or spaces between: `45`, `45-60`, `14A-14F` (of chain number `chain`), `B:45-60`,
 * `HEM`, `B:HEM`, `B:`. Water is meant only by its name. Words where nothing is called so.
 */
export function named(
  text: string,
  { labels, kinds, numbers, chainOf, chains }: Pick<ProteinView, 'labels' | 'kinds' | 'numbers' | 'chainOf' | 'chains'>,
  chain: number,
): Picked | string {
  const all = new Set<number>()
  for (const term of text.split(/[\s,;]+/).filter((one) => one !== '')) {
    const [, id, from, to, name = ''] = TERM.exec(term) ?? []
    const isIn = (r: number): boolean => id === undefined || chains[chainOf[r]!] === id
    const isOwn = (r: number): boolean => (id === undefined ? chainOf[r] === chain : isIn(r))
    const at = (number: string | undefined): number =>
      labels.findIndex((_, r) => isOwn(r) && !isWater(kinds[r]!) && numbers[r]!.toUpperCase() === number?.toUpperCase())
    const [first, last] = [at(from), at(to ?? from)]
    const before = all.size
    labels.forEach((_, r) => {
      const isMeant =
        from !== undefined
          ? first >= 0 && last >= 0 && r >= Math.min(first, last) && r <= Math.max(first, last) && isOwn(r)
          : name === ''
            ? id !== undefined && isIn(r) && !isWater(kinds[r]!)
            : isIn(r) && kinds[r]!.toUpperCase() === name.toUpperCase()
      if (isMeant) all.add(r)
    })
    if (all.size === before)
      return `Nothing is called “${term}” here: write 45, 45-60, B:45-60, HEM or B: for all of chain B.`
  }
  return runsOf(all)
}

/** Å: from atom to atom. */
const NEAR = 5

/** With all residues that have an atom near an atom of one that is selected; no water. */
export function near(
  picked: Picked,
  { residueOf, kinds, labels }: Pick<ProteinView, 'residueOf' | 'kinds' | 'labels'>,
  p: ArrayLike<number>,
): Picked {
  const isOwn = Uint8Array.from(labels, (_, r) => (isPicked(picked, r) ? 1 : 0))
  const isOther = Uint8Array.from(kinds, (name, r) => (isOwn[r] === 1 || isWater(name) ? 0 : 1))
  const all = new Set<number>()
  const cells = new Map<string, number[]>()
  const cellOf = (i: number, ...by: number[]): string =>
    [0, 1, 2].map((k) => Math.floor(p[3 * i + k]! / NEAR) + (by[k] ?? 0)).join(' ')
  for (let i = 0; i < residueOf.length; i++) {
    if (isOwn[residueOf[i]!] === 0) continue
    all.add(residueOf[i]!)
    const key = cellOf(i)
    const list = cells.get(key)
    if (list === undefined) cells.set(key, [i])
    else list.push(i)
  }
  const steps = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)))
  const apart = (i: number, j: number): number => Math.hypot(...[0, 1, 2].map((k) => p[3 * i + k]! - p[3 * j + k]!))
  for (let i = 0; i < residueOf.length; i++) {
    if (isOther[residueOf[i]!] === 0 || all.has(residueOf[i]!)) continue
    if (steps.some((by) => cells.get(cellOf(i, ...by))?.some((j) => apart(i, j) <= NEAR))) all.add(residueOf[i]!)
  }
  return runsOf(all)
}

const MOST = 2000

export function readPicked(value: unknown): Picked {
  const isNumbers = Array.isArray(value) && value.length % 2 === 0 && value.length <= MOST
  if (
    !isNumbers ||
    !value.every((r, k) => Number.isInteger(r) && r >= 0 && r < 1e7 && (k === 0 || r >= value[k - 1]))
  ) {
    return fault('picked', value, 'residues from and to, ascending')
  }
  return value as number[]
}
