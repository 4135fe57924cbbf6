// Residues that are selected, as runs of numbers of the structure: [from, to, from, to, …], both ends included, ascending.
import { fault } from '../../app/fields.js'

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
