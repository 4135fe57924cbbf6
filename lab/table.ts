// Plain text: tables, and what stands around them.

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

/** Nothing, where there is nothing to be headed. */
export function section(title: string, body: string): string {
  return body === '' ? '' : `${title}\n${body}`
}

interface Check {
  readonly claim: string
  readonly passed: boolean
  readonly seen: string
  /** Too few were measured to say yes or no. */
  readonly few?: boolean
}

export function checkList(checks: readonly Check[]): string {
  const lines = checks.map(
    ({ few, passed, claim, seen }) => `${few ? 'few' : passed ? 'yes' : 'NO '}  ${claim}: ${seen}`,
  )
  return `What it must show\n${lines.join('\n')}`
}
