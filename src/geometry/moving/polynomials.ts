// Polynomials in one variable with whole coefficients of any length, the constant first and the last coefficient not zero: [] is the
// polynomial zero. All of it is exact.

/** Coefficients, the constant first; the last is not zero. */
export type Poly = readonly bigint[]

export function addPolys(a: Poly, b: Poly): Poly {
  if (a.length < b.length) return addPolys(b, a)
  const sum = a.slice()
  for (let k = 0; k < b.length; k++) sum[k]! += b[k]!
  return trimmed(sum)
}

export function subtractPolys(a: Poly, b: Poly): Poly {
  const difference = a.slice()
  for (let k = 0; k < b.length; k++) difference[k] = (difference[k] ?? 0n) - b[k]!
  return trimmed(difference)
}

export function multiplyPolys(a: Poly, b: Poly): Poly {
  if (a.length === 0 || b.length === 0) return []
  const product: bigint[] = new Array(a.length + b.length - 1).fill(0n)
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!
    if (x === 0n) continue
    for (let k = 0; k < b.length; k++) product[i + k]! += x * b[k]!
  }
  return product
}

/** Without zeros at the end. Changes the array that it is given. */
export function trimmed(coefficients: bigint[]): Poly {
  while (coefficients.length > 0 && coefficients[coefficients.length - 1] === 0n) coefficients.pop()
  return coefficients
}

export function polyDerivative(p: Poly): Poly {
  return p.slice(1).map((x, k) => x * BigInt(k + 1))
}

/** The same roots with coefficients that have no common factor. */
function primitive(p: Poly): Poly {
  let divisor = 0n
  for (const x of p) {
    let [a, b] = [divisor, x < 0n ? -x : x]
    while (b !== 0n) [a, b] = [b, a % b]
    divisor = a
    if (divisor === 1n) return p
  }
  return p.map((x) => x / divisor)
}

/** A multiple, by a number that is not zero, of the remainder of a divided by b ≠ 0. */
function remainder(a: Poly, b: Poly): Poly {
  const rest = a.slice()
  const lead = b[b.length - 1]!
  while (rest.length >= b.length) {
    const top = rest[rest.length - 1]!
    const shift = rest.length - b.length
    for (let k = 0; k < rest.length - 1; k++) rest[k]! *= lead
    for (let k = 0; k < b.length - 1; k++) rest[shift + k]! -= top * b[k]!
    rest.pop()
    trimmed(rest)
  }
  return rest
}

/** The greatest common divisor, up to a factor: its roots are the common ones, as often as in both. */
export function commonDivisor(a: Poly, b: Poly): Poly {
  let [f, g] = [primitive(a), primitive(b)]
  if (f.length < g.length) [f, g] = [g, f]
  while (g.length > 0) [f, g] = [g, primitive(remainder(f, g))]
  return f
}

/** A multiple of a/b, where b ≠ 0 divides a. */
export function quotient(a: Poly, b: Poly): Poly {
  const rest = a.slice()
  const lead = b[b.length - 1]!
  const found: bigint[] = []
  while (rest.length >= b.length) {
    const top = rest.pop()!
    const shift = rest.length + 1 - b.length
    for (let k = 0; k < found.length; k++) found[k]! *= lead
    found.unshift(top)
    for (let k = 0; k < rest.length; k++) rest[k]! *= lead
    for (let k = 0; k < b.length - 1; k++) rest[shift + k]! -= top * b[k]!
  }
  return primitive(found)
}

/** A multiple with the same roots, each of them simple. */
export function squareFree(p: Poly): Poly {
  const g = commonDivisor(p, polyDerivative(p))
  return g.length > 1 ? quotient(p, g) : p
}

/** p on the interval from k/2^m to (k+1)/2^m, as a polynomial of x in [0, 1], times a power of two. */
export function onInterval(p: Poly, k: bigint, m: number): Poly {
  const n = p.length - 1
  // p(y/2^m)·2^(mn), then y = k + x by repeated synthetic division.
  const q = p.map((x, i) => x << BigInt(m * (n - i)))
  for (let i = 0; i < n; i++) for (let j = n - 1; j >= i; j--) q[j]! += k * q[j + 1]!
  return q
}

/** The sign of p at k/2^m: −1, 0 or 1. */
export function signAt(p: Poly, k: bigint, m: number): number {
  const shift = BigInt(m)
  let value = 0n
  for (let i = p.length - 1, scale = 0n; i >= 0; i--, scale += shift) value = value * k + (p[i]! << scale)
  return value > 0n ? 1 : value < 0n ? -1 : 0
}

/** Binomial coefficients up to the degree that the caller needs. */
const binomials: bigint[][] = [[1n]]

/**
 * Bernstein coefficients of p on [0, 1], each times a binomial coefficient: all their signs are those of the coefficients. Σ_k C(n−k, i−k) a_k
 * for i = 0 … n.
 */
export function bernsteinSigns(p: Poly): number[] {
  const n = p.length - 1
  while (binomials.length <= n) {
    const last = binomials[binomials.length - 1]!
    binomials.push([1n, ...last.map((x, k) => x + (last[k + 1] ?? 0n))])
  }
  const signs: number[] = []
  for (let i = 0; i <= n; i++) {
    let sum = 0n
    for (let k = 0; k <= i; k++) sum += binomials[n - k]![i - k]! * p[k]!
    signs.push(sum > 0n ? 1 : sum < 0n ? -1 : 0)
  }
  return signs
}
