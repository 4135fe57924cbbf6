// Proved motions: segments of robots, by Limber's default and by the published methods; and two rigid meshes, beside FCL's
// continuous collision where it is installed. Same motions, in turns, ratios printed.
import type { Bench, Progress } from './bench.js'
import { type RigidSize, rigidTable, rigidTarget, runRigid } from './motions/rigid.js'
import { runSegments, type SegmentSize, segmentTable } from './motions/segments.js'

interface Size {
  readonly segments: SegmentSize
  readonly rigid: RigidSize
}

const FULL: Size = {
  segments: {
    scenes: Infinity,
    lengths: Infinity,
    each: 100,
    tries: 4000,
    samples: 200,
    rounds: 3,
    budget: 300,
    warmUp: 300,
    least: 10,
    all: true,
  },
  rigid: { pairs: Infinity, each: 10, rounds: 3, samples: 500, limit: 20_000 },
}
const QUICK: Size = {
  segments: {
    scenes: 1,
    lengths: 1,
    each: 10,
    tries: 60,
    samples: 50,
    rounds: 2,
    budget: 300,
    warmUp: 200,
    least: 2,
    all: false,
  },
  rigid: { pairs: 1, each: 2, rounds: 1, samples: 200, limit: 2000 },
}

export const motions: Bench = {
  name: 'motions',
  async run(quick, progress) {
    const size = quick ? QUICK : FULL
    const part =
      (from: number, to: number): Progress =>
      (share, label) =>
        progress(from + (to - from) * share, label)
    const segments = await runSegments(size.segments, part(0, 0.5))
    const rigid = await runRigid(size.rigid, part(0.5, 1))
    const notes = [...segments.notes, ...rigid.notes]
    return {
      rows: [
        ...segments.rows.map((row) => ({ part: 'segments', ...row })),
        ...rigid.rows.map((row) => ({ part: 'rigid', ...row })),
      ],
      about: { notes },
      text: [segmentTable(segments.rows), rigidTable(rigid.rows), rigidTarget(rigid.rows).join('\n'), notes.join('\n')]
        .filter((section) => section !== '')
        .join('\n\n'),
    }
  },
}
