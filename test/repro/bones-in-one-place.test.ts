// A figure of 300 joints within a nanometre took seconds to read, and more with every joint: the search for bones that always touch went from
// each of them to each other over each third one, within the same link. It found the same pairs.
import { expect, test } from 'vitest'
import { parseBvh } from '../../src/formats/robots/bvh-clip.js'

/** A root with `count` joints at one offset; each has one bone, in a direction of its own. */
function star(count: number, offset: string): string {
  const joint = (k: number): string =>
    `JOINT j${k} { OFFSET ${offset}\nCHANNELS 1 Xrotation\nEnd Site { OFFSET 1 ${k} 0 } }\n`
  const joints = Array.from({ length: count }, (_, k) => joint(k)).join('')
  const line = new Array(count + 1).fill(0).join(' ')
  return `HIERARCHY\nROOT r { OFFSET 0 0 0\nCHANNELS 1 Xrotation\n${joints}}\nMOTION\nFrames: 1\nFrame Time: 1\n${line}\n`
}

test.each([
  ['0 0 0', 40],
  ['1e-9 0 0', 41],
])('bones of joints at %s touch in every pose, all pairs of them', (offset, links) => {
  const { robot } = parseBvh(star(40, offset))
  const pairs = robot.allowed.map(({ a, b }) => [a, b].sort().join(' '))
  expect(new Set(pairs).size).toBe((links * (links - 1)) / 2)
})
