// A drawing of lines in a terminal: letters of Braille, each two dots wide and four high.

/** The bit of a dot in a letter, by column and row. */
const BITS: readonly (readonly number[])[] = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
]
const BLANK = 0x2800

export class Canvas {
  private readonly cells: Uint8Array
  private readonly marks = new Map<number, string>()

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    this.cells = new Uint8Array(columns * rows)
  }

  get width(): number {
    return 2 * this.columns
  }

  get height(): number {
    return 4 * this.rows
  }

  /** From one dot to another; what is outside is not drawn. Dots are counted from the upper left. */
  line(x0: number, y0: number, x1: number, y1: number): void {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))))
    for (let k = 0; k <= steps; k++) this.dot(x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps)
  }

  /** A letter in place of the dots around this one. */
  mark(x: number, y: number, letter: string): void {
    const [column, row] = [Math.floor(x / 2), Math.floor(y / 4)]
    if (this.has(column, row)) this.marks.set(row * this.columns + column, letter)
  }

  lines(): string[] {
    return Array.from({ length: this.rows }, (_, row) => {
      const letters = Array.from({ length: this.columns }, (_, column) => {
        const at = row * this.columns + column
        return this.marks.get(at) ?? (this.cells[at] === 0 ? ' ' : String.fromCharCode(BLANK + this.cells[at]!))
      })
      return letters.join('').trimEnd()
    })
  }

  private dot(x: number, y: number): void {
    const [column, row] = [Math.floor(x / 2), Math.floor(y / 4)]
    if (!this.has(column, row)) return
    this.cells[row * this.columns + column]! |= BITS[Math.floor(x) - 2 * column]![Math.floor(y) - 4 * row]!
  }

  private has(column: number, row: number): boolean {
    return column >= 0 && column < this.columns && row >= 0 && row < this.rows
  }
}
