// Forgeries by name: certificates of things that collide, or of nothing, each as near to the truth as it can be made. Both verifiers reject every
// one of them, and throw for none. The documents are made by hand: no engine has to be willing.
import { describe, expect, test } from 'vitest'
import { verifyAllowedPairsExactly, verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { Kinematics, rigid } from '../../src/verify/exact/kinematics.js'
import { Real } from '../../src/verify/exact/real.js'
import { verifyAllowedPairs, verifyCertificate } from '../../src/verify/index.js'
import { encode, type Json, sealed } from '../oracle/verify/documents.js'

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

function at(x: number, y: number, z: number): number[] {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]
}

function link(name: string, parent: number, own: Json = {}): Json {
  const fixed = {
    joint: `${name}-joint`,
    kind: 'fixed',
    origin: IDENTITY,
    axis: [1, 0, 0],
    variable: -1,
    factor: 1,
    offset: 0,
  }
  return { name, robot: 0, parent, ...fixed, ...own }
}

/** A world of links, and things on them: name, link, shape, pose. */
function world(links: Json[], things: [string, number, Json, number[]?][], variables: Json[], more: Json = {}): Json {
  return sealed(
    {
      ...{ limber: 2, kind: 'world', variables, links },
      objects: things.map(([name, on]) => ({ name, link: on })),
      geometries: things.map(([, , , pose = IDENTITY], i) => ({ object: i, name: '0', part: 0, pose, shape: i })),
      shapes: things.map(([, , shape]) => shape),
      ...{ allowed: [], proved: [], unseen: [], ...more },
    },
    'hash',
  )
}

const ball = (radius: number): Json => ({ kind: 'sphere', radius, centre: [0, 0, 0] })

/** A ball of 0.1 on a rail along x, and a thin wall across it at x = 0. */
function railAndWall(wallAt = 0, thickness = 0.01, more: Json = {}): Json {
  const rail = { kind: 'prismatic', variable: 0 }
  const wall = { kind: 'box', half: [thickness / 2, 1, 1], pose: IDENTITY }
  return world(
    [link('base', -1), link('cart', 0, rail)],
    [
      ['cart', 1, ball(0.1)],
      ['wall', -1, wall, at(wallAt, 0, 0)],
    ],
    [{ name: 'x', lower: null, upper: null }],
    more,
  )
}

/** Bytes: halve time, and planes across n (doubles), seen from a frame. */
const HALVE = 16
function plane(frame: number, n: readonly number[]): number[] {
  return [4, frame, 0, ...new Uint8Array(Float64Array.from(n).buffer)]
}

function motion(about: Json, pieces: Json[], bytes: readonly number[][], more: Json = {}): Json {
  const head = { limber: 2, kind: 'motion', world: about.hash, clearance: 0, limitTolerance: 0, ignoreLimits: false }
  const proofs = bytes.map((own) => [{ a: 0, b: 1, proof: encode(own) }])
  const uncovered = { surfaces: [], unseen: about.unseen }
  return sealed({ ...head, ...uncovered, pieces, centres: about.objects.map(() => null), proofs, ...more }, 'digest')
}

function rejectsMotion(about: Json, certificate: Json, outcome = 'rejected'): void {
  for (const verify of [verifyCertificate, verifyCertificateExactly]) {
    expect(verify(about, certificate)).toMatchObject({ valid: false, outcome, reason: expect.any(String) })
  }
}

function acceptsMotion(about: Json, certificate: Json): void {
  for (const verify of [verifyCertificate, verifyCertificateExactly])
    expect(verify(about, certificate)).toMatchObject({ valid: true })
}

const LEFT = plane(0, [-1, 0, 0])
const RIGHT = plane(0, [1, 0, 0])
const about = railAndWall()
const LINES = { left: { from: [-1], to: [-0.5] }, right: { from: [0.5], to: [1] }, through: { from: [-1], to: [1] } }

test('what is true is accepted: on either side of the wall', () => {
  acceptsMotion(about, motion(about, [LINES.left], [LEFT]))
  acceptsMotion(about, motion(about, [LINES.right], [RIGHT]))
  acceptsMotion(about, motion(about, [{ from: [-1], to: [-0.5], higher: [[0.1, -0.2]] }], [LEFT]))
})

describe('through a wall', () => {
  test('by any plane, frame or halving', () => {
    const through = [LINES.through]
    for (const n of [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [1e-300, 0, 0],
      [0, 0, 0],
      [Number.NaN, 0, 0],
      [Infinity, 0, 0],
    ]) {
      for (const frame of [0, 1, 2, 255]) {
        rejectsMotion(about, motion(about, through, [plane(frame, n)]))
        rejectsMotion(
          about,
          motion(about, through, [
            [
              HALVE,
              ...plane(frame, n),
              ...plane(
                frame,
                n.map((c) => -c),
              ),
            ],
          ]),
        )
      }
    }
    rejectsMotion(about, motion(about, through, [[HALVE, ...LEFT, ...RIGHT]]))
    rejectsMotion(about, motion(about, through, [[HALVE, HALVE, ...LEFT, ...LEFT, HALVE, ...RIGHT, ...RIGHT]]))
  })

  test('by a jump between two pieces, however small it is said to be', () => {
    rejectsMotion(about, motion(about, [LINES.left, LINES.right], [LEFT, RIGHT]))
    rejectsMotion(about, motion(about, [LINES.left, { from: [-0.5 + 2 ** -53], to: [-1] }], [LEFT, LEFT]))
  })

  test('by coefficients that cancel', () => {
    for (const c of [1, 1e3, 1e9, 1e15, 1e17, 1e30, 1e59]) {
      for (const higher of [[c], [-c], [c, -c], [-c, c], [c, -2 * c, c], [c, -c * (1 + 2 ** -40)]]) {
        rejectsMotion(about, motion(about, [{ ...LINES.through, higher: [higher] }], [[HALVE, ...LEFT, ...RIGHT]]))
        // From a place on the left back to it: to the right on the way, through the wall; or to the left, which is free.
        const piece = { from: [-0.2], to: [-0.2], higher: [higher] }
        const linear = higher.reduce((sum, own) => sum - own, 0)
        const bulge = (t: number): number => linear * t + higher.reduce((sum, own, j) => sum + own * t ** (j + 2), 0)
        const [fast, exact] = [verifyCertificate, verifyCertificateExactly].map((verify) =>
          verify(about, motion(about, [piece], [LEFT])),
        )
        if (Array.from({ length: 99 }, (_, k) => bulge((k + 1) / 100)).some((x) => x > 0.2)) {
          expect([fast!.valid, exact!.valid]).toEqual([false, false])
        } else expect(fast!.valid && !exact!.valid).toBe(false)
      }
    }
  })

  test('by lines that start far away, where doubles are coarse', () => {
    for (const far of [1e10, 1e12, 1e16, -1e15]) {
      const next = far + 2 ** Math.floor(Math.log2(Math.abs(far)) - 52)
      const coarse = next - far
      // The wall and the ball are smaller than the step between two doubles.
      const there = railAndWall(far, coarse / 100)
      there.shapes[0].radius = coarse / 100
      there.geometries[1].pose = at(far, 0, 0)
      there.geometries[0].pose = at(-coarse / 2, 0, 0)
      const own = sealed(there, 'hash')
      for (const proof of [LEFT, RIGHT, [HALVE, ...LEFT, ...RIGHT], [HALVE, ...RIGHT, ...LEFT]]) {
        rejectsMotion(own, motion(own, [{ from: [far], to: [next + coarse] }], [proof]))
      }
    }
  })
})

describe('nothing that is missing is passed over', () => {
  const through = motion(about, [LINES.through], [[HALVE, ...LEFT, ...RIGHT]])

  test('lists with holes, of nothing, with methods of their own', () => {
    const hole = new Array(1)
    const ownMethods = (list: unknown[]): unknown[] =>
      Object.assign(list, {
        map: () => [],
        forEach: () => {},
        every: () => true,
        some: () => false,
        entries: () => [].entries(),
      })
    for (const proofs of [
      hole,
      [],
      [[]],
      [hole],
      structuredClone([hole]),
      ownMethods([[{}]]),
      [ownMethods([])],
      [null],
      {},
      'x',
    ]) {
      rejectsMotion(about, sealed({ ...through, proofs }, 'digest'))
    }
    for (const pieces of [hole, [], [null], ownMethods([LINES.through]), new Array(2)]) {
      rejectsMotion(about, sealed({ ...through, pieces }, 'digest'))
    }
    // Too few pieces for the proofs, and too few proofs for the pieces.
    const two = motion(about, [LINES.left, LINES.through], [LEFT])
    rejectsMotion(about, two)
    rejectsMotion(about, motion(about, [LINES.left], [LEFT, LEFT]))
  })

  test('getters, proxies, cycles: rejected or read once, never thrown for', () => {
    let asked = 0
    const honest = motion(about, [LINES.left], [LEFT])
    const changing = { ...honest }
    Object.defineProperty(changing, 'pieces', {
      enumerable: true,
      get: () => (asked++ === 0 ? honest.pieces : [LINES.through]),
    })
    rejectsMotion(about, changing)
    const cyclic: Json = { ...honest }
    cyclic.self = cyclic
    rejectsMotion(about, cyclic)
    const throwing = new Proxy(honest, {
      ownKeys: () => {
        throw new Error('a trap')
      },
    })
    rejectsMotion(about, throwing)
    rejectsMotion(throwing, honest)
    const lying = new Proxy([LINES.through], {
      get: (target, key) => (key === 'length' ? 0 : Reflect.get(target, key)),
    })
    rejectsMotion(about, { ...through, pieces: lying })
    for (const junk of [undefined, null, 1, 'x', [], () => 1, new Map(), Symbol.iterator, 1n, Object.create(honest)]) {
      rejectsMotion(about, junk)
      rejectsMotion(junk, honest)
    }
  })

  test('NaN, infinities, and numbers that are too large', () => {
    for (const value of [Number.NaN, Infinity, -Infinity, 1e308, '0', null, [0], undefined]) {
      rejectsMotion(about, sealed({ ...through, pieces: [{ from: [value], to: [1] }] }, 'digest'))
      rejectsMotion(about, sealed({ ...through, clearance: value }, 'digest'))
    }
    // −0 is 0.
    acceptsMotion(about, sealed({ ...motion(about, [LINES.left], [LEFT]), clearance: -0 }, 'digest'))
  })

  test('nothing to check is not free', () => {
    const empty = world([link('base', -1)], [['base', 0, ball(1)]], [])
    const nothing = motion(empty, [{ from: [], to: [] }], [[]], { proofs: [[]] })
    rejectsMotion(empty, nothing, 'nothing-to-check')
    const allowed = railAndWall(0, 0.01, { allowed: [[0, 1]] })
    rejectsMotion(allowed, motion(allowed, [LINES.through], [[]], { proofs: [[]] }), 'nothing-to-check')
  })
})

test('another world of equal names, and other limits', () => {
  const other = railAndWall(-0.7)
  const honest = motion(about, [LINES.left], [LEFT])
  rejectsMotion(other, honest)
  rejectsMotion(other, sealed({ ...honest, world: other.hash }, 'digest'))
  rejectsMotion({ ...other, hash: about.hash }, honest)
  rejectsMotion(about, { ...honest, clearance: 0.1 })
  const limited = world(
    about.links,
    [
      ['cart', 1, ball(0.1)],
      ['wall', -1, about.shapes[1]],
    ],
    [{ name: 'x', lower: -0.9, upper: 1 }],
  )
  rejectsMotion(limited, motion(limited, [LINES.left], [LEFT]), 'outside-limits')
  rejectsMotion(limited, motion(limited, [LINES.left], [LEFT], { limitTolerance: 0.09 }), 'outside-limits')
  // A curve that leaves its limits between two ends that keep to them.
  const bulging = { from: [-0.85], to: [-0.85], higher: [[0.6]] }
  rejectsMotion(limited, motion(limited, [bulging], [LEFT]), 'outside-limits')
  acceptsMotion(limited, motion(limited, [bulging], [LEFT], { ignoreLimits: true }))
})

test('a premise about a joint without limits is one about that joint alone', () => {
  // Two balls on one arm of two joints, the second of which may follow the first: a proof of a whole turn is of one joint, not of both.
  const arm = (variable: number, factor: number): Json =>
    world(
      [
        link('base', -1),
        link('upper', 0, { kind: 'continuous', axis: [0, 0, 1], variable: 0 }),
        link('fore', 1, { kind: 'continuous', axis: [0, 0, 1], origin: at(1, 0, 0), variable, factor }),
      ],
      [
        ['base', 0, ball(0.2)],
        ['fore', 2, ball(0.2), at(1, 0, 0)],
      ],
      [
        { name: 'one', lower: null, upper: null },
        { name: 'two', lower: null, upper: null },
      ],
      { proved: [[0, 1]] },
    )
  const still = (own: Json): Json => motion(own, [{ from: [0, 0], to: [1, 1] }], [[]], { proofs: [[]] })
  acceptsMotion(arm(1, 1), still(arm(1, 1)))
  for (const [variable, factor] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    rejectsMotion(arm(variable, factor), still(arm(variable, factor)))
  }
  rejectsMotion(arm(1, 1), motion(arm(1, 1), [{ from: [0, 0], to: [1, 1] }], [[]], { proofs: [[]], clearance: 0.1 }))
})

test('a long run of fixed joints: rounding on the way counts', () => {
  // Each turns a little and goes on by 1; what doubles make of thousands of them is off, and a ball is set just so that they see a gap.
  const angle = 0.7321
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const step = [c, -s, 0, 1, s, c, 0, 0.5, 0, 0, 1, 0]
  const count = 800
  const links = [
    link('base', -1),
    ...Array.from({ length: count }, (_, i) => link(`l${i}`, i, { origin: step })),
    link('cart', count, { kind: 'prismatic', variable: 0 }),
  ]
  const bits = 256n
  const inputs = links.map((own) => ({ ...own, origin: rigid(own.origin, bits) }))
  const { poses } = new Kinematics(inputs, bits).place([Real.of(0, bits)], new Map())
  const exact = [3, 7, 11].map((k) => poses.at(-1)![k]!.toNumber())
  let naive = IDENTITY
  for (let i = 0; i < count; i++) {
    naive = [0, 4, 8].flatMap((r) =>
      [0, 1, 2, 3].map(
        (k) =>
          naive[r]! * step[k]! +
          naive[r + 1]! * step[k + 4]! +
          naive[r + 2]! * step[k + 8]! +
          (k === 3 ? naive[r + 3]! : 0),
      ),
    )
  }
  const off = [3, 7, 11].map((k, i) => naive[k]! - exact[i]!)
  const size = Math.hypot(...off)
  expect(size).toBeGreaterThan(1e-14)
  const u = off.map((x) => x / size)
  // Exactly they overlap by half of what doubles are off; doubles see as much between them.
  const centre = exact.map((x, k) => x - u[k]! * (0.2 - size / 2))
  const long = world(
    links,
    [
      ['cart', count + 1, ball(0.1)],
      ['ball', -1, ball(0.1), at(centre[0]!, centre[1]!, centre[2]!)],
    ],
    [{ name: 'x', lower: null, upper: null }],
  )
  rejectsMotion(long, motion(long, [{ from: [0], to: [0] }], [plane(0, u)]))
  rejectsMotion(long, motion(long, [{ from: [0], to: [0] }], [plane(1, u)]))
})

test('sizes at which squares underflow', () => {
  for (const scale of [1, 1e-100, 1e-140, 1e-160, 1e-163, 1e-170, 1e-200, 1e-300]) {
    // An arm that turns half around and goes through a ball on the way; in the middle of the proof's only stretch it is on the other side.
    const arm = { kind: 'revolute', axis: [0, 0, 1], variable: 0 }
    const tiny = world(
      [link('base', -1), link('arm', 0, arm)],
      [
        ['arm', 1, ball(0.1 * scale), at(scale, 0, 0)],
        ['ball', -1, ball(0.1 * scale), at(0, scale, 0)],
      ],
      [{ name: 'x', lower: null, upper: null }],
    )
    for (const n of [
      [0, -1, 0],
      [1, 0, 0],
      [1, -1, 0],
    ]) {
      for (const frame of [0, 1]) {
        rejectsMotion(tiny, motion(tiny, [{ from: [-2], to: [2] }], [plane(frame, n)]))
        rejectsMotion(tiny, motion(tiny, [{ from: [1.4], to: [1.7] }], [plane(frame, n)]))
      }
    }
  }
})

describe('meshes', () => {
  // A closed block around a ball, which turns in it.
  const corners = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((c) => c - 0.5)).flat()
  const faces = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ]
  const bytesOf = (list: Float64Array | Uint32Array): string => encode(new Uint8Array(list.buffer))
  const blockOf = (triangles: readonly number[], added: readonly number[]): Json => {
    const count = (triangles.length + added.length) / 3
    return {
      ...{ kind: 'mesh', positions: bytesOf(Float64Array.from(corners)) },
      ...{ triangles: bytesOf(Uint32Array.from(triangles)), added: bytesOf(Uint32Array.from(added)) },
      ...{ order: bytesOf(Uint32Array.from({ length: count }, (_, i) => i)), tree: bytesOf(Uint32Array.of(0)) },
    }
  }
  const turning = { kind: 'revolute', axis: [0, 0, 1], variable: 0 }
  const inside = (mesh: Json): Json =>
    world(
      [link('base', -1), link('ball', 0, turning)],
      [
        ['ball', 1, ball(0.05)],
        ['block', -1, mesh],
      ],
      [{ name: 'x', lower: null, upper: null }],
    )
  /** A plane for each triangle: its inward normal. */
  const around = (triangles: readonly number[]): number[] => [
    2,
    ...Array.from({ length: triangles.length / 3 }, (_, t) => {
      const [a, b, c] = [0, 1, 2].map((k) =>
        corners.slice(3 * triangles[3 * t + k]!, 3 * triangles[3 * t + k]! + 3),
      ) as [number[], number[], number[]]
      const middle = [0, 1, 2].map((k) => -(a[k]! + b[k]! + c[k]!))
      const axis = middle.reduce((most, x, k) => (Math.abs(x) > Math.abs(middle[most]!) ? k : most), 0)
      return plane(
        0,
        [0, 1, 2].map((k) => (k === axis ? Math.sign(middle[k]!) : 0)),
      )
    }).flat(),
  ]

  test('a ball inside a block touches none of its triangles, and is not free', () => {
    const own = inside(blockOf(faces, []))
    rejectsMotion(own, motion(own, [{ from: [0], to: [1] }], [around(faces)]))
  })

  test('a proof for a pair that does not count makes nothing of something', () => {
    const own = inside(blockOf(faces, []))
    own.geometries[0].pose = at(0, 0, 0.6)
    const up = plane(0, [0, 0, 1])
    const path = [{ from: [0], to: [1] }]
    const counts = sealed(own, 'hash')
    acceptsMotion(counts, motion(counts, path, [up]))
    const changes: ((draft: Json) => void)[] = [
      (draft) => draft.allowed.push([0, 1]),
      (draft) => Object.assign(draft.objects[0], { link: -1 }),
      (draft) => Object.assign(draft.geometries[1], { object: 0 }),
    ]
    for (const change of changes) {
      const draft = structuredClone(counts)
      change(draft)
      const changed = sealed(draft, 'hash')
      rejectsMotion(changed, motion(changed, path, [up]))
    }
  })

  test('a triangle of the file that is said to be added closes it all the same; one that is gone is named', () => {
    const [kept, last] = [faces.slice(0, -3), faces.slice(-3)]
    const closed = inside(blockOf(kept, last))
    rejectsMotion(closed, motion(closed, [{ from: [0], to: [1] }], [around(faces)]))
    const open = inside(blockOf(kept, []))
    const path = [{ from: [0], to: [1] }]
    const surfaces = [{ object: 'block', geometry: open.geometries[1].name, part: 0 }]
    for (const verify of [verifyCertificate, verifyCertificateExactly]) {
      const answer = verify(open, motion(open, path, [around(kept)], { surfaces }))
      expect(answer).toMatchObject({ valid: true, surfaces: [{ object: 'block', shells: 1 }] })
      // A certificate that keeps silent about it is none.
      for (const hidden of [[], [{ ...surfaces[0], part: 1 }], [...surfaces, ...surfaces], undefined]) {
        const silent = verify(open, motion(open, path, [around(kept)], { surfaces: hidden }))
        expect(silent).toMatchObject({ valid: false, outcome: 'rejected' })
      }
    }
  })

  test('trees and orders that leave triangles out', () => {
    const outside = (mesh: Json): Json => {
      const own = inside(mesh)
      own.geometries[0].pose = at(0, 0, 0.6)
      return sealed(own, 'hash')
    }
    const up = plane(0, [0, 0, 1])
    const whole = outside(blockOf(faces, []))
    acceptsMotion(whole, motion(whole, [{ from: [0], to: [1] }], [up]))
    const words = (...list: number[]): string => bytesOf(Uint32Array.from(list))
    for (const change of [
      { order: words(0, 1, 2) },
      { order: words(...Array.from({ length: 12 }, () => 0)) },
      { tree: '' },
      { tree: words(12) },
      { tree: words(0, 0) },
      { tree: words(6, 0) },
      { triangles: words(...faces.slice(0, -1)) },
      { triangles: words(...faces.slice(0, -1), 8) },
      { triangles: '', added: '', order: '' },
      { positions: 'AAAA' },
      { positions: bytesOf(Float64Array.from(corners, (x, i) => (i === 3 ? Number.NaN : x))) },
    ]) {
      const own = outside({ ...blockOf(faces, []), ...change })
      rejectsMotion(own, motion(own, [{ from: [0], to: [1] }], [up]))
    }
  })
})

test('proofs that do not last, or last too long', () => {
  const honest = [HALVE, ...LEFT, ...LEFT]
  acceptsMotion(about, motion(about, [LINES.left], [honest]))
  for (let end = 0; end < honest.length; end++)
    rejectsMotion(about, motion(about, [LINES.left], [honest.slice(0, end)]))
  for (const more of [0, 1, 3, 16]) rejectsMotion(about, motion(about, [LINES.left], [[...honest, more]]))
  for (const op of [0, 1, 2, 5, 6, 8, 15, 17, 255]) rejectsMotion(about, motion(about, [LINES.left], [[op, ...honest]]))
  rejectsMotion(
    about,
    motion(about, [LINES.left], [[...new Array(49).fill(HALVE), ...new Array(50).fill(LEFT).flat()]]),
  )
  // The direction turned round; the two pairs swapped.
  rejectsMotion(about, motion(about, [LINES.left], [RIGHT]))
  rejectsMotion(about, motion(about, [LINES.left], [LEFT], { proofs: [[{ a: 1, b: 0, proof: encode(LEFT) }]] }))
  rejectsMotion(about, motion(about, [LINES.left], [LEFT], { proofs: [[{ a: 0, b: 2, proof: encode(LEFT) }]] }))
  const doubled = [
    { a: 0, b: 1, proof: encode(LEFT) },
    { a: 0, b: 1, proof: encode(LEFT) },
  ]
  rejectsMotion(about, motion(about, [LINES.left], [LEFT], { proofs: [doubled] }))
})

describe('pairs of links', () => {
  // A ball that turns about z past a post; it meets the post at 1.57.
  const robot = (lower: number | null, upper: number | null): Json =>
    world(
      [link('base', -1), link('arm', 0, { kind: 'revolute', axis: [0, 0, 1], variable: 0 })],
      [
        ['base', 0, ball(0.2), at(0, 1, 0)],
        ['arm', 1, ball(0.2), at(1, 0, 0)],
      ],
      [{ name: 'x', lower, upper }],
    )
  const proofOf = (lower: number, upper: number, tasks: readonly number[], clearance = 0, flags = 0): number[] => [
    ...[2, flags],
    ...new Uint8Array(Float64Array.of(clearance).buffer),
    ...[1, 0, 0, 0],
    ...new Uint8Array(Float64Array.of(lower, upper).buffer),
    ...tasks,
  ]
  const report = (own: Json, bytes: readonly number[], more: Json = {}): Json => ({
    ...{ limber: 2, kind: 'limber-allowed-pairs', robot: 'r', hash: own.hash },
    limits: own.variables.map(({ name, lower, upper }: Json) => ({ joint: name, lower, upper })),
    meshes: [],
    pairs: [{ a: 'base', b: 'arm', class: 'never', proof: encode(bytes), ...more }],
  })
  const rejects = (own: Json, document: Json): void => {
    for (const verify of [verifyAllowedPairs, verifyAllowedPairsExactly]) {
      expect(verify(own, document)).toMatchObject({ valid: false, reason: expect.any(String) })
    }
  }
  // From B, the arm, to A, the base.
  const away = plane(0, [-1, 1, 0])
  const narrow = robot(-0.4, 0.4)

  test('what is true is accepted', () => {
    for (const verify of [verifyAllowedPairs, verifyAllowedPairsExactly]) {
      expect(verify(narrow, report(narrow, proofOf(-0.4, 0.4, away)))).toMatchObject({
        valid: true,
        proved: [{ a: 'base' }],
      })
    }
  })

  test('boxes that do not hold the limits, or limits that are another robot’s', () => {
    const wide = robot(-0.4, 2)
    rejects(wide, report(wide, proofOf(-0.4, 0.4, away)))
    rejects(wide, report(wide, proofOf(-0.4, 2, away)))
    rejects(wide, { ...report(wide, proofOf(-0.4, 0.4, away)), hash: narrow.hash })
    rejects(wide, report(narrow, proofOf(-0.4, 0.4, away)))
    rejects(narrow, report(narrow, proofOf(0.4, -0.4, away)))
    rejects(narrow, report(narrow, proofOf(Number.NaN, 0.4, away)))
    const free = robot(null, null)
    rejects(free, report(free, proofOf(-0.4, 0.4, away)))
    rejects(free, report(free, proofOf(-Math.PI, Math.PI, away)))
  })

  test('clearances, classes, envelopes and pairs that are not so', () => {
    const honest = proofOf(-0.4, 0.4, away)
    rejects(narrow, report(narrow, proofOf(-0.4, 0.4, away, 1)))
    rejects(narrow, report(narrow, proofOf(-0.4, 0.4, away, -1)))
    rejects(narrow, report(narrow, honest, { clearance: { least: 0.1 } }))
    rejects(narrow, report(narrow, honest, { class: 'contained' }))
    rejects(narrow, report(narrow, honest, { class: 'always' }))
    rejects(narrow, report(narrow, honest, { b: 'base' }))
    rejects(narrow, report(narrow, honest, { a: 'arm', b: 'base' }))
    const twice = report(narrow, honest)
    rejects(narrow, { ...twice, pairs: [...twice.pairs, ...twice.pairs] })
    rejects(narrow, { ...twice, pairs: new Array(1) })
    // Turned all around its joint, the arm meets the post.
    rejects(narrow, report(narrow, proofOf(-0.4, 0.4, plane(0, [-1, 1, 0]), 0, 2)))
    rejects(narrow, report(narrow, proofOf(-0.4, 0.4, plane(1, [-1, 1, 0]), 0, 3)))
    for (let end = 0; end < honest.length; end++) rejects(narrow, report(narrow, honest.slice(0, end)))
    rejects(narrow, report(narrow, [...honest, 3]))
  })

  test('links without geometry are not a pair', () => {
    const bare = sealed({ ...narrow, geometries: narrow.geometries.slice(1) }, 'hash')
    rejects(bare, report(bare, proofOf(-0.4, 0.4, away)))
  })

  test('a proof left out, or in a hole, proves nothing', () => {
    const without = report(narrow, [], { proof: undefined })
    delete without.pairs[0].proof
    for (const verify of [verifyAllowedPairs, verifyAllowedPairsExactly]) {
      expect(verify(narrow, without)).toMatchObject({ valid: true, proved: [], uncertified: [{ a: 'base', b: 'arm' }] })
    }
  })
})
