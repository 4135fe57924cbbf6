// The power diagram: built from scratch and moved, beside CGAL's regular triangulation where it is installed.
import { startWatch } from '../../lab/machine.js'
import { formatNumber, formatTable } from '../../lab/table.js'
import { PowerTetrahedra } from '../../src/chains/power/power-tetrahedra.js'
import { PowerDiagram, Random } from '../../src/entries/chains.js'
import { BALL } from '../../src/geometry/balls/ball-pair.js'
import { type Progress, roundFigure } from '../bench.js'
import { median } from '../interleave.js'
import { PeerMissingError } from '../meshes/contender.js'
import { compileCgal, startCgal } from '../native/power-cgal.js'
import type { BenchNecklace } from './scenes.js'

export interface PowerRow {
  readonly balls: string
  readonly count: number
  readonly what: string
  readonly millis: number
  /** Against CGAL's construction in the same rounds; undefined without it. */
  readonly ratio?: number
  readonly tetrahedra?: number
}

/** Balls in a cube, radii from a fifth of the mean spacing to half of it. */
export function randomBalls(n: number): Float64Array {
  const random = new Random(n)
  const side = Math.cbrt(n)
  return Float64Array.from({ length: BALL * n }, (_, k) =>
    k % BALL === 3 ? random.range(0.2, 0.5) : random.range(0, side),
  )
}

/** CGAL takes part if it can; `note` says why not. */
export async function racePower(
  sets: readonly { readonly name: string; readonly balls: Float64Array }[],
  rounds: number,
  progress: Progress,
  compile: () => string = compileCgal,
): Promise<{ rows: PowerRow[]; note: string }> {
  const program = peer(compile)
  const rows: PowerRow[] = []
  let note = typeof program === 'string' ? '' : program.message
  for (const [s, { name, balls }] of sets.entries()) {
    const count = balls.length / BALL
    const cgal = typeof program === 'string' ? await startCgal(program, balls) : undefined
    if (cgal !== undefined) note = `CGAL ${cgal.version}`
    const [ours, theirs]: [number[], number[]] = [[], []]
    let [tetrahedra, others] = [0, 0]
    // One round more, first, that is not counted.
    for (let round = -1; round < rounds; round++) {
      progress((s + (round + 1) / (rounds + 1)) / sets.length, `${count} balls, power diagram`)
      const watch = startWatch()
      const built = new PowerTetrahedra(balls)
      const millis = watch()
      tetrahedra = built.tetrahedra().length / 4
      const other = await cgal?.build()
      others = other?.tetrahedra ?? others
      if (round < 0) continue
      ours.push(millis)
      if (other !== undefined) theirs.push(other.micros / 1000)
    }
    cgal?.close()
    // Ties (a packed rope has them) may be cut in another way: then the numbers differ, and both are right.
    const ratio = theirs.length > 0 ? { ratio: roundFigure(median(ours.map((m, r) => m / theirs[r]!))) } : {}
    rows.push({ balls: name, count, what: 'Limber', millis: roundFigure(median(ours)), ...ratio, tetrahedra })
    if (theirs.length > 0) {
      rows.push({ balls: name, count, what: 'CGAL', millis: roundFigure(median(theirs)), ratio: 1, tetrahedra: others })
    }
  }
  return { rows, note }
}

/** All beads moved, a tenth of them, and one. */
export function raceMoves(
  { name, beads, radius, frames }: BenchNecklace,
  rounds: number,
  progress: Progress,
): PowerRow[] {
  return [beads, Math.ceil(beads / 10), 1].map((moved, m) => {
    const diagram = new PowerDiagram(frames[0]!, radius)
    const at = frames[0]!.slice()
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      progress((m + round / rounds) / 3, `${moved} moved, power diagram`)
      // Another part of the rope every time.
      const from = (round * moved) % beads
      const next = frames[1 + (round % (frames.length - 1))]!
      for (let k = 3 * from; k < 3 * Math.min(beads, from + moved); k++) at[k] = next[k]!
      const watch = startWatch()
      diagram.move(at)
      times.push(watch())
    }
    return {
      balls: name,
      count: beads,
      what: `${moved.toLocaleString('en')} moved`,
      millis: roundFigure(median(times)),
    }
  })
}

function peer(compile: () => string): string | PeerMissingError {
  try {
    return compile()
  } catch (error) {
    if (error instanceof PeerMissingError) return error
    throw error
  }
}

export function powerTable(rows: readonly PowerRow[]): string {
  const titles = ['balls', 'power diagram', 'number', 'ms', 'ratio to CGAL', 'tetrahedra']
  return formatTable(
    titles,
    rows.map(({ balls, what, count, millis, ratio, tetrahedra }) => [
      balls,
      what,
      count.toLocaleString('en'),
      formatNumber(millis),
      ratio === undefined ? '' : formatNumber(ratio),
      tetrahedra?.toLocaleString('en') ?? '',
    ]),
    2,
  )
}
