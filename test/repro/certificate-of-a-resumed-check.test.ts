// Another check between two slices of a SegmentCheck left its frame to a pair that does not move, and the certificate was refused.
import { expect, test } from 'vitest'
import { mesh } from '../../src/entries/meshes.js'
import { checkMotion, Robot, SegmentCheck, sphere, World, worldDocument } from '../../src/entries/robots.js'
import { verifyCertificate } from '../../src/verify/index.js'

const CUBE = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
]

/** Blocks from one corner to another. */
function blocks(list: readonly (readonly [readonly number[], readonly number[]])[]) {
  const positions = list.flatMap(([low, high]) =>
    Array.from({ length: 8 }, (_, v) => [0, 1, 2].map((k) => ((v >> k) & 1 ? high : low)[k]!)).flat(),
  )
  return mesh({ positions, triangles: list.flatMap((_, i) => CUBE.map((v) => v + 8 * i)) })
}

test('the certificate of a check in slices is accepted, whatever else is asked in between', () => {
  const fork = blocks([
    [
      [0, 0, 0],
      [1, 0.1, 0.1],
    ],
    [
      [0, 0.9, 0],
      [1, 1, 0.1],
    ],
    [
      [0, 0, 0],
      [0.1, 1, 0.1],
    ],
  ])
  const block = blocks([
    [
      [0.3, 0.3, 0],
      [0.7, 0.7, 0.1],
    ],
  ])
  const part = { pose: { at: [0.3, 0, 0] } }
  const robot = new Robot({
    name: 'arm',
    links: [
      { name: 'base', geometry: [{ shape: fork }] },
      { name: 'l1', geometry: [{ shape: sphere({ radius: 0.1 }), ...part }] },
      { name: 'l2', geometry: [{ shape: sphere({ radius: 0.1 }), ...part }] },
      { name: 'l3', geometry: [{ shape: fork, ...part }] },
    ],
    joints: [1, 2, 3].map((i) => ({
      name: `j${i}`,
      kind: 'revolute' as const,
      parent: i === 1 ? 'base' : `l${i - 1}`,
      child: `l${i}`,
      axis: [0, 0, 1],
      origin: { at: i === 1 ? [0, 0, 1] : [0.5, 0, 0] },
      limits: { lower: -3, upper: 3 },
    })),
  })
  const world = new World({ robots: [robot], obstacles: [{ name: 'o', shape: block }] })
  const document = worldDocument(world)
  for (let maxSteps = 1; maxSteps <= 20; maxSteps++) {
    const check = new SegmentCheck(world, [
      [0, 0, 0],
      [0.5, 0.4, 0.3],
    ])
    let verdict = check.run({ maxSteps })
    while (check.outcome === 'open') {
      checkMotion(world, [
        [0.2, 0, 2],
        [0.2, 0.4, 2],
      ])
      verdict = check.run({ maxSteps })
    }
    if (verdict.outcome !== 'free') throw new Error(`it is ${verdict.outcome}`)
    expect(verifyCertificate(document, verdict.certificate())).toMatchObject({ valid: true })
  }
})
