// Proofs by groups made up at random, so that every byte means something: tasks are walked as a verifier walks them.
import type { Random } from '../../../src/entries/robots.js'

type Task = readonly [number, number, number, number]

/** Of a row of `count` geometries, the first `fixed` of which hang on no link, in a world of `links` links. */
export function forgedGroups(random: Random, count: number, fixed: number, links: number, deepest = 4): number[] {
  const bytes: number[] = []
  const apart = random.range(0.2, 1)
  const walk = (level: number, tasks: readonly Task[]): void => {
    const later: Task[] = []
    const stack = tasks.toReversed()
    for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
      const [a, b, c, d] = task
      if (d <= fixed) continue
      if (a === c) {
        const m = (a + b) >> 1
        if (b - a > 1) stack.push([m, b, m, b], [a, m, m, b], [a, m, a, m])
        continue
      }
      const isSmall = b - a === 1 && d - c === 1
      const kind = random.unit() < apart ? random.integer(2) : 2 + random.integer(4)
      if (kind === 0) bytes.push(1)
      else if (kind === 1) {
        const frame = random.unit() < 0.2 ? 65535 : random.integer(links)
        bytes.push(2, frame & 255, frame >> 8)
      } else if (kind === 2 && level < deepest) {
        bytes.push(5)
        later.push(task)
      } else if (kind === 3 && !isSmall) {
        bytes.push(7)
        if (d - c > 1) stack.push([b - 1, b, c + 1, d])
        if (b - a > 1) stack.push([a, b - 1, c, d])
      } else if (!isSmall) {
        const inA = d - c === 1 || (b - a > 1 && random.unit() < 0.5)
        bytes.push(inA ? 3 : 4)
        const m = inA ? (a + b) >> 1 : (c + d) >> 1
        if (inA) stack.push([m, b, c, d], [a, m, c, d])
        else stack.push([a, b, m, d], [a, b, c, m])
      } else bytes.push(random.unit() < 0.3 ? 6 : 1)
    }
    if (later.length === 0) return
    walk(level + 1, later)
    walk(level + 1, later)
  }
  walk(0, [[0, count, 0, count]])
  return bytes
}
