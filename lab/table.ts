// Plain text tables.

/** Columns as wide as their widest cell; the first `left` columns aligned left, the others right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[], left = 1): string {
  const all = [head, ...rows]
  const widths = head.map((_, c) => Math.max(...all.map((row) => (row[c] ?? '').length)))
  const line = (row: readonly string[]): string =>
    widths
      .map((width, c) => (c < left ? (row[c] ?? '').padEnd(width) : (row[c] ?? '').padStart(width)))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

/** Three significant digits or whole, with thousands separated. */
export function formatNumber(value: number): string {
  const digits = value === 0 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
