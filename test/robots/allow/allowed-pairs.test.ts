// allowedPairs: pairs put together, whoever works on them and in whatever order; and the classes of a robot that can be told from
// its drawing.
import { describe, expect, test } from 'vitest'
import {
  type AllowedPairs,
  allowedPairs,
  allowedPairsDocument,
  classifyPair,
  InvalidInputError,
  type PairResult,
  type PairRunner,
  Random,
  robotHash,
  World,
} from '../../../src/entries/robots.js'
import { KNOWN_CLASSES, knownArm } from './robots.js'

const QUICK = { samples: 200, descents: 5 }

function classesOf({ pairs }: AllowedPairs): Record<string, string> {
  return Object.fromEntries(pairs.map(({ a, b, class: kind }) => [`${a} ${b}`, kind]))
}

describe('allowedPairs', () => {
  const robot = knownArm()

  test('the classes of a robot that can be told from its drawing, with what shows them', async () => {
    const result = await allowedPairs(robot, { ...QUICK, certificates: true })
    expect(classesOf(result)).toEqual(KNOWN_CLASSES)
    expect(result.robot).toBe('known')
    expect(result.hash).toBe(robotHash(robot))
    expect(result.limits).toEqual([
      { joint: 'shoulder', lower: -3, upper: 3 },
      { joint: 'elbow', lower: -3.1, upper: 3.1 },
      { joint: 'spin', lower: -Infinity, upper: Infinity },
    ])
    expect(result.meshes.map(({ link, geometry }) => `${link} ${geometry}`)).toEqual([
      'post 0',
      'arm 0',
      'hand 0',
      'hand 1',
      'far 0',
    ])
    const world = new World({ robots: [robot], adjacent: 'checked' })
    for (const pair of result.pairs) {
      expect(pair.adjacent).toBe(['post arm', 'arm hand', 'post far'].includes(`${pair.a} ${pair.b}`))
      if (pair.class === 'never') {
        expect(pair.proof).toBeInstanceOf(Uint8Array)
        continue
      }
      const touching = world.collisions(pair.witness!)
      const found = touching.find(({ a, b }) => a === `known/${pair.a}` && b === `known/${pair.b}`)
      expect(found, `${pair.a} ${pair.b}`).toBeDefined()
      expect(found!.depth).toBeGreaterThanOrEqual(pair.depth! * (1 - 1e-9))
    }
    const [hand] = result.pairs.filter(({ b }) => b === 'hand')
    expect(hand!.joints).toEqual(['shoulder', 'elbow'])
    expect(result.pairs.find(({ a, b }) => a === 'hand' && b === 'far')!.joints).toEqual(['elbow', 'shoulder', 'spin'])
    // A world takes the proofs.
    expect(world.trustProofs(result)).toBe(4)
  })

  test('[same-seed] a pair alone is what it is among the others, in any thread and order', async () => {
    const whole = await allowedPairs(robot, QUICK)
    for (const pair of whole.pairs) expect(classifyPair(robot, pair.a, pair.b, QUICK)).toEqual(pair)
    const random = new Random(5)
    const waiting: (() => void)[] = []
    const seen: string[] = []
    const runner: PairRunner = {
      workers: 3,
      run: (a, b) =>
        new Promise((resolve) => {
          seen.push(`${a} ${b}`)
          waiting.push(() => resolve(classifyPair(robot, a, b, QUICK)))
        }),
    }
    const asked = allowedPairs(robot, { ...QUICK, runner })
    let isDone = false
    void asked.then(() => {
      isDone = true
    })
    while (!isDone) {
      expect(waiting.length).toBeLessThanOrEqual(3)
      waiting.splice(random.integer(waiting.length), 1)[0]?.()
      await new Promise((go) => setImmediate(go))
    }
    expect(await asked).toEqual(whole)
    // Most joints first.
    expect(seen[0]).toBe('hand far')
    expect(seen.sort()).toEqual(Object.keys(KNOWN_CLASSES).sort())
  })

  test('some pairs only, in any order of names; what is known is not worked out again', async () => {
    const some = await allowedPairs(robot, {
      ...QUICK,
      pairs: [
        ['hand', 'arm'],
        ['post', 'far'],
      ],
    })
    expect(Object.keys(classesOf(some))).toEqual(['post far', 'arm hand'])
    const told: unknown[] = []
    const known: PairResult[] = [{ ...some.pairs[0]!, cells: 12345 }]
    const more = await allowedPairs(robot, {
      ...{
        ...QUICK,
        known,
        pairs: [
          ['arm', 'hand'],
          ['post', 'far'],
        ],
      },
      onProgress: ({ done, total, result }) => told.push([done, total, result?.b]),
    })
    expect(more.pairs.map(({ cells }) => cells)).toEqual([12345, some.pairs[1]!.cells])
    expect(told).toEqual([
      [1, 2, undefined],
      [2, 2, 'hand'],
    ])
  })

  test('stops between two breaths, with what is done by then', async () => {
    const signal = { aborted: false }
    const result = await allowedPairs(robot, {
      ...{ ...QUICK, signal },
      onProgress: ({ done }) => {
        signal.aborted = done === 2
      },
    })
    expect(result.stopped).toBe(true)
    expect(result.pairs).toHaveLength(2)
    const rest = await allowedPairs(robot, { ...QUICK, known: result.pairs })
    expect(rest).toEqual(await allowedPairs(robot, QUICK))
    // In the middle of a pair: far more samples than there is patience for.
    let asked = 0
    const long = {
      get aborted() {
        return ++asked > 20
      },
    }
    const stopped = await allowedPairs(robot, { samples: 2_000_000, signal: long })
    expect(stopped.stopped).toBe(true)
    expect(asked).toBeLessThan(100)
  })

  test('a runner that fails fails the whole, once', async () => {
    let calls = 0
    const runner: PairRunner = {
      workers: 2,
      run: async () => {
        calls++
        await undefined
        throw new Error('out of order')
      },
    }
    await expect(allowedPairs(robot, { runner })).rejects.toThrow('out of order')
    expect(calls).toBeLessThanOrEqual(2)
  })

  test('a joint that needs limits and has none: undecided, not wrong', async () => {
    const { Robot, box } = await import('../../../src/index.js')
    const slider = new Robot({
      name: 'slider',
      links: [
        { name: 'a', geometry: [{ shape: box({ size: [1, 1, 1] }) }] },
        { name: 'b', geometry: [{ shape: box({ size: [1, 1, 1] }) }] },
        { name: 'c', geometry: [{ shape: box({ size: [1, 1, 1] }) }] },
      ],
      joints: [
        { name: 'slide', kind: 'prismatic', parent: 'a', child: 'b', axis: [1, 0, 0] },
        { name: 'fly', kind: 'floating', parent: 'a', child: 'c' },
      ],
    })
    const { pairs } = await allowedPairs(slider)
    expect(pairs.map(({ class: kind, left }) => [kind, left])).toEqual([
      ['undecided', 1],
      ['undecided', 1],
      ['undecided', 1],
    ])
    expect(JSON.stringify(allowedPairsDocument(await allowedPairs(slider)))).toContain('"lower":null')
  })

  test('what cannot be asked is refused, by field', async () => {
    const refused = (options: object, field: RegExp): Promise<void> =>
      expect(allowedPairs(robot, options)).rejects.toThrow(field)
    await refused({ samples: 0 }, /options\.samples must be/)
    await refused({ maxCells: 1.5 }, /options\.maxCells/)
    await refused({ clearance: 1 }, /options\.clearance must be true or false/)
    await refused({ pairs: [['arm', 'nothing']] }, /options\.pairs\[0\]\[1\] must be a link of known: post, arm/)
    await refused({ pairs: [['arm', 'frame']] }, /a link that has geometry/)
    await refused({ pairs: [['arm', 'arm']] }, /two different links/)
    await refused({ pairs: ['arm'] }, /options\.pairs\[0\] must be/)
    await refused({ sampels: 3 }, /options\.sampels/)
    await refused({ runner: {} }, /options\.runner/)
    await expect(allowedPairs({} as never)).rejects.toThrow(InvalidInputError)
    expect(() => classifyPair(robot, 'hand', 'arm')).toThrow(InvalidInputError)
    expect(() => classifyPair(robot, 'arm', 'nothing')).toThrow(/nothing/)
  })
})
