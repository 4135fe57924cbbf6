// Points in cells, to find those near another: built once, asked for each atom that may be bonded across residues.

export class PointGrid {
  private readonly cells = new Map<string, number[]>()

  constructor(
    private readonly positions: Float64Array,
    count: number,
    private readonly size: number,
  ) {
    for (let i = 0; i < count; i++) {
      const key = this.cellOf(i).join()
      const cell = this.cells.get(key)
      if (cell === undefined) this.cells.set(key, [i])
      else cell.push(i)
    }
  }

  /** Shows every other point that may be within a cell's size of point i, and some that are not; ascending in each cell. */
  near(i: number, visit: (j: number) => void): void {
    const [x, y, z] = this.cellOf(i) as [number, number, number]
    for (let a = x - 1; a <= x + 1; a++) {
      for (let b = y - 1; b <= y + 1; b++) {
        for (let c = z - 1; c <= z + 1; c++) {
          for (const j of this.cells.get(`${a},${b},${c}`) ?? []) if (j !== i) visit(j)
        }
      }
    }
  }

  private cellOf(i: number): number[] {
    return [0, 1, 2].map((k) => Math.floor(this.positions[3 * i + k]! / this.size))
  }
}
