// Tables VIII to X (section V.F, Figure 14): an arm turns all the way round, its tip at a constant clearance just above ζ over a
// floor, a box, a narrow box. The worst that can happen to bisection by distances; a test that knows the direction of motion
// does not mind.
import { type GrazeKind, graze } from '../../scenes/index.js'
import type { Progress } from '../experiment.js'
import { measureSettings, type Setting, toRow } from './methods.js'
import { GRAZES, type GrazeTable, publishedGraze } from './published.js'
import type { Row } from './rows.js'
import { EPSILON } from './segments.js'

const KINDS: Readonly<Record<GrazeTable, { readonly kind: GrazeKind; readonly figure: string }>> = {
  VIII: { kind: 'floor', figure: '14a' },
  IX: { kind: 'box', figure: '14b' },
  X: { kind: 'narrow', figure: '14c' },
}

/** Where only ζ counts: fixed resolution knows no δ. */
function settingsOf(zeta: number, delta: number, finest: number): Setting[] {
  return [
    ...(zeta === delta ? [{ method: 'fixed', epsilon: EPSILON } as const] : []),
    // Millions of tests: for those who have the time.
    ...(zeta < finest ? [] : [{ method: 'adaptive', delta } as const, { method: 'refined', delta } as const]),
    { method: 'limber', delta },
  ]
}

export interface GrazingOptions {
  /** The least ζ for the paper's methods. */
  readonly finest: number
  readonly rounds: number
  readonly links: readonly ('all' | 'end-effector')[]
}

export async function measureGrazing(
  table: GrazeTable,
  { finest, rounds, links }: GrazingOptions,
  progress: Progress,
): Promise<Row[]> {
  const { kind, figure } = KINDS[table]
  const rows: Row[] = []
  const lines = links.flatMap((checked) => GRAZES.map((graze) => ({ ...graze, links: checked })))
  const made = new Map<string, Graze>()
  for (const [i, { zeta, delta, links: checked }] of lines.entries()) {
    const label = `Table ${table}: ζ = ${zeta}, δ = ${delta}`
    await progress(i / lines.length, label)
    const key = `${zeta} ${checked}`
    const { world, from, to } = made.get(key) ?? graze(kind, zeta, checked === 'all' ? {} : { only: checked })
    made.set(key, { world, from, to })
    const measured = await measureSettings(
      { name: `graze-${kind}`, figure, world },
      settingsOf(zeta, delta, finest),
      [[from, to]],
      // A long run needs no second one to be timed well; and those before it have warmed the compiler up.
      zeta <= 0.001 ? 0 : rounds,
      (share) => progress((i + share) / lines.length, label),
      label,
    )
    for (const m of measured) {
      const published = m.method === 'fixed' ? undefined : publishedGraze(table, zeta, delta, checked)
      rows.push({ ...toRow(table, m, published), zeta, links: checked })
    }
  }
  return rows
}

type Graze = Pick<ReturnType<typeof graze>, 'world' | 'from' | 'to'>
