// Cells of several arms: what diagrams and schedules cost, whether late robots are free, what sampling misses, deadlocks. Real arms
// of the folder that LIMBER_DATA names. Ends with what was asked for and what came out.
import { checkList, formatTable, section } from '../lab/table.js'
import type { Bench, Progress } from './bench.js'
import { measureDeadlocks } from './cells/deadlocks.js'
import { measureDelays } from './cells/delays.js'
import { measureDiagrams } from './cells/diagrams.js'
import type { CellPart } from './cells/part.js'
import { measureSampling } from './cells/sampling.js'
import { readArms } from './cells/scenes.js'

const PARTS: Readonly<Record<string, CellPart>> = {
  diagrams: measureDiagrams,
  delays: measureDelays,
  sampling: measureSampling,
  deadlocks: measureDeadlocks,
}

export const cells: Bench = {
  name: 'cells',
  /** `--part=delays`: one part, of which nothing is kept. */
  async run(quick, progress, { part: only } = {}) {
    const data = process.env.LIMBER_DATA
    if (data === undefined) return { rows: [], text: 'cells: LIMBER_DATA names no folder with robots' }
    const parts = Object.entries(PARTS).filter(([name]) => only === undefined || only === name)
    if (parts.length === 0) throw new Error(`cells has no part ${only}; there is ${Object.keys(PARTS).join(', ')}`)
    const robots = await readArms(data)
    const results = parts.map(([name, measure], k) => {
      const show: Progress = (share, label) => progress((k + share) / parts.length, `${name}: ${label}`)
      return { name, ...measure(robots, quick, show) }
    })
    return {
      rows: results.flatMap(({ name, rows }) => rows.map((row) => ({ part: name, ...row }))),
      keep: only === undefined,
      text: results
        .map(({ name, head, table, checks }) => section(name, `${formatTable(head, table)}\n\n${checkList(checks)}`))
        .join('\n\n'),
    }
  },
}
