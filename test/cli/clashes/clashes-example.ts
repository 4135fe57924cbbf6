// The examples `examples/helix.pdb` and `examples/helices.pdb`: peptides from bond lengths, bond angles and torsions. The first is
// an α-helix; the second is bent so far that its two helices run into each other.

type Vec = readonly [number, number, number]

/** Å and degrees: usual values of the peptide (Engh and Huber, Acta Crystallographica A47 (1991), 392–400, rounded). */
const N_CA = 1.46
const CA_C = 1.52
const C_N = 1.33
const C_O = 1.23
const CA_CB = 1.53
const ANGLE_N = 121.7
const ANGLE_CA = 111
const ANGLE_C = 116.6
const ANGLE_O = 120.5
const ANGLE_CB = 110.4
/** From C about N–CA to CB: that of an L-amino acid. */
const TURN_CB = -122.6

const HELIX: readonly [phi: number, psi: number] = [-60, -45]

/** The two glycines between the helices. */
const TURN: readonly (readonly [phi: number, psi: number])[] = [
  [-90, 120],
  [60, -45],
]

const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const unit = (a: Vec): Vec => {
  const length = Math.hypot(...a)
  return [a[0] / length, a[1] / length, a[2] / length]
}

/** The atom bonded to c, so far from it, at this angle b–c–d and torsion a–b–c–d (degrees). */
function place(a: Vec, b: Vec, c: Vec, bond: number, angle: number, torsion: number): Vec {
  const [theta, chi] = [(angle * Math.PI) / 180, (torsion * Math.PI) / 180]
  const along = unit(minus(c, b))
  const normal = unit(cross(minus(b, a), along))
  const side = cross(normal, along)
  const [x, y, z] = [
    -bond * Math.cos(theta),
    bond * Math.sin(theta) * Math.cos(chi),
    bond * Math.sin(theta) * Math.sin(chi),
  ]
  return [0, 1, 2].map((k) => c[k]! + x * along[k]! + y * side[k]! + z * normal[k]!) as unknown as Vec
}

interface Atom {
  readonly name: string
  readonly residue: number
  readonly at: Vec
}

/** Heavy atoms of a peptide of alanines, glycine where there is no CB. */
export function peptide(names: readonly string[], torsions: readonly (readonly [number, number])[]): Atom[] {
  const atoms: Atom[] = []
  let n: Vec = [0, 0, 0]
  let ca: Vec = [N_CA, 0, 0]
  // In the plane z = 0.
  const open = (ANGLE_CA * Math.PI) / 180
  let c: Vec = [N_CA - CA_C * Math.cos(open), CA_C * Math.sin(open), 0]
  names.forEach((name, residue) => {
    const psi = torsions[residue]![1]
    const next = place(n, ca, c, C_N, ANGLE_C, psi)
    const o = place(n, ca, c, C_O, ANGLE_O, psi + 180)
    atoms.push({ name: 'N', residue, at: n }, { name: 'CA', residue, at: ca }, { name: 'C', residue, at: c })
    atoms.push({ name: 'O', residue, at: o })
    if (name !== 'GLY') {
      atoms.push({ name: 'CB', residue, at: place(c, n, ca, CA_CB, ANGLE_CB, TURN_CB) })
    }
    const nextCa = place(ca, c, next, N_CA, ANGLE_N, 180)
    c = place(c, next, nextCa, CA_C, ANGLE_CA, torsions[residue + 1]?.[0] ?? 180)
    ca = nextCa
    n = next
  })
  return atoms
}

function pdbText(title: string, names: readonly string[], atoms: readonly Atom[]): string {
  const lines = atoms.map(({ name, residue, at }, k) => {
    const place = at.map((x) =>
      x
        .toFixed(3)
        .replace(/^-(?=0\.0+$)/, '')
        .padStart(8),
    )
    const head = `ATOM  ${String(k + 1).padStart(5)}  ${name.padEnd(3)} ${names[residue]} A${String(residue + 1).padStart(4)}`
    return `${head}    ${place.join('')}  1.00  0.00          ${name[0]!.padStart(2)}`
  })
  const end = `TER   ${String(atoms.length + 1).padStart(5)}      ${names.at(-1)} A${String(names.length).padStart(4)}`
  return `${[`TITLE     ${title}`, ...lines, end, 'END'].join('\n')}\n`
}

export function helixPdb(residues = 20): string {
  const names = Array.from({ length: residues }, () => 'ALA')
  const torsions = names.map(() => HELIX)
  return pdbText('AN ALPHA HELIX OF ALANINES', names, peptide(names, torsions))
}

export function helicesPdb(half = 10): string {
  const helix = Array.from({ length: half }, () => 'ALA')
  const names = [...helix, ...TURN.map(() => 'GLY'), ...helix]
  const torsions = names.map((_, k) => TURN[k - half] ?? HELIX)
  return pdbText('TWO ALPHA HELICES AND A TURN THAT IS TOO TIGHT', names, peptide(names, torsions))
}
