// Reads fields that came from an address: what is not as it must be is refused, in words.

export function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  return fault(name, value, `a whole number from ${least} to ${most}`)
}

export function oneOf<T extends string>(name: string, value: unknown, list: readonly (readonly [T, string])[]): T {
  const found = list.find(([key]) => key === value)
  return found === undefined ? fault(name, value, `one of ${list.map(([key]) => key).join(', ')}`) : found[0]
}

export function fault(name: string, value: unknown, wanted: string): never {
  throw new Error(`${name} must be ${wanted}, not ${JSON.stringify(value)}.`)
}
