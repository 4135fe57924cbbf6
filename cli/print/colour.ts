// Colour, for terminals only. NO_COLOR (no-color.org) takes it away, FORCE_COLOR asks for it where there is no terminal.
import { ExitCode } from '../exit-codes.js'

export type Colour = 'red' | 'green' | 'yellow' | 'bold' | 'dim'

const CODES: Readonly<Record<Colour, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
}

/** A variable that is there and empty says nothing, as no-color.org has it; FORCE_COLOR=0 asks for none, as Node has it. */
export function hasColour(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = env
  if (NO_COLOR !== '') return false
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return stream.isTTY === true && TERM !== 'dumb'
}

export function paint(text: string, colour: Colour): string {
  const [on, off] = CODES[colour]
  return `\x1b[${on}m${text}\x1b[${off}m`
}

/** By exit code. */
const OUTCOMES: Readonly<Record<number, Colour>> = {
  [ExitCode.Good]: 'green',
  [ExitCode.Violation]: 'red',
  [ExitCode.Undecided]: 'yellow',
}

const WORDS =
  /^(?:free|collision|first contact|closer than \S+|outside limits|nothing to check|undecided|sampled|valid|rejected|solved|no path found|invalid start|invalid goal|proved|smoothed|scheduled|deadlock|invalid|no clashes)(?=[:,. ])/i

/** The outcome is the first words of the text, where they are those of one. JSON is left as it is. */
export function colourOutcome(text: string, code: number): string {
  const colour = OUTCOMES[code]
  return colour === undefined ? text : text.replace(WORDS, (outcome) => paint(outcome, colour))
}
