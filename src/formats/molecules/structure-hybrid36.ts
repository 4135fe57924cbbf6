// Numbers that outgrow their columns, as the Computational Crystallography Toolbox writes them (hybrid-36): decimal as long as
// they fit, then A000 to ZZZZ in base 36, then a000 to zzzz.

/** The number in `width` letters; undefined if they are not one. */
export function parseHybrid36(text: string, width: number): number | undefined {
  if (text.length !== width) return undefined
  const upper = /^[A-Z][0-9A-Z]*$/.test(text)
  if (!upper && !/^[a-z][0-9a-z]*$/.test(text)) return undefined
  const high = 36 ** (width - 1)
  return Number.parseInt(text, 36) - 10 * high + 10 ** width + (upper ? 0 : 26 * high)
}

/** In `width` columns, to the right; undefined if it does not fit. */
export function formatHybrid36(value: number, width: number): string | undefined {
  const plain = String(value)
  if (plain.length <= width) return plain.padStart(width)
  const high = 36 ** (width - 1)
  const past = value - 10 ** width
  if (past < 0 || past >= 52 * high) return undefined
  return past < 26 * high ? (past + 10 * high).toString(36).toUpperCase() : (past - 26 * high + 10 * high).toString(36)
}
