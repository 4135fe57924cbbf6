// Numbers written one list after another, and where each list began.

export class TableWriter {
  private readonly numbers: number[] = []

  get length(): number {
    return this.numbers.length
  }

  /** Where it begins. */
  add(list: Iterable<number>): number {
    const at = this.numbers.length
    for (const number of list) this.numbers.push(number)
    return at
  }

  all(): readonly number[] {
    return this.numbers
  }
}
