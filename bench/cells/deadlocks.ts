// Arms that cannot pass each other: how many are resolved by other paths, and how long that takes.
import { coordinateNow } from '../../src/entries/robots.js'
import { processorMicros } from '../interleave.js'
import type { CellPart } from './part.js'
import { type CellKind, cellScene } from './scenes.js'

const TIGHT: readonly (CellKind & { readonly name: string; readonly seeds: number })[] = [
  { name: 'two Pandas, 0.7 m', arms: ['panda', 'panda'], radius: 0.35, seeds: 24 },
  { name: 'three Pandas, 0.5 m out', arms: ['panda', 'panda', 'panda'], radius: 0.5, seeds: 16 },
  { name: 'ring of six Pandas, 0.95 m', arms: Array(6).fill('panda'), radius: 0.95, seeds: 4 },
]

export const measureDeadlocks: CellPart = (robots, quick, progress) => {
  const rows = []
  for (const [k, kind] of (quick ? TIGHT.slice(0, 1) : TIGHT).entries()) {
    const row = { arms: kind.name, scenes: 0, deadlocks: 0, resolved: 0, worstMs: 0 }
    const seeds = quick ? 3 : kind.seeds
    for (let seed = 1; row.scenes < seeds && seed <= 3 * seeds; seed++) {
      progress((k + row.scenes / seeds) / TIGHT.length, `${kind.name}, seed ${seed}`)
      const scene = cellScene(robots, kind, seed)
      if (scene === undefined) continue
      row.scenes++
      if (coordinateNow(scene.world, scene.paths).outcome !== 'deadlock') continue
      row.deadlocks++
      const began = processorMicros()
      const again = coordinateNow(scene.world, scene.paths, { replan: true, maxMillis: 60_000 })
      row.worstMs = Math.max(row.worstMs, (processorMicros() - began) / 1000)
      if (again.outcome === 'scheduled') row.resolved++
    }
    rows.push(row)
  }
  return {
    rows,
    head: ['arms', 'scenes', 'deadlocks', 'resolved', 'worst ms'],
    table: rows.map((row) => [
      row.arms,
      ...[row.scenes, row.deadlocks, row.resolved, Math.round(row.worstMs)].map(String),
    ]),
    checks: rows.slice(0, 2).map(({ arms, deadlocks, resolved, worstMs }) => ({
      claim: `${arms}: deadlocks resolved within 3 s of processor time`,
      passed: resolved === deadlocks && worstMs <= 3000,
      seen: `${resolved} of ${deadlocks}, worst ${(worstMs / 1000).toFixed(1)} s`,
    })),
  }
}
