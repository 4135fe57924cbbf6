// Reads fields that came from an address: what is not as it must be is refused, in words.

export function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  return fault(name, value, `a whole number from ${least} to ${most}`)
}

/** Both bounds included. */
export function within(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  return fault(name, value, `a number from ${least} to ${most}`)
}

/** Of these fields, which are true or false, those that are there. */
export function flags<K extends string>(
  fields: Readonly<Record<string, unknown>>,
  names: readonly K[],
): Partial<Record<K, boolean>> {
  const found: Partial<Record<K, boolean>> = {}
  for (const name of names) {
    const value = fields[name]
    if (value === undefined) continue
    if (typeof value !== 'boolean') fault(name, value, 'true or false')
    found[name] = value
  }
  return found
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function oneOf<T extends string>(name: string, value: unknown, list: readonly (readonly [T, string])[]): T {
  const found = list.find(([key]) => key === value)
  return found === undefined ? fault(name, value, `one of ${list.map(([key]) => key).join(', ')}`) : found[0]
}

export function fault(name: string, value: unknown, wanted: string): never {
  throw new Error(`${name} must be ${wanted}, not ${JSON.stringify(value)}.`)
}
