// Numbers that stand for many.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Four significant digits: more would be noise. */
export function roundFigure(value: number): number {
  return Number(value.toPrecision(4))
}
