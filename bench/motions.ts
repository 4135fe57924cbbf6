// Proved motions: segments of robots, by Limber's default and by the published methods; and two rigid meshes, beside FCL's
// continuous collision where it is installed. Same motions, in turns, ratios printed.
import type { Bench } from './bench.js'
import { type RigidSize, rigidTable, rigidTarget, runRigid } from './motions/rigid.js'

interface Size {
  readonly rigid: RigidSize
}

const FULL: Size = { rigid: { pairs: Infinity, each: 16, rounds: 3, samples: 1000, limit: 20_000 } }
const QUICK: Size = { rigid: { pairs: 1, each: 2, rounds: 1, samples: 200, limit: 2000 } }

export const motions: Bench = {
  name: 'motions',
  async run(quick, progress) {
    const size = quick ? QUICK : FULL
    const rigid = await runRigid(size.rigid, progress)
    return {
      rows: rigid.rows,
      about: { notes: rigid.notes },
      text: [rigidTable(rigid.rows), ...rigidTarget(rigid.rows), rigid.notes.join('\n')].join('\n\n'),
    }
  },
}
