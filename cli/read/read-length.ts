// A length as the command line has it: a decimal number of zero or more.

const LENGTH = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** NaN if it is not a number. Number() alone would take '', ' ' and '0x10', which are likelier slips than wishes. */
export function readLength(text: string): number {
  const value = LENGTH.test(text) ? Number(text) : Number.NaN
  return value < Infinity ? value : Number.NaN
}
