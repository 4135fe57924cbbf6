// Certificates of several robots: true ones are accepted by both verifiers with the same answer, and nothing else is.
import { describe, expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { Necklace } from '../../src/entries/chains.js'
import { mesh, Robot, type Shape, sphere, World, worldDocument } from '../../src/entries/robots.js'
import { makeCoordinationCertificate } from '../../src/robots/coordinate/coordination-certificate.js'
import { verifyCoordinationExactly } from '../../src/verify/exact/index.js'
import { verifyCoordination } from '../../src/verify/index.js'
import { copyPlain } from '../../src/verify/plain.js'
import { Scene } from '../../src/verify/scene.js'
import { readPlainWorld } from '../../src/verify/world.js'
import { blockMesh } from '../oracle/robots/motions-cases.js'
import { CASES, type CoordinationCase, FORK, pathsOf, times } from './coordination-cases.js'
import { changed, type Draft, judge, marksOf, mutate, rewritten, runAtRandom } from './coordination-rounds.js'

const TWO = 'two arms of boxes and capsules'

/** The exact verifier takes long: the other cases are in test/deep. */
const EXACTLY = [TWO, 'a curve', FORK]

const made = new Map<string, CoordinationCase>()
function caseOf(name: string): CoordinationCase {
  const own = made.get(name) ?? CASES[name]!()
  made.set(name, own)
  return own
}

/** Rejected by both, with a reason. */
function rejected(own: CoordinationCase, change: (draft: Draft) => void, reason: RegExp, exactReason = reason): void {
  const mutant = changed(own.certificate, change)
  const document = worldDocument(own.world)
  expect(verifyCoordination(document, mutant)).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
  const exact = verifyCoordinationExactly(document, mutant)
  expect(exact).toMatchObject({ valid: false, reason: expect.stringMatching(exactReason) })
}

describe.each(Object.keys(CASES))('%s', (name) => {
  test('[coordination-certificates] both verifiers accept, and runs with random delays touch nothing', () => {
    const { world, certificate, diagrams } = caseOf(name)
    const document = JSON.parse(JSON.stringify(worldDocument(world)))
    const answer = verifyCoordination(document, JSON.parse(JSON.stringify(certificate)))
    expect(answer).toMatchObject({
      valid: true,
      robots: certificate.robots.map((robot) => robot.name),
      cells: diagrams.reduce((sum, { stats }) => sum + stats.free, 0),
      signals: certificate.signals.length,
      clearance: certificate.clearance,
    })
    if (EXACTLY.includes(name)) expect(verifyCoordinationExactly(document, certificate)).toEqual(answer)
    const random = new Random(7)
    for (let run = 0; run < 3; run++) expect(runAtRandom(world, certificate, random)).toBeGreaterThan(10)
  })
})

test('[coordination-certificates] what keeps the robots apart is the signals: without them, runs touch', () => {
  const { world, certificate } = caseOf(TWO)
  const random = new Random(3)
  const bare = changed(certificate, (draft) => {
    draft.signals = []
  })
  const touching = Array.from({ length: 8 }, () => runAtRandom(world, bare, random)).filter(
    (q) => typeof q !== 'number',
  )
  expect(touching.length).toBeGreaterThan(2)
})

test('[coordination-certificates] signals: dropped, reversed, moved by a mark the wrong way, in a circle', () => {
  const own = caseOf(TWO)
  const { signals, robots } = own.certificate
  expect(signals.length).toBeGreaterThan(3)
  const region = /region that is not proved free/
  signals.forEach(({ mark, left }, i) => {
    if (i % 3 !== 0) return
    const check = i === 0 ? rejected : onlyFast
    check(own, (draft) => draft.signals.splice(i, 1), region)
    check(
      own,
      (draft) => {
        draft.signals[i]!.left = left - 1
      },
      left === 1 ? /left is not/ : region,
    )
    check(
      own,
      (draft) => {
        draft.signals[i]!.mark = mark + 1
      },
      region,
    )
    check(
      own,
      (draft) => {
        const { robot, after } = draft.signals[i]!
        draft.signals[i] = { robot: after, mark: left, after: robot, left: mark }
      },
      /region that is not proved free|wait for each other/,
    )
  })
  const { robot, mark, after, left } = signals[0]!
  rejected(
    own,
    (draft) => {
      draft.signals.push({ robot: after, mark: left - 1, after: robot, left: mark + 1 })
    },
    /wait for each other in a circle/,
  )
  rejected(
    own,
    (draft) => {
      draft.signals.push({ robot, mark, after: robot, left: 1 })
    },
    /itself/,
  )
  const atoms = robots[after]!.levels.reduce((sum, level) => sum + 2 ** level, 0)
  rejected(
    own,
    (draft) => {
      draft.signals[0]!.left = atoms
    },
    /left is not a whole number/,
  )
})

/** Some, evenly. */
function few<T>(all: readonly T[], count = 12): T[] {
  return all.filter((_, i) => i % Math.ceil(all.length / count) === 0)
}

function onlyFast(own: CoordinationCase, change: (draft: Draft) => void, reason: RegExp): void {
  const answer = verifyCoordination(worldDocument(own.world), changed(own.certificate, change))
  expect(answer).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
}

test('[coordination-certificates] a signal that waits for more than it must is still true', () => {
  const { world, certificate } = caseOf(TWO)
  const more = changed(certificate, (draft) => {
    draft.signals[1]!.left++
  })
  const { answer, tests } = judge(world, more, new Random(5), true)
  expect(answer).toMatchObject({ valid: true })
  expect(tests).toBeGreaterThan(10)
})

test('[coordination-certificates] diagrams: a blocked cell called free, cells and pairs missing or twice', () => {
  for (const name of [TWO, FORK]) {
    const own = caseOf(name)
    const marks = marksOf(own.world, own.certificate, 0)
    const edit = (change: (bytes: number[]) => void) => (draft: Draft) => rewritten(draft, 0, change)
    const blocked = marks.filter(({ kind, op }) => kind === 'end' && op === 3)
    expect(blocked.length).toBeGreaterThan(3)
    for (const { at } of few(blocked)) {
      const free = edit((bytes) => {
        bytes[at] = 0
      })
      onlyFast(own, free, /called free/)
    }
    const [first] = blocked
    rejected(
      own,
      edit((bytes) => bytes.splice(first!.at, 1, 0)),
      /called free/,
    )
    const wrong = /./
    for (const { kind, at, length } of few(marks.filter((mark) => mark.kind !== 'end'))) {
      onlyFast(
        own,
        edit((bytes) => bytes.splice(at, length)),
        wrong,
      )
      if (kind !== 'pair')
        onlyFast(
          own,
          edit((bytes) => bytes.splice(at, 0, ...bytes.slice(at, at + length))),
          wrong,
        )
    }
    const last = marks.at(-1)!
    rejected(
      own,
      edit((bytes) => bytes.splice(last.at, last.length)),
      /too early/,
    )
    rejected(
      own,
      edit((bytes) => bytes.push(0, 0, 3)),
      /extra bytes/,
    )
  }
})

test('[coordination-certificates] nodes of meshes that were opened', () => {
  const own = caseOf(FORK)
  const opened = marksOf(own.world, own.certificate, 0).filter(({ kind }) => kind === 'opened')
  expect(opened.length).toBeGreaterThan(3)
  for (const { at, op } of few(opened)) {
    onlyFast(own, (draft) => rewritten(draft, 0, (bytes) => bytes.splice(at, 1)), /./)
    // A ball cannot be opened.
    onlyFast(own, (draft) => rewritten(draft, 0, (bytes) => bytes.splice(at, 1, 3 - op)), /cannot be opened/)
  }
})

test('[coordination-certificates] surfaces that are apart, one inside the other', () => {
  const { positions, triangles } = blockMesh([0.5, 0.5, 0.5])
  const bodyOf = (name: string, shape: Shape): Robot =>
    new Robot({ name, links: [{ name: 'body', geometry: [{ shape }] }], joints: [] })
  const block = mesh({ positions, triangles })
  for (const x of [0, 3]) {
    const world = new World({
      robots: [
        { robot: bodyOf('block', block), name: 'block' },
        { robot: bodyOf('ball', sphere({ radius: 0.1 })), name: 'ball', base: { at: [x, 0, 0] } },
      ],
    })
    const scene = new Scene(readPlainWorld(copyPlain(worldDocument(world), 'the world')))
    const set = scene.setOf(0)
    const bytes: number[] = []
    // Every triangle by the plane of its own face, seen from the ball; or from where the ball is beyond all of them.
    const open = (node: number): void => {
      const children = set.children(node)
      if (children !== undefined) {
        bytes.push(1)
        for (const child of children) open(child)
        return
      }
      const outward = [0, 1, 2].map(
        (k) => set.least(node, ...axis(k, 1), false) + -set.least(node, ...axis(k, -1), false),
      )
      const most = outward.map(Math.abs).indexOf(Math.max(...outward.map(Math.abs)))
      const n = x === 0 ? axis(most, Math.sign(outward[most]!)) : axis(0, -1)
      bytes.push(4, ...new Uint8Array(Float64Array.of(...n).buffer))
    }
    open(set.root)
    const [a, b] = pathsOf(
      world,
      [[], []].map(() => [{ from: new Float64Array(0), to: new Float64Array(0), turns: [], rows: undefined }]),
      1,
    )
    const proof = Uint8Array.of(1, 0, 0, 0, ...bytes, 0)
    const paths = [a!, b!]
    const certificate = makeCoordinationCertificate({
      ...{ world, clearance: 0, paths, alone: [null, null], signals: [] },
      diagrams: [{ a: a!, b: b!, proof }],
    })
    const expected = x === 0 ? { valid: false, reason: expect.stringMatching(/inside/) } : { valid: true, leaves: 12 }
    expect(verifyCoordination(worldDocument(world), certificate)).toMatchObject(expected)
    expect(verifyCoordinationExactly(worldDocument(world), certificate)).toMatchObject(expected)
  }
})

function axis(k: number, sign: number): [number, number, number] {
  const out: [number, number, number] = [0, 0, 0]
  out[k] = sign
  return out
}

test('[coordination-certificates] another path, another world, another clearance, other levels', () => {
  const own = caseOf(TWO)
  const { certificate, world } = own
  rejected(
    own,
    (draft) => {
      const pieces = draft.robots[0]!.pieces as { from: number[]; to: number[] }[]
      pieces[1]!.to[0]! += 0.01
      pieces[2]!.from[0]! += 0.01
    },
    /another path|other pieces/,
  )
  rejected(
    own,
    (draft) => {
      ;(draft.robots[0]!.pieces[1] as { to: number[] }).to[0]! += 0.01
    },
    /begin where/,
  )
  rejected(
    own,
    (draft) => {
      ;(draft.robots[1]!.pieces[0] as { higher: number[][] }).higher = [[0.5], []]
    },
    /stand/,
  )
  const moved = new World({
    robots: world.model().robots.map(({ robot, name, base }, r) => {
      const at = Float64Array.from(base)
      if (r === 1) at[3]! -= 0.25
      return { robot, name, base: at }
    }),
  })
  const document = worldDocument(moved)
  expect(verifyCoordination(document, certificate)).toMatchObject({
    valid: false,
    reason: expect.stringMatching(/another world/),
  })
  const said = changed(certificate, (draft) => {
    draft.world = document.hash
  })
  expect(verifyCoordination(document, said)).toMatchObject({
    valid: false,
    reason: expect.stringMatching(/left: it is about another world/),
  })
  rejected(
    own,
    (draft) => {
      draft.clearance = 0.01
    },
    /lesser clearance|less clearance/,
  )
  for (const clearance of [0.05, 0.3, 1]) {
    rejected(
      own,
      (draft) => {
        draft.clearance = clearance
        for (const alone of draft.alone) alone!.clearance = clearance
      },
      /does not separate|no proof for this pair/,
    )
  }
  for (const by of [-1, 1]) {
    rejected(
      own,
      (draft) => {
        draft.robots[0]!.levels[1]! += by
      },
      /./,
    )
  }
  rejected(
    own,
    (draft) => {
      draft.robots[0]!.levels[0] = 1
    },
    /stand/,
  )
  rejected(own, (draft) => draft.diagrams.pop(), /diagrams of 0 pairs|have no diagram/)
  rejected(
    own,
    (draft) => {
      draft.robots[0]!.name = 'other'
    },
    /name/,
  )
})

test('[coordination-certificates] each robot alone: proved in exactly that world, or nothing to check', () => {
  const own = caseOf(TWO)
  rejected(
    own,
    (draft) => {
      draft.alone[0] = null
    },
    /needs one|there is no proof/,
  )
  rejected(
    own,
    (draft) => {
      draft.alone.reverse()
    },
    /another world/,
  )
  rejected(
    own,
    (draft) => {
      draft.alone[1]!.proofs[0]!.pop()
    },
    /right: there is no proof/,
  )
  // All pairs of one alone are allowed: there is nothing to prove then, and both find it.
  const { world } = own
  const free = new World({ robots: world.model().robots.map(({ robot, name, base }) => ({ robot, name, base })) })
  for (const name of ['left', 'right']) free.allow(`${name}/base`, `${name}/fore`, 'for the test')
  const document = worldDocument(free)
  const nothing = changed(own.certificate, (draft) => {
    draft.world = document.hash
    draft.alone = [null, null]
  })
  expect(verifyCoordination(document, nothing)).toMatchObject({ valid: true, limitTolerance: 0.00001 })
  expect(verifyCoordinationExactly(document, nothing)).toMatchObject({ valid: true })
  const beyond = changed(nothing, (draft) => {
    const pieces = draft.robots[0]!.pieces as { from: number[]; to: number[] }[]
    pieces[0]!.from[0] = pieces[0]!.to[0] = pieces[1]!.from[0] = -3.1
  })
  expect(verifyCoordination(document, beyond)).toMatchObject({ valid: false, outcome: 'outside-limits' })
  expect(verifyCoordinationExactly(document, beyond)).toMatchObject({ valid: false, outcome: 'outside-limits' })
})

test('[coordination-certificates] a lag that is claimed holds for robots that go by the clock', () => {
  const own = caseOf('three arms that move')
  const { parts, world } = own
  const document = worldDocument(world)
  const lag = { seconds: 2, times: times(parts.paths, parts.signals, 2)! }
  const certificate = makeCoordinationCertificate({ ...parts, lag })
  expect(verifyCoordination(document, certificate)).toMatchObject({ valid: true, lag: 2, assumptions: { length: 4 } })
  const late = { ...own, certificate }
  const inTime = /lag of 2.0001|late may meet/
  rejected(
    late,
    (draft) => {
      draft.lag!.seconds = 2.0001
    },
    inTime,
  )
  rejected(
    late,
    (draft) => {
      draft.lag!.times[1]!.arrive[3]! -= 50
    },
    /back in time/,
  )
  rejected(
    late,
    (draft) => {
      draft.lag!.times = times(parts.paths, [], 0)!
    },
    /respect signals|wait for a signal/,
  )
})

test('[coordination-certificates] strange documents, what bends, and a digest that is not that of the contents', () => {
  const { world, certificate } = caseOf(TWO)
  const document = worldDocument(world)
  for (const strange of [
    undefined,
    null,
    3,
    [],
    {},
    { ...certificate, kind: 'motion' },
    { ...certificate, clearance: 1 },
  ]) {
    expect(verifyCoordination(document, strange)).toMatchObject({ valid: false })
    expect(verifyCoordinationExactly(document, strange)).toMatchObject({ valid: false })
    expect(verifyCoordination(strange, certificate)).toMatchObject({ valid: false })
  }
  const bending = new World({ robots: world.model().robots.map(({ robot, name, base }) => ({ robot, name, base })) })
  bending.addNecklace('rope', new Necklace(Float64Array.of(0, 0, 5, 0.2, 0, 5, 0.4, 0, 5), 0.01))
  const other = worldDocument(bending)
  const about = changed(certificate, (draft) => {
    draft.world = other.hash
  })
  for (const verify of [verifyCoordination, verifyCoordinationExactly]) {
    expect(verify(other, about)).toMatchObject({ valid: false, reason: expect.stringMatching(/bends.*rope/) })
  }
})

test('[coordination-certificates] random changes: rejected, or still true', () => {
  const random = new Random(11)
  let [accepted, refused, tests] = [0, 0, 0]
  for (const name of [TWO, FORK]) {
    const { world, certificate } = caseOf(name)
    const tally = mutate(world, certificate, random, 60, 20)
    accepted += [...tally.accepted.values()].reduce((sum, n) => sum + n, 0)
    refused += [...tally.rejected.values()].reduce((sum, n) => sum + n, 0)
    tests += tally.tests
  }
  console.log(`${refused} mutants rejected, ${accepted} still true, run through ${tests} configurations`)
  expect(refused).toBeGreaterThan(60)
})
