// Certificates that once were accepted though false, and documents that are no plain data: all are rejected, and nothing is thrown.
import { describe, expect, test } from 'vitest'
import { documentHash } from '../../src/base/work/document-hash.js'
import {
  box,
  type JointInput,
  Robot,
  robotDocument,
  World,
  type WorldDocument,
  worldDocument,
} from '../../src/entries/robots.js'
import { digestOf } from '../../src/robots/motion/certificate.js'
import { verifyAllowedPairsExactly, verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { type Verification, verifyAllowedPairs, verifyCertificate, verifyStep } from '../../src/verify/index.js'
import { doubles } from '../oracle/robots/naive-prover.js'
import { documentOf } from './allow-cases.js'
import { GATE_PAIRS, gate } from './allow-proofs.js'
import { byHand, slider, tampered } from './certificates.js'

const LONG = [4, 0, 0, ...doubles([0, -1, 0])]

/** A cube on a slide along x, and a wall across its way. */
const walled = slider({ y: 0, size: [0.02, 2, 2] })
const WEST = [4, 0, 0, ...doubles([-1, 0, 0])]
const EAST = [4, 0, 0, ...doubles([1, 0, 0])]

/** Two pieces: up to the wall, and away from it on the other side. */
function stepThrough(change: (pieces: { from: number[]; to: number[]; higher?: number[][] }[]) => void): Verification {
  const east = byHand(walled, [0.5], [1], EAST)
  const made = tampered(byHand(walled, [-1], [-0.5], WEST), (c) => {
    c.pieces.push(JSON.parse(JSON.stringify(east.pieces[0])))
    c.proofs.push(JSON.parse(JSON.stringify(east.proofs[0])))
    change(c.pieces as never)
  })
  return verifyCertificate(worldDocument(walled), made)
}

describe('[certificates] pieces join exactly', () => {
  test('a step through a wall is rejected, however it is said', () => {
    expect(stepThrough(() => {})).toMatchObject({ valid: false, reason: expect.stringMatching(/begin where/) })
    // One that begins where the other ends, and is said to be a polynomial of coefficients that cancel.
    for (const c of [1, 1e6, 1e12, 1e18, 1e59]) {
      const result = stepThrough((pieces) => {
        pieces[1]!.from = [-0.5]
        pieces[1]!.higher = [[c, -c]]
      })
      expect(result.valid).toBe(false)
    }
    for (const far of [1e6, 1e10, 1e15]) {
      const result = stepThrough((pieces) => {
        Object.assign(pieces[0]!, { from: [far], to: [far] })
        Object.assign(pieces[1]!, { from: [far * (1 + 2 ** -52)], to: [far] })
      })
      expect(result).toMatchObject({ valid: false })
    }
  })

  test('the smallest gap there is is a gap', () => {
    const world = slider()
    const made = (start: number) =>
      tampered(byHand(world, [-1], [0.25], LONG), (c) => {
        c.pieces.push({ ...JSON.parse(JSON.stringify(c.pieces[0])), from: [start], to: [1] })
        c.proofs.push(JSON.parse(JSON.stringify(c.proofs[0])))
      })
    expect(verifyCertificate(worldDocument(world), made(0.25))).toMatchObject({ valid: true, segments: 2 })
    expect(verifyCertificate(worldDocument(world), made(0.25 + 2 ** -54))).toMatchObject({ valid: false })
  })
})

/** Strange things in the place of a list or a record. */
function strange(value: object): unknown[] {
  const holes = Array.isArray(value) ? new Array(value.length) : {}
  const lying = Object.assign(Array.isArray(value) ? [...value] : { ...value }, {
    map: () => [],
    forEach: () => {},
    every: () => true,
    [Symbol.iterator]: function* () {},
  })
  const { proxy, revoke } = Proxy.revocable(value, {})
  revoke()
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  return [
    ...[holes, structuredClone(holes), lying, proxy, cyclic, new Array(2 ** 32 - 1), 5n, Symbol('x'), () => value],
    new Proxy(value, { get: () => undefined, getOwnPropertyDescriptor: () => undefined }),
    new Proxy(value, {
      ownKeys: () => {
        throw new Error('not to be seen')
      },
      getOwnPropertyDescriptor: () => {
        throw new Error('not to be seen')
      },
    }),
    // What it throws throws again when it is looked at.
    new Proxy(value, {
      ownKeys: () => {
        throw new Proxy(new Error('not to be seen'), {
          getPrototypeOf: () => {
            throw new Error('nor this')
          },
        })
      },
    }),
    Object.defineProperty(Array.isArray(value) ? [...value] : { ...value }, '0', {
      get: () => {
        throw new Error('not to be seen')
      },
      enumerable: true,
    }),
    ...[
      new Map(),
      new Set([1]),
      new Date(),
      /x/,
      new Uint8Array(3),
      new BigInt64Array(2),
      new Float64Array([Number.NaN]),
    ],
    ...[undefined, null, Number.NaN, -0, 1e308, 'text', [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]],
  ]
}

describe('[certificates] documents are copied before anything is believed', () => {
  const world = slider()
  const document = worldDocument(world)
  const certificate = byHand(world, [-1], [1], LONG)

  /** Everywhere in a document, one after the other. */
  function replaced(of: object): unknown[] {
    const places = (value: unknown, path: string[]): string[][] =>
      value === null || typeof value !== 'object'
        ? [path]
        : [path, ...Object.entries(value).flatMap(([key, own]) => places(own, [...path, key]))]
    return places(of, []).flatMap((path) => {
      const at = path.reduce((value, key) => (value as Record<string, unknown>)[key], of as unknown)
      const base = typeof at === 'object' && at !== null ? at : [at]
      return strange(base).map((value) => {
        if (path.length === 0) return value
        const draft = structuredClone(of) as Record<string, unknown>
        const holder = path.slice(0, -1).reduce((own, key) => own[key] as Record<string, unknown>, draft)
        holder[path.at(-1)!] = value
        return draft
      })
    })
  }

  test('holes, accessors, proxies and own methods, anywhere', () => {
    let looked = 0
    for (const made of replaced(certificate)) {
      // A list with methods of its own has the items that it has: they are what is copied.
      const { valid } = verifyCertificate(document, made)
      if (valid) expect(JSON.stringify(made)).toBe(JSON.stringify(certificate))
      looked++
    }
    for (const made of replaced(document)) {
      // The hash of the world was made for what it was.
      const { valid } = verifyCertificate(made, certificate)
      if (valid) expect(JSON.stringify(made)).toBe(JSON.stringify(document))
      expect(verifyAllowedPairs(made, certificate).valid).toBe(false)
      expect(verifyStep(made, certificate).valid).toBe(false)
      looked++
    }
    expect(looked).toBeGreaterThan(1000)
  })

  test('with the digest made right again as well, where JSON can say it', () => {
    for (const made of replaced({ ...certificate, digest: undefined })) {
      let rest: Parameters<typeof digestOf>[0]
      try {
        rest = JSON.parse(JSON.stringify(made))
      } catch {
        continue
      }
      if (typeof rest !== 'object' || rest === null) continue
      const result = verifyCertificate(document, { ...rest, digest: digestOf(rest) })
      // The cube may slide anywhere along the plate, and what people read may be anything; what is proved may not.
      if (!result.valid) continue
      const { clearance, proofs } = rest as typeof certificate
      expect({ clearance, proofs }).toEqual({ clearance: 0, proofs: certificate.proofs })
    }
  })
})

test('[certificates] rounding of every fixed joint is counted', () => {
  const chain = (count: number): World => {
    const fixed = Array.from({ length: count }, (_, k): JointInput => {
      return { name: `f${k}`, kind: 'fixed', parent: `l${k}`, child: `l${k + 1}` }
    })
    const links = Array.from({ length: count + 2 }, (_, k) => ({ name: `l${k}` }))
    const geometry = [{ shape: box({ size: [0.2, 0.2, 0.2] }) }]
    const robot = new Robot({
      name: 'r',
      links: links.map((link, k) => (k === count + 1 ? { ...link, geometry } : link)),
      joints: [
        ...fixed,
        { name: 'x', kind: 'prismatic', parent: `l${count}`, child: `l${count + 1}`, axis: [1, 0, 0] },
      ],
    })
    const plate = { name: 'plate', shape: box({ size: [2, 0.02, 2] }), pose: { at: [0, 0.11 + 3e-12, 0] } }
    return new World({ robots: [robot], obstacles: [plate] })
  }
  const accepted = (count: number): boolean => {
    const world = chain(count)
    return verifyCertificate(worldDocument(world), byHand(world, [-1], [1], LONG)).valid
  }
  expect(accepted(1)).toBe(true)
  expect(accepted(2000)).toBe(false)
})

test('[certificates] where squares underflow, nothing is proved', () => {
  const scaled = (document: WorldDocument, by: number): WorldDocument => {
    const pose = (x: readonly number[]): number[] => x.map((value, i) => (i % 4 === 3 ? value * by : value))
    const { hash: _, ...rest } = {
      ...document,
      links: document.links.map((link) => ({ ...link, origin: pose(link.origin) })),
      geometries: document.geometries.map((own) => ({ ...own, pose: pose(own.pose) })),
      shapes: document.shapes.map((shape) => ({
        ...shape,
        half: (shape.half as number[]).map((x) => x * by),
        pose: pose(shape.pose as number[]),
      })),
    }
    return { ...rest, hash: documentHash(rest) }
  }
  // The cube hits the wall; and where it does not, it is proved until lengths are lost.
  for (const exponent of [0, -50, -100, -130, -155, -165, -200, -300]) {
    const by = 10 ** exponent
    for (const [world, truth] of [
      [slider(), true],
      [walled, false],
    ] as const) {
      const document = scaled(worldDocument(world), by)
      for (const n of [
        [0, -1, 0],
        [-1, 0, 0],
        [1, 0, 0],
        [0, 0, 1],
      ]) {
        const made = tampered(byHand(world, [-by], [by], [4, 0, 0, ...doubles(n)]), (c) => {
          c.world = document.hash
        })
        const { valid } = verifyCertificate(document, made)
        if (!truth || n[1] !== -1) expect(valid).toBe(false)
        else if (exponent >= -100) expect(valid).toBe(true)
        else if (exponent <= -155) expect(valid).toBe(false)
      }
    }
  }
})

describe('[certificates] options that are wrong are rejected as such, and no fault of the documents', () => {
  const world = slider()
  const documents = [worldDocument(world), byHand(world, [-1], [1], LONG)] as const
  const thrower = (): never => {
    throw new Error('not to be seen')
  }
  const reason = 'options.onProgress cannot be called, or throws'
  const wrong: [string, unknown][] = [
    ['null', null],
    ['a text for a function', { onProgress: 'x' }],
    ['a function that throws', { onProgress: thrower }],
    ['a getter that throws', Object.defineProperty({}, 'onProgress', { get: thrower })],
  ]
  test.each(wrong)('%s', (_, options) => {
    const rejected = { valid: false, outcome: 'rejected', reason }
    for (const verify of [verifyCertificate, verifyCertificateExactly]) {
      expect(verify(...documents, {})).toMatchObject({ valid: true })
      expect(verify(...documents, options as never)).toMatchObject(rejected)
    }
  })
  test.each(wrong)('%s, of a report', (_, options) => {
    const robot = gate()
    const report = documentOf(robot, [{ a: GATE_PAIRS[0]![0], b: GATE_PAIRS[0]![1], class: 'sometimes' }])
    for (const verify of [verifyAllowedPairs, verifyAllowedPairsExactly]) {
      expect(verify(robotDocument(robot), report, {})).toMatchObject({ valid: true })
      const rejected = { valid: false, reason }
      expect(verify(robotDocument(robot), report, options as never)).toMatchObject(rejected)
    }
  })
})
