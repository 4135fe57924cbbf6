// Whether a disk has room for what a run of `limber fold` is going to write.
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Place, WriteFileError } from '../print/write-atomically.js'

export interface Growing {
  readonly place: Place
  /** Bytes that will come in addition to what is there; no more than really come. */
  readonly bytes: number
}

/** Refuses what cannot fit, all files of one disk together. Where a disk does not say how full it is, nothing is refused. */
export async function checkSpace(growing: readonly Growing[], advice: string): Promise<void> {
  const disks = new Map<number, { needed: number; free: number; place: Place }>()
  for (const { place, bytes } of growing) {
    const disk = await statfs(dirname(place.real)).catch(() => undefined)
    if (disk === undefined || disk.blocks === 0) continue
    // What is free changes while others write, so it cannot tell one disk from another.
    const key = (await stat(dirname(place.real))).dev
    const needed = bytes + (disks.get(key)?.needed ?? 0)
    disks.set(key, { needed, free: disk.bavail * disk.bsize, place })
  }
  for (const { needed, free, place } of disks.values()) {
    if (needed <= free) continue
    throw new WriteFileError(
      `${place.file}: expected room for about ${size(needed)} on its disk, got ${size(free)}; ${advice}`,
    )
  }
}

/** `1.5 GB`. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
