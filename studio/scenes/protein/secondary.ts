// Helices and strands by the hydrogen bonds of the backbone (Kabsch and Sander, Biopolymers 22 (1983), 2577–2637): a bond where the
// electrostatic energy of C=O and N–H is below -0.5 kcal/mol; a helix where two turns of 3, 4 or 5 residues follow each other, a strand
// where two bridges do. Hydrogens are put where the peptide before has them, whether the file has some or not.

/** By residue of a trace. */
export const COIL = 0
export const HELIX = 1
export const STRAND = 2

/** Of one residue: atoms N, CA, C and O, or -1; whether it has no hydrogen to give (proline, or the first of a piece). */
export interface Peptide {
  readonly atoms: readonly [n: number, ca: number, c: number, o: number]
  readonly isProline: boolean
}

/** Å: alpha carbons that are farther apart share no bond. */
const REACH = 9
/** kcal/mol: the charges, and below what it is a bond. */
const STRENGTH = 27.888
const BOND = -0.5
/** Å: atoms that are nearer say nothing. */
const LEAST = 0.5

/**
 * One array a piece. Undefined for a piece in which no residue has an oxygen: nothing is known of its bonds then.
 */
export function secondaryStructure(
  p: ArrayLike<number>,
  pieces: readonly (readonly Peptide[])[],
): (Uint8Array | undefined)[] {
  const all = pieces.flatMap((piece) => piece.map((one, k) => ({ ...one, before: k > 0 ? piece[k - 1]! : undefined })))
  const hydrogens = all.map(({ atoms, isProline, before }) => hydrogenOf(p, atoms[0], before, isProline))
  const n = all.length
  /** By residue that accepts: those that give. */
  const given = Array.from({ length: n }, () => new Set<number>())
  // From one side to the other: only those in reach are compared, since an assembly has thousands of residues.
  const across = (k: number): number => p[3 * all[k]!.atoms[1]]!
  const order = Array.from({ length: n }, (_, k) => k).sort((a, b) => across(a) - across(b))
  order.forEach((a, at) => {
    for (let next = at + 1; next < n && across(order[next]!) - across(a) <= REACH; next++) {
      const [i, j] = [Math.min(a, order[next]!), Math.max(a, order[next]!)]
      if (distance(p, all[i]!.atoms[1], all[j]!.atoms[1]) > REACH) continue
      if (j > i + 1 && isBonded(p, all[i]!, all[j]!, hydrogens[j])) given[i]!.add(j)
      if (isBonded(p, all[j]!, all[i]!, hydrogens[i])) given[j]!.add(i)
    }
  })
  const pieceOf = Int32Array.from(pieces.flatMap((piece, k) => piece.map(() => k)))
  const isIn = (i: number, k: number): boolean => k >= 0 && k < n && pieceOf[k] === pieceOf[i]
  const codes = new Uint8Array(n)
  const bridged = markStrands(codes, given, isIn)
  markHelices(codes, 4, given, isIn, () => true)
  for (const turn of [3, 5]) {
    const before = codes.slice()
    markHelices(codes, turn, given, isIn, (k) => before[k] === COIL && bridged[k] === 0)
  }
  let at = 0
  return pieces.map((piece) => {
    const own = codes.slice(at, at + piece.length)
    at += piece.length
    return piece.some(({ atoms }) => atoms[3] >= 0) ? own : undefined
  })
}

/** Those of one length, where all of their residues are free for it. */
function markHelices(
  codes: Uint8Array,
  turn: number,
  given: readonly Set<number>[],
  isIn: (i: number, k: number) => boolean,
  isFree: (k: number) => boolean,
): void {
  const isTurn = (i: number): boolean => isIn(i, i + turn) && given[i]!.has(i + turn)
  for (let i = 1; i < codes.length; i++) {
    if (!isIn(i, i - 1) || !isTurn(i - 1) || !isTurn(i)) continue
    const own = Array.from({ length: turn }, (_, k) => i + k)
    if (own.every(isFree)) codes.fill(HELIX, i, i + turn)
  }
}

/** Answers which residues are in a bridge, alone or not. */
function markStrands(
  codes: Uint8Array,
  given: readonly Set<number>[],
  isIn: (i: number, k: number) => boolean,
): Uint8Array {
  const n = codes.length
  /** Does the oxygen of a take the hydrogen of b? */
  const has = (a: number, b: number): boolean => a >= 0 && b >= 0 && a < n && b < n && given[a]!.has(b)
  const bridged = new Uint8Array(n)
  for (let i = 0; i < n; i++) {
    if (!isIn(i, i - 1) || !isIn(i, i + 1)) continue
    // Whatever bridges i has a bond with it or with one of its two neighbours.
    const near = new Set<number>()
    for (const k of [i - 1, i, i + 1]) {
      for (const j of given[k]!) for (const m of [j - 1, j, j + 1]) near.add(m)
    }
    for (const j of near) {
      if (j < 0 || j >= n || (isIn(i, j) && Math.abs(i - j) < 3) || !isIn(j, j - 1) || !isIn(j, j + 1)) continue
      const isParallel = (has(i - 1, j) && has(j, i + 1)) || (has(j - 1, i) && has(i, j + 1))
      const isOpposed = (has(i, j) && has(j, i)) || (has(i - 1, j + 1) && has(j - 1, i + 1))
      if (!isParallel && !isOpposed) continue
      bridged[i] = 1
      bridged[j] = 1
    }
  }
  for (let i = 0; i < n; i++) {
    const isLadder = (isIn(i, i - 1) && bridged[i - 1] === 1) || (isIn(i, i + 1) && bridged[i + 1] === 1)
    if (bridged[i] === 1 && isLadder) codes[i] = STRAND
  }
  return bridged
}

/** 1 Å from the nitrogen, opposite to the oxygen of the peptide before. */
function hydrogenOf(
  p: ArrayLike<number>,
  n: number,
  before: Peptide | undefined,
  isProline: boolean,
): readonly number[] | undefined {
  const [, , c = -1, o = -1] = before?.atoms ?? []
  if (isProline || c < 0 || o < 0 || n < 0) return undefined
  const length = distance(p, c, o) || 1
  return [0, 1, 2].map((k) => p[3 * n + k]! + (p[3 * c + k]! - p[3 * o + k]!) / length)
}

function isBonded(
  p: ArrayLike<number>,
  { atoms: [, , c, o] }: Peptide,
  { atoms: [n] }: Peptide,
  hydrogen: readonly number[] | undefined,
): boolean {
  if (hydrogen === undefined || c < 0 || o < 0) return false
  const from = (atom: number): number => Math.max(LEAST, Math.hypot(...hydrogen.map((x, k) => x - p[3 * atom + k]!)))
  const on = Math.max(LEAST, distance(p, o, n))
  const cn = Math.max(LEAST, distance(p, c, n))
  return STRENGTH * (1 / on + 1 / from(c) - 1 / from(o) - 1 / cn) < BOND
}

function distance(p: ArrayLike<number>, i: number, j: number): number {
  return Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!)
}
