// What entries of an array were, in the order in which they were overwritten: undone to the bit.

export class Log {
  length = 0
  private at = new Int32Array(64)
  private old = new Float64Array(64)

  push(at: number, old: number): void {
    if (this.length === this.at.length) this.grow()
    this.at[this.length] = at
    this.old[this.length++] = old
  }

  restore(out: Float64Array | Int32Array): void {
    for (let k = this.length - 1; k >= 0; k--) out[this.at[k]!] = this.old[k]!
    this.length = 0
  }

  private grow(): void {
    const at = new Int32Array(2 * this.length)
    const old = new Float64Array(2 * this.length)
    at.set(this.at)
    old.set(this.old)
    this.at = at
    this.old = old
  }
}
