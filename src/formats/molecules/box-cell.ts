// A periodic cell by its three vectors, as GROMACS and extended XYZ have it: nine numbers, those of a first.
import type { PeriodicCell } from './frames-data.js'

/** Whether a is along x, b in the plane of x and y, c upward: in any other orientation, lengths and angles are not all. */
export function isUprightBox(box: ArrayLike<number>): boolean {
  const [ax, ay, az, , by, bz, , , cz] = Array.from(box) as [number, ...number[]] & { length: 9 }
  return ax > 0 && ay === 0 && az === 0 && by! > 0 && bz === 0 && cz! > 0
}

/** Lengths and angles of an upright box. */
export function cellOfBox(box: ArrayLike<number>): PeriodicCell {
  const [ax, , , bx, by, , cx, cy, cz] = Array.from(box) as [number, ...number[]] & { length: 9 }
  const [b, c] = [Math.hypot(bx!, by!), Math.hypot(cx!, cy!, cz!)]
  const angle = (dot: number, size: number): number => (dot === 0 ? 90 : (Math.acos(dot / size) * 180) / Math.PI)
  return {
    lengths: [ax, b, c],
    angles: [angle(bx! * cx! + by! * cy!, b * c), angle(ax * cx!, ax * c), angle(ax * bx!, ax * b)],
  }
}
