// A peptide for tests of `limber fold`, as PDB text: a helix and a strand of alanine, built from ideal bonds and angles.

const RADIANS = Math.PI / 180

type Point = readonly [number, number, number]

/** The point at `length` from c, with the angle b–c–new and the dihedral a–b–c–new, in degrees. */
function placed(a: Point, b: Point, c: Point, length: number, angle: number, dihedral: number): Point {
  const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
  const cross = (p: Point, q: Point): Point => [
    ...([p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]] as const),
  ]
  const unit = (p: Point): Point => {
    const size = Math.hypot(...p)
    return [p[0] / size, p[1] / size, p[2] / size]
  }
  const along = unit(minus(c, b))
  const normal = unit(cross(minus(b, a), along))
  const up = cross(normal, along)
  const [x, y, z] = [
    -length * Math.cos(angle * RADIANS),
    length * Math.sin(angle * RADIANS) * Math.cos(dihedral * RADIANS),
    length * Math.sin(angle * RADIANS) * Math.sin(dihedral * RADIANS),
  ]
  return [0, 1, 2].map((k) => c[k]! + x * along[k]! + y * up[k]! + z * normal[k]!) as unknown as Point
}

/** `residues` alanines with N, CA, C, O and CB: `helix` (φ −57°, ψ −47°) or `strand` (φ −120°, ψ 130°). */
export function peptidePdb(residues: number, kind: 'helix' | 'strand' = 'helix', models = 1): string {
  const [phi, psi] = kind === 'helix' ? [-57, -47] : [-120, 130]
  let n: Point = [0, 0, 0]
  let ca: Point = [1.458, 0, 0]
  let c: Point = placed([0, 1, 0], n, ca, 1.525, 111, phi)
  const atoms: { name: string; residue: number; at: Point }[] = []
  for (let residue = 1; residue <= residues; residue++) {
    const nextN = placed(n, ca, c, 1.329, 117.2, psi)
    const o = placed(nextN, ca, c, 1.231, 120.1, 180)
    const cb = placed(c, n, ca, 1.53, 110.5, -122.5)
    for (const [name, at] of Object.entries({ N: n, CA: ca, C: c, O: o, CB: cb })) atoms.push({ name, residue, at })
    const nextCa = placed(ca, c, nextN, 1.458, 121.7, 180)
    ;[n, ca, c] = [nextN, nextCa, placed(c, nextN, nextCa, 1.525, 111, phi)]
  }
  const number = (value: number): string => value.toFixed(3).padStart(8)
  const lines = atoms.map(
    ({ name, residue, at }, k) =>
      `ATOM  ${String(k + 1).padStart(5)}  ${name.padEnd(3)} ALA A${String(residue).padStart(4)}    ` +
      `${number(at[0])}${number(at[1])}${number(at[2])}  1.00  0.00           ${name[0]}\n`,
  )
  if (models === 1) return `${lines.join('')}TER\nEND\n`
  const numbers = Array.from({ length: models }, (_, k) => k + 1)
  return `${numbers.map((k) => `MODEL     ${String(k).padStart(4)}\n${lines.join('')}TER\nENDMDL\n`).join('')}END\n`
}
