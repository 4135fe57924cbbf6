// What `limber check`, `plan` and `smooth` say of what they cannot see: empty scenes, links whose meshes are missing, joints beyond
// their limits, surfaces. In text, in JSON and by exit code.
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Printed } from '../../cli/check/check-path.js'
import { type CheckOptions, checkScene } from '../../cli/check.js'
import type { PlanCommandOptions } from '../../cli/plan/plan-options.js'
import { planScene } from '../../cli/plan.js'
import { type SmoothCommandOptions, smoothFile } from '../../cli/smooth.js'
import { limber, limberHere } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** An arm of three links; `element` is what its shapes are, `limit` that of its joints. */
function arm(element: 'visual' | 'collision', shape: string, limit = 2): string {
  const link = (name: string): string =>
    `<link name="${name}"><${element}><origin xyz="0.4 0 0"/><geometry>${shape}</geometry></${element}></link>`
  const joint = (name: string, parent: string, child: string): string =>
    `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="0.8 0 0"/>` +
    `<axis xyz="0 0 1"/><limit lower="-${limit}" upper="${limit}" velocity="1" effort="1" acceleration="1"/></joint>`
  return `<robot name="arm">${['base', 'upper', 'hand'].map(link).join('')}${joint('a', 'base', 'upper')}${joint('b', 'upper', 'hand')}</robot>`
}

const BAR = '<box size="0.6 0.1 0.1"/>'
const TRIANGLE = `solid t
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
endsolid t
`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-coverage-'))
  const write = (name: string, content: unknown): void => {
    writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  write('visual.urdf', arm('visual', BAR))
  write('lost.urdf', arm('collision', '<mesh filename="package://lost/link.stl"/>'))
  write('arm.urdf', arm('collision', BAR))
  write('pi.urdf', arm('collision', BAR, Number('3.14159')))
  const half = arm('collision', BAR).replace(BAR, '<mesh filename="package://lost/base.stl"/>')
  write('half.urdf', half)
  write('sheet.stl', TRIANGLE)
  const sheet = { name: 'sheet', shape: { kind: 'mesh', file: 'sheet.stl' }, pose: { xyz: [0, 0, 5] } }
  write('sheet.json', { limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }], obstacles: [sheet] })
  const joints = ['arm/a', 'arm/b']
  write('path.json', {
    joints,
    waypoints: [
      [0, 0],
      [0.5, 0.5],
      [1, 0],
    ],
  })
  write('beyond.json', {
    joints,
    waypoints: [
      [0, 0],
      [0.5, 0.5],
      [2.5, -2.1],
    ],
  })
  write('pi.json', {
    joints,
    waypoints: [
      [-Math.PI, 0],
      [Math.PI, 0],
    ],
  })
  for (const [name, q] of Object.entries({
    zero: [0, 0],
    one: [1, 0],
    far: [2.5, 0],
    pi: [Math.PI, 0],
    minus: [-Math.PI, 0],
  })) {
    write(`at-${name}.json`, { joints, waypoints: [q] })
  }
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** The same question in text and as a document; both exit alike. */
async function both(
  ask: (json: { json?: true }) => Promise<Printed>,
): Promise<Printed & { document: Record<string, unknown> }> {
  const text = await ask({})
  const json = await ask({ json: true })
  expect(json.code).toBe(text.code)
  expect(json.stderr).toBe('')
  return { ...text, document: JSON.parse(json.stdout) }
}

const check = (file: string, options: CheckOptions = {}) =>
  both((json) => checkScene(at(file), { ...options, ...json }))
const plan = (file: string, options: PlanCommandOptions = {}) =>
  both((json) => planScene(at(file), { to: [at('at-one.json')], ...options, ...json }))
const smooth = (file: string, path: string, options: SmoothCommandOptions = {}) =>
  both((json) => smoothFile(at(file), at(path), { ...options, ...json }))

describe('[nothing-to-check] exit code 3, in words', () => {
  const visual = 'with visual geometry only: arm/base, arm/upper, arm/hand (--geometry visual or both)'

  test('a robot with visual geometry only: check, plan and smooth; --geometry visual is the remedy', async () => {
    const reason = `no link has collision geometry; ${visual}`
    const visualOnly = ['arm/base', 'arm/upper', 'arm/hand']
    const told = { outcome: 'nothing-to-check', reason, surfaces: [], unseen: [], visualOnly }
    const line = `\n\nnot checked: 3 links with visual geometry only: ${visualOnly.join(', ')}: their collisions are unknown (--geometry both includes them)\n`
    for (const options of [
      {},
      { at: at('at-one.json') },
      { path: at('path.json') },
      { path: at('path.json'), sampled: '0.1' },
    ]) {
      const run = await check('visual.urdf', options)
      expect(run).toMatchObject({ code: 3, stdout: `nothing to check: ${reason}${line}` })
      expect(run.document).toMatchObject(told)
    }
    const certified = await checkScene(at('visual.urdf'), { path: at('path.json'), certificate: at('proof.json') })
    expect(certified.code).toBe(3)
    expect(existsSync(at('proof.json'))).toBe(false)
    const planned = await plan('visual.urdf', { certificate: at('proof.json'), out: at('out.json') })
    expect(planned).toMatchObject({ code: 3, stdout: `nothing to check, so no path would be proved: ${reason}${line}` })
    expect(planned.stderr).toContain('limber: no path: ')
    expect(planned.document).toMatchObject(told)
    expect([existsSync(at('proof.json')), existsSync(at('out.json'))]).toEqual([false, false])
    const smoothed = await smooth('visual.urdf', 'path.json')
    expect(smoothed.code).toBe(3)
    expect(smoothed.stdout).toMatch(/^nothing to check: no link has collision geometry; /)
    expect(smoothed.document).toMatchObject({ outcome: 'nothing-to-check', verdict: { outcome: 'nothing-to-check' } })
    expect(await check('visual.urdf', { path: at('path.json'), geometry: 'visual' })).toMatchObject({ code: 0 })
  })

  test('a robot whose meshes are all missing, --accept-unseen or not', async () => {
    const reason = 'no link has collision geometry; not seen, their meshes are missing: arm/base, arm/upper, arm/hand'
    const unseen = ['arm/base', 'arm/upper', 'arm/hand']
    for (const acceptUnseen of [{}, { acceptUnseen: true }] as const) {
      const options = { skipMissing: true, ...acceptUnseen } as const
      for (const run of [
        await check('lost.urdf', options),
        await check('lost.urdf', { ...options, path: at('path.json') }),
        await plan('lost.urdf', options),
        await smooth('lost.urdf', 'path.json', options),
      ]) {
        expect(run.code).toBe(3)
        expect(run.stdout).toContain(reason)
        expect(run.stdout).toContain(`\nnot seen: ${unseen.join(', ')}: `)
        expect(run.document).toMatchObject({ outcome: 'nothing-to-check', unseen })
      }
    }
  })

  test('the built command', async () => {
    const run = await limber('check', at('visual.urdf'), '--path', at('path.json'))
    expect(run).toMatchObject({ code: 3, stdout: expect.stringMatching(/^nothing to check: .*--geometry visual/) })
    expect((await limber('plan', at('visual.urdf'), '--to', at('at-one.json'))).code).toBe(3)
  })
})

test('[unseen] links with visual geometry only are named, and change no exit code', async () => {
  const hand = arm('collision', BAR).replace(
    /(?<=<link name="hand">)<collision>(.*)<\/collision>(?=<\/link><joint)/,
    '<visual>$1</visual>',
  )
  writeFileSync(at('hand.urdf'), hand)
  const robots = [{ name: 'arm', urdf: 'hand.urdf' }]
  // In the way of the hand, and of nothing else.
  const post = { name: 'post', shape: { kind: 'sphere', radius: 0.1 }, pose: { xyz: [2, 0.2, 0] } }
  writeFileSync(at('hand.json'), JSON.stringify({ limber: 1, robots, obstacles: [post] }))
  const line =
    '\nnot checked: 1 link with visual geometry only: arm/hand: their collisions are unknown (--geometry both includes them)\n'
  for (const run of [
    await check('hand.json', { path: at('path.json') }),
    await check('hand.json', { at: at('at-one.json') }),
    await plan('hand.json'),
    await smooth('hand.json', 'path.json'),
  ]) {
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining(line) })
    expect(run.document).toMatchObject({ unseen: [], visualOnly: ['arm/hand'] })
  }
  const seen = await check('hand.json', { path: at('path.json'), geometry: 'both' })
  expect(seen).toMatchObject({ code: 1, document: { outcome: 'collision', visualOnly: [] } })
  expect(seen.stdout).not.toContain('visual geometry only')
})

describe('[unseen] free with links unseen is exit code 3', () => {
  const unseen = ['arm/base']
  const line =
    '\n\nnot seen: arm/base: their meshes are missing, so their collisions are unknown (--accept-unseen accepts that)\n'

  test('check, plan and smooth, unless they are accepted', async () => {
    // Adjacent links only are left: there must be something else.
    expect((await check('half.urdf', { skipMissing: true })).code).toBe(3)
    writeFileSync(
      at('half.json'),
      JSON.stringify({
        limber: 1,
        robots: [{ name: 'arm', urdf: 'half.urdf' }],
        obstacles: [{ name: 'far', shape: { kind: 'sphere', radius: 0.1 }, pose: { xyz: [0, 0, 5] } }],
      }),
    )
    for (const [options, code] of [
      [{ skipMissing: true }, 3],
      [{ skipMissing: true, acceptUnseen: true }, 0],
    ] as const) {
      const runs = [
        await check('half.json', { ...options, at: at('at-one.json') }),
        await check('half.json', { ...options, path: at('path.json') }),
        await plan('half.json', options),
        await smooth('half.json', 'path.json', options),
      ]
      expect(runs.map((run) => run.code)).toEqual([code, code, code, code])
      for (const run of runs) {
        expect(run.stdout).toContain(line)
        expect(run.document).toMatchObject({ unseen, surfaces: [] })
      }
      expect(runs.map(({ document }) => document.outcome)).toEqual(['free', 'free', 'solved', 'smoothed'])
    }
    // A violation is one, whatever was not seen.
    const outside = await check('half.json', { skipMissing: true, path: at('beyond.json') })
    expect(outside).toMatchObject({ code: 1, document: { outcome: 'outside-limits', unseen } })
  })
})

describe('[joint-limits] a path outside the limits is exit code 1', () => {
  test('check: joint, value, limit and place; --ignore-limits and --limit-tolerance', async () => {
    const run = await check('arm.urdf', { path: at('beyond.json') })
    expect(run.code).toBe(1)
    expect(run.stdout).toBe(
      [
        'outside limits: arm/a is at 2.5, beyond its limit of 2, at waypoints[2]',
        '',
        'Joints there:',
        '  arm/a  2.5',
        '  arm/b  -2.1',
        '',
        '--ignore-limits checks the path anyway; a larger --limit-tolerance turns this into a note.',
        '',
      ].join('\n'),
    )
    expect(run.document).toMatchObject({ outcome: 'outside-limits', segment: 1, at: 1, joint: 'arm/a', value: 2.5 })
    expect(run.document).toMatchObject({ limit: 2, configuration: { 'arm/a': 2.5, 'arm/b': -2.1 } })
    for (const firstContact of [true, '1e-3'] as const) {
      expect((await check('arm.urdf', { path: at('beyond.json'), firstContact })).code).toBe(1)
    }
    expect((await check('arm.urdf', { path: at('beyond.json'), sampled: '0.1' })).code).toBe(1)
    for (const options of [{ ignoreLimits: true }, { limitTolerance: '0.5' }] as const) {
      const free = await check('arm.urdf', { path: at('beyond.json'), ...options })
      expect(free.code).toBe(0)
      expect(free.stdout).toMatch(/^free: proved/)
      expect(free.stderr).toContain('warning: waypoints[2]: arm/a is at 2.5, outside its limits -2 to 2\n')
    }
    expect((await check('arm.urdf', { path: at('beyond.json'), limitTolerance: '0.4999' })).code).toBe(1)
  })

  test('±π where the file says 3.14159 is a note', async () => {
    const run = await check('pi.urdf', { path: at('pi.json') })
    expect(run.code).toBe(0)
    expect(run.stdout).toMatch(/^free: proved/)
    expect(run.stderr).toContain('waypoints[1]: arm/a is at 3.141592653589793, outside its limits -3.14159 to 3.14159')
    expect(run.document.outsideLimits).toHaveLength(2)
    const strict = await check('pi.urdf', { path: at('pi.json'), limitTolerance: '1e-6' })
    expect(strict).toMatchObject({ code: 1, document: { outcome: 'outside-limits', segment: 0, at: 0 } })
    expect((await check('pi.urdf', { at: at('at-pi.json') })).code).toBe(0)
    expect((await check('pi.urdf', { at: at('at-pi.json'), limitTolerance: '0' })).code).toBe(1)
    const options = { from: at('at-minus.json'), to: [at('at-pi.json')] }
    const planned = await plan('pi.urdf', options)
    expect(planned).toMatchObject({ code: 0, document: { outcome: 'solved', proved: true } })
    expect(planned.document.beyondLimits).toMatchObject([
      { segment: 0, at: 0, joint: 'arm/a', value: -Math.PI },
      { at: 1, joint: 'arm/a', value: Math.PI },
    ])
    const refused = await plan('pi.urdf', { ...options, limitTolerance: '1e-6' })
    expect(refused).toMatchObject({ code: 1, document: { outcome: 'invalid-start' } })
    const smoothed = await smooth('pi.urdf', 'pi.json')
    expect(smoothed).toMatchObject({ code: 0, document: { outcome: 'smoothed' } })
    expect(smoothed.document.beyondLimits).toHaveLength(2)
  })

  test('plan: start and goals; smooth: the path', async () => {
    const start = await plan('arm.urdf', { from: at('at-far.json') })
    expect(start.code).toBe(1)
    expect(start.stdout).toContain(
      'invalid start: 1 joint is outside its limits\n\n  arm/a is at 2.5, outside its limits',
    )
    expect(start.stdout).toContain('\n--ignore-limits lets the start and the goals be outside; ')
    const goal = await plan('arm.urdf', { to: [at('at-far.json')] })
    expect(goal).toMatchObject({ code: 1, document: { outcome: 'invalid-goal' } })
    const ignored = await plan('arm.urdf', { to: [at('at-far.json')], ignoreLimits: true, out: at('far-path.json') })
    expect(ignored.stdout).toMatch(/To check it again: limber check .*far-path\.json --ignore-limits\n$/)
    expect(ignored).toMatchObject({ code: 0, document: { outcome: 'solved' } })
    // As many as there are edges beyond the limit; the goal is the last.
    const beyond = ignored.document.beyondLimits as { value: number; limit: number }[]
    expect(beyond.at(-1)).toMatchObject({ value: 2.5, limit: 2 })
    for (const { value, limit } of beyond) expect(value).toBeGreaterThan(limit)
    const path = await smooth('arm.urdf', 'beyond.json')
    expect(path.code).toBe(1)
    expect(path.stdout).toMatch(/^outside limits: arm\/a is at 2\.5, beyond its limit of 2, at waypoints\[2\]\n/)
    expect(path.document).toMatchObject({ outcome: 'not-proved', verdict: { outcome: 'outside-limits', segment: 1 } })
    expect((await smooth('arm.urdf', 'beyond.json', { ignoreLimits: true })).code).toBe(0)
  })

  test('the command', async () => {
    const words = ['check', at('pi.urdf'), '--path', at('pi.json')]
    expect((await limberHere(...words)).code).toBe(0)
    expect((await limberHere(...words, '--limit-tolerance', '1e-6')).code).toBe(1)
    expect((await limberHere(...words, '--limit-tolerance', '1e-6', '--ignore-limits')).code).toBe(2)
    expect((await limberHere(...words, '--ignore-limits')).code).toBe(0)
  })
})

test('[unseen] surfaces are named in the last line, with the remedy, and in JSON', async () => {
  const line = '\n\nsurfaces: sheet (geometry 0): objects entirely inside are not detected (--open solid fills holes)\n'
  for (const run of [
    await check('sheet.json', { at: at('at-zero.json') }),
    await check('sheet.json', { path: at('path.json') }),
    await check('sheet.json', { path: at('beyond.json') }),
    await plan('sheet.json'),
    await smooth('sheet.json', 'path.json'),
  ]) {
    expect(run.stdout.endsWith(line), run.stdout).toBe(true)
    expect(run.document.surfaces).toMatchObject([{ object: 'sheet', geometry: '0', part: 0 }])
  }
  expect((await check('sheet.json')).code).toBe(0)
})

const data = process.env.LIMBER_DATA

describe.skipIf(data === undefined)('real robots (LIMBER_DATA)', () => {
  const ask = async (file: string, options: CheckOptions) => {
    writeFileSync(at('neutral.json'), '{}')
    return [
      await both((json) => checkScene(file, { ...options, ...json })),
      await both((json) => planScene(file, { to: [at('neutral.json')], ...options, ...json })),
    ]
  }

  test('[nothing-to-check] a humanoid with one link that has collision geometry', async () => {
    const folder = 'robots/Gepetto+example-robot-data/robots/simple_humanoid_description/urdf'
    for (const run of await ask(join(data!, folder, 'simple_humanoid.urdf'), {})) {
      expect(run.code).toBe(3)
      expect(run.stdout).toMatch(/^nothing to check.*: simple_humanoid\/BODY is all that has collision geometry; /)
      expect(run.document).toMatchObject({ outcome: 'nothing-to-check' })
    }
  })

  test('[nothing-to-check] a Panda without its meshes', async () => {
    copyFileSync(join(data!, 'robots/KavrakiLab+vamp/resources/panda/panda.urdf'), at('panda.urdf'))
    for (const run of await ask(at('panda.urdf'), { skipMissing: true })) {
      expect(run.code).toBe(3)
      expect(run.stdout).toContain(
        'no link has collision geometry; not seen, their meshes are missing: panda/panda_link0, ',
      )
      expect(run.document).toMatchObject({ outcome: 'nothing-to-check' })
      expect((run.document.unseen as string[]).length).toBeGreaterThan(8)
    }
  })
})
