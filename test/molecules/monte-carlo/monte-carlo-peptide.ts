// A piece of a real protein (the first six residues of 1PGA) and of an ideal helix, small enough to be asked everything.
import { readFileSync } from 'node:fs'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import type { Protein } from '../../../src/molecules/protein/protein.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'

/** Name, residue, number, x, y, z. */
const ATOMS = `
N MET 1 26.778 34.213 35.880
CA MET 1 26.659 32.769 36.242
C MET 1 27.468 31.927 35.268
O MET 1 27.699 32.342 34.110
CB MET 1 25.202 32.296 36.219
CG MET 1 24.345 32.901 37.319
SD MET 1 22.647 32.419 37.205
CE MET 1 22.101 32.510 39.040
N THR 2 27.942 30.785 35.765
CA THR 2 28.716 29.848 34.951
C THR 2 27.810 28.681 34.500
O THR 2 27.190 28.014 35.349
CB THR 2 29.874 29.309 35.740
OG1 THR 2 30.690 30.402 36.160
CG2 THR 2 30.703 28.380 34.901
N TYR 3 27.727 28.474 33.178
CA TYR 3 26.925 27.439 32.581
C TYR 3 27.786 26.384 31.926
O TYR 3 28.925 26.623 31.562
CB TYR 3 25.980 28.003 31.552
CG TYR 3 25.043 29.056 32.084
CD1 TYR 3 25.494 30.368 32.275
CD2 TYR 3 23.704 28.754 32.362
CE1 TYR 3 24.649 31.353 32.728
CE2 TYR 3 22.841 29.745 32.816
CZ TYR 3 23.334 31.057 32.992
OH TYR 3 22.507 32.070 33.389
N LYS 4 27.209 25.188 31.822
CA LYS 4 27.880 24.053 31.245
C LYS 4 27.146 23.549 30.005
O LYS 4 25.927 23.642 29.883
CB LYS 4 27.980 22.919 32.276
CG LYS 4 28.614 21.682 31.687
CD LYS 4 29.133 20.761 32.750
CE LYS 4 28.104 19.671 33.082
NZ LYS 4 28.622 18.689 34.151
N LEU 5 27.906 23.017 29.076
CA LEU 5 27.287 22.492 27.893
C LEU 5 27.787 21.089 27.755
O LEU 5 28.980 20.881 27.827
CB LEU 5 27.718 23.274 26.662
CG LEU 5 27.273 22.663 25.316
CD1 LEU 5 25.786 22.592 25.165
CD2 LEU 5 27.883 23.370 24.177
N ILE 6 26.872 20.127 27.677
CA ILE 6 27.234 18.718 27.430
C ILE 6 26.857 18.445 25.938
O ILE 6 25.684 18.610 25.488
CB ILE 6 26.539 17.774 28.431
CG1 ILE 6 26.929 18.189 29.827
CG2 ILE 6 26.965 16.283 28.223
CD1 ILE 6 26.270 17.302 30.804
`

/** Met Thr Tyr Lys Leu Ile, with side-chains. */
export function peptide(): Structure {
  const lines = ATOMS.trim().split('\n')
  const text = lines.map((line, k) => {
    const [name, residue, number, ...xyz] = line.split(' ') as [string, string, string, ...string[]]
    const at = xyz.map((value) => value.padStart(8)).join('')
    const columns = `${String(k + 1).padStart(5)}  ${name.padEnd(3)} ${residue} A${number.padStart(4)}`
    return `ATOM  ${columns}    ${at}  1.00  0.00           ${name[0]}`
  })
  return parseStructure(`${text.join('\n')}\nEND\n`, { name: 'peptide' })
}

/** The first `count` alanines of the helix among the examples. */
export function alanines(count: number): Structure {
  const text = readFileSync(new URL('../../../examples/helix.pdb', import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('ATOM') && Number(line.slice(22, 26)) <= count)
  return parseStructure(`${lines.join('\n')}\nEND\n`, { name: 'helix' })
}

/** stiffness · Σ Δ² of the angles N–CA–C, N–CA–CB and C–CA–CB of all residues, by arccosines. */
export function springs(protein: Protein, start: Float64Array, x: Float64Array, stiffness: number): number {
  let sum = 0
  for (let r = 0; r < protein.structure.residues.length; r++) {
    const find = (name: string): number => protein.names.findIndex((n, i) => n === name && protein.residueOf[i] === r)
    for (const [a, b] of [
      ['N', 'C'],
      ['N', 'CB'],
      ['C', 'CB'],
    ] as const) {
      const [i, c, j] = [find(a), find('CA'), find(b)]
      if (i < 0 || j < 0) continue
      sum += stiffness * (angle(x, i, c, j) - angle(start, i, c, j)) ** 2
    }
  }
  return sum
}

export function angle(x: Float64Array, i: number, c: number, j: number): number {
  const u = [0, 1, 2].map((k) => x[3 * i + k]! - x[3 * c + k]!)
  const v = [0, 1, 2].map((k) => x[3 * j + k]! - x[3 * c + k]!)
  const dot = u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
  return Math.acos(dot / Math.hypot(...u) / Math.hypot(...v))
}
