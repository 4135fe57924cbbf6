// Numbers with units, as people read and type them: angles in degrees, lengths in millimetres, where the engine has radians and metres.

export interface Quantity {
  /** As it is written behind a number. */
  readonly unit: string
  readonly digits: number
  /** What one step of the arrow keys is, in the unit that is shown. */
  readonly step: number
  /** How much of the engine's unit each is; the first is the one that is shown. */
  readonly units: Readonly<Record<string, number>>
}

const DEGREE = Math.PI / 180

export const ANGLE: Quantity = {
  unit: '°',
  digits: 1,
  step: 1,
  units: { '°': DEGREE, deg: DEGREE, degree: DEGREE, degrees: DEGREE, rad: 1, radian: 1, radians: 1 },
}

export const LENGTH: Quantity = {
  unit: ' mm',
  digits: 1,
  step: 1,
  units: { mm: 0.001, cm: 0.01, m: 1, in: 0.0254 },
}

/** What one of the unit that is shown is worth. */
export function worth({ units }: Quantity): number {
  return Object.values(units)[0]!
}

export function written(value: number, quantity: Quantity): string {
  // Without the sign of a zero.
  const shown = (value / worth(quantity)).toFixed(quantity.digits)
  return `${Number(shown) === 0 ? shown.replace('-', '') : shown}${quantity.unit}`
}

/** `12.5`, `12.5 mm`, `0.2 rad`; NaN for anything else. Without a unit, it is the one that is shown. */
export function readQuantity(text: string, quantity: Quantity): number {
  const found = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(\D*)$/i.exec(text.trim().replace('−', '-'))
  if (found === null) return NaN
  const [, number, unit] = found as unknown as [string, string, string]
  const name = unit.trim().toLowerCase()
  const each = name === '' ? worth(quantity) : Object.hasOwn(quantity.units, name) ? quantity.units[name]! : NaN
  return Number(number) * each
}
