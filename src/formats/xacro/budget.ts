// How much a xacro file may ask for. Some hundred times what the largest robots take, and done in a second or two.
import { Refusal } from './values.js'

/** Elements that are visited: every call of a macro visits those of its body again. */
const MOST_ELEMENTS = 200_000
/** Characters and steps of expressions. */
const MOST_WORK = 20_000_000
/** Elements, conditions, macros and includes in each other. A macro that counts by calling itself takes two for a number. */
const MAX_DEPTH = 800
/** Characters that are written. */
const MOST_OUTPUT = 2 ** 24

export class Budget {
  private elements = 0
  private units = 0
  private depth = 0
  private written = 0

  element(count = 1): void {
    this.elements += count
    if (this.elements > MOST_ELEMENTS) {
      throw new Refusal(
        `at most ${MOST_ELEMENTS} elements after expansion`,
        'more: does a macro call itself without end?',
      )
    }
  }

  work(units: number): void {
    this.units += units
    if (this.units > MOST_WORK) throw new Refusal(`expressions of at most ${MOST_WORK} steps in all`, 'more')
  }

  enter(): void {
    if (++this.depth > MAX_DEPTH) {
      throw new Refusal(
        `elements, macros and includes at most ${MAX_DEPTH} deep`,
        'deeper: does a macro call itself, or a file include itself, without end?',
      )
    }
  }

  leave(): void {
    this.depth--
  }

  output(characters: number): void {
    this.written += characters
    if (this.written > MOST_OUTPUT) throw new Refusal(`at most ${MOST_OUTPUT} characters after expansion`, 'more')
  }
}
