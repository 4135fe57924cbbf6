// examples/cable.xyz: a cable from a gland on the column of the arm to one on its forearm, while it goes along round-post.json.
import { readPath, readScene } from '../../../node/index.js'
import { configurationsOf } from '../../../src/entries/robots.js'
import { example } from '../run.js'

/** Frames of 25 beads, `per` of them for each segment; led out to a side by `out` between its ends. */
export async function cableFrames(out: number, per = 8): Promise<string> {
  const { world } = await readScene(example('cell.json'))
  const path = configurationsOf(world, await readPath(example('round-post.json')))
  const place = (q: Float64Array, link: string, p: readonly number[]): number[] => {
    const x = world.linkPose(q, link)
    return [0, 4, 8].map((i) => x[i]! * p[0]! + x[i + 1]! * p[1]! + x[i + 2]! * p[2]! + x[i + 3]!)
  }
  const beads = (q: Float64Array): string[] => {
    const side = Math.sign(out)
    const ends = [place(q, 'arm/column', [0, 0.07 * side, 0.15]), place(q, 'arm/column', [0, out, 0.15])]
    ends.push(place(q, 'arm/forearm', [0, out, 0.1]), place(q, 'arm/forearm', [0, 0.035 * side, 0.1]))
    return Array.from({ length: 25 }, (_, i) => {
      const t = i / 24
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
      const point = [0, 1, 2].map((k) => ends.reduce((sum, end, e) => sum + weights[e]! * end[k]!, 0))
      return point.map((c) => c.toFixed(4)).join(' ')
    })
  }
  const frames = Array.from({ length: per * (path.length - 1) + 1 }, (_, k) => {
    const segment = Math.min(Math.floor(k / per), path.length - 2)
    const t = k / per - segment
    const q = path[segment]!.map((from, i) => from + t * (path[segment + 1]![i]! - from))
    return `# waypoint ${k / per}\n${beads(q).join('\n')}\n\n`
  })
  return frames.join('')
}
