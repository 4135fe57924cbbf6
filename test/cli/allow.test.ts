// `limber allow`, as a user runs it: the report, SRDF, exemptions judged, certificates, and what it refuses.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AllowCommandOptions } from '../../cli/allow/allow-options.js'
import { allow } from '../../cli/allow.js'
import { checkScene } from '../../cli/check.js'
import { readRobot } from '../../node/index.js'
import { exemptionOf, LimberError, readAllowedPairs, World } from '../../src/entries/robots.js'
import { limber, limberHere } from './run.js'

const ARM = fileURLToPath(new URL('../../examples/arm.urdf', import.meta.url))
const ARM_SRDF = fileURLToPath(new URL('../../examples/arm.srdf', import.meta.url))
const QUICK = ['--samples', '60', '--descents', '2', '--workers', '1']

let folder: string
let count = 0
const at = (name: string): string => join(folder, name)
/** A folder of its own. */
const fresh = (): string => mkdtempSync(at(`${count++}-`))

/** What one run about the arm has written, for all tests that read it. */
let arm: { readonly report: string; readonly out: string; readonly proofs: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-allow-'))
  arm = await runArm('1')
})

afterAll(() => rmSync(folder, { recursive: true }))

interface Report {
  readonly pairs: readonly Record<string, unknown>[]
}

function read(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** All files of a run about the arm, in a folder of their own. */
async function runArm(workers: string): Promise<typeof arm> {
  const own = fresh()
  const [report, out, proofs] = [join(own, 'report.json'), join(own, 'out.srdf'), join(own, 'proofs.json')]
  const files = ['--report', report, '--out', out, '--certificate', proofs]
  const { code, stderr } = await limber('allow', ARM, ...QUICK, '--workers', workers, ...files)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  // The checkpoint is gone, and so is all else.
  expect(readdirSync(own).sort()).toEqual(['out.srdf', 'proofs.json', 'report.json'])
  return { report, out, proofs }
}

describe('limber allow', () => {
  test('[allow-never] no more clearance is printed than was proved', async () => {
    const [robot, report] = [join(fresh(), 'balls.urdf'), join(fresh(), 'report.json')]
    const ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    const limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
    const links = Array.from({ length: 9 }, (_, k) => `<link name="ball${k}">${ball}</link>`)
    const joints = links.slice(1).map((_, k) => {
      const origin = `<origin xyz="${1 + k / 7} 0 0"/>`
      const ends = `<parent link="ball0"/><child link="ball${k + 1}"/>`
      return `<joint name="joint${k}" type="prismatic">${ends}${origin}<axis xyz="0 1 0"/>${limit}</joint>`
    })
    writeFileSync(robot, `<robot name="balls">${links.join('')}${joints.join('')}</robot>`)
    const { stdout } = await limber('allow', robot, ...QUICK, '--clearance', '--report', report)
    const { pairs } = readAllowedPairs(JSON.parse(readFileSync(report, 'utf8')))
    const told = pairs.flatMap(({ a, b, clearance }) => {
      const line = stdout.split('\n').find((own) => own.includes(` ${a} – ${b} `))!
      const shown = /nowhere closer than (\S+);/.exec(line)?.[1]
      return shown === undefined ? [] : [{ shown: Number(shown), least: clearance!.least }]
    })
    expect(told.length).toBeGreaterThan(7)
    for (const { shown, least } of told) {
      expect(shown).toBeLessThanOrEqual(least)
      expect(shown).toBeGreaterThan(least * (1 - 1.1e-5))
    }
  })

  test('[same-seed] the same report, SRDF and certificate for any number of workers', async () => {
    const texts = (files: typeof arm): string[] => Object.values(files).map((file) => readFileSync(file, 'utf8'))
    expect(texts(await runArm('3'))).toEqual(texts(arm))
    const report = read(arm.report)
    expect(report.pairs).toHaveLength(21)
    for (const pair of report.pairs) {
      expect(Object.keys(pair)).toEqual(expect.arrayContaining(['a', 'b', 'class', 'adjacent', 'joints', 'cells']))
      expect(pair.proof).toBeUndefined()
      if (pair.class === 'sometimes')
        expect(pair).toMatchObject({ witness: expect.any(Array), depth: expect.any(Number) })
    }
    const proofs = read(arm.proofs)
    const never = proofs.pairs.filter((pair) => pair.class === 'never')
    expect(never.length).toBeGreaterThan(3)
    for (const pair of never) expect(pair.proof).toMatch(/^[A-Za-z0-9+/]+=*$/)
  })

  test('[allow-certificates] text and JSON say what is certified, and what is not seen', async () => {
    const own = fresh()
    const [robot, out, proofs] = ['robot.urdf', 'out.srdf', 'proofs.json'].map((name) => join(own, name)) as [
      string,
      string,
      string,
    ]
    const corners = [
      [0, 0, 0],
      [0.1, 0, 0],
      [0, 0.1, 0],
    ].map((p) => `vertex ${p.join(' ')}`)
    const lines = ['solid s', 'facet normal 0 0 1', 'outer loop', ...corners, 'endloop', 'endfacet', 'endsolid s']
    writeFileSync(join(own, 'sheet.stl'), `${lines.join('\n')}\n`)
    const shapes = {
      base: '<sphere radius="0.1"/>',
      // Around the base, about an axis that both share.
      hub: '<box size="0.1 0.1 0.1"/>',
      sheet: '<mesh filename="sheet.stl"/>',
      lost: '<mesh filename="lost.stl"/>',
    }
    const links = Object.entries(shapes).map(
      ([name, shape]) => `<link name="${name}"><collision><geometry>${shape}</geometry></collision></link>`,
    )
    const limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
    const joints = ['hub', 'sheet', 'lost'].map((child, k) => {
      const ends = `<parent link="base"/><child link="${child}"/><origin xyz="0 0 ${k}"/><axis xyz="0 0 1"/>`
      return `<joint name="to-${child}" type="revolute">${ends}${limit}</joint>`
    })
    writeFileSync(robot, `<robot name="r">${links.join('')}${joints.join('')}</robot>`)
    const args = ['allow', robot, ...QUICK, '--skip-missing']
    const plain = await limber(...args)
    expect(plain.stdout).toMatch(/\n {2}always +1 {2}proved to overlap in every configuration; not certified\n/)
    expect(plain.stdout).toMatch(/\n {2}never +2 {2}proved separated in every configuration; not certified\n/)
    expect(plain.stdout).toMatch(/\nnot seen: r\/lost: their meshes are missing/)
    expect(plain.stdout).toMatch(/\nsurfaces: r\/sheet \(geometry [^)]*\): objects entirely inside are not detected/)
    const whole = await limber(...args, '--certificate', proofs, '--out', out)
    expect(whole.stdout).toMatch(/\n {2}never +2 {2}proved separated in every configuration; certified\n/)
    const written = JSON.parse(readFileSync(proofs, 'utf8')) as Report & { surfaces: unknown[]; unseen: string[] }
    expect(written.pairs.map((pair) => [pair.class, pair.certified]).sort()).toEqual([
      ['always', false],
      ['never', true],
      ['never', true],
    ])
    expect(written.unseen).toEqual(['r/lost'])
    expect(written.surfaces).toMatchObject([{ object: 'r/sheet', shells: 1, share: 1 }])
    const srdf = readFileSync(out, 'utf8')
    expect(srdf).toMatch(/reason="Always"\/> <!-- limber allow: proved to overlap, .*; not certified -->/)
    expect(srdf).toMatch(/reason="Never"\/> <!-- limber allow: proved, .*; certified -->/)
    const json = JSON.parse((await limber(...args, '--json')).stdout)
    expect(json).toMatchObject({ unseen: ['r/lost'], surfaces: [{ object: 'r/sheet' }] })
  })

  test('what --out has written is read back as the same list; its own judgement finds nothing unsafe', async () => {
    const { out, report } = arm
    const result = readAllowedPairs(read(report))
    const robot = await readRobot(ARM, { srdf: out })
    expect(robot.allowed).toEqual(result.pairs.flatMap((pair) => exemptionOf(pair) ?? []))
    // And a world takes the report.
    const world = new World({ robots: [robot], adjacent: 'checked', trustedProofs: [result] })
    expect(world.pairs().map(({ status }) => status)).toContain('allowed')
    const plain = new World({ robots: [await readRobot(ARM)], adjacent: 'checked', trustedProofs: [result] })
    expect(plain.pairs().filter(({ reason }) => reason.startsWith('proved')).length).toBeGreaterThan(0)
    const again = await limber('allow', ARM, ...QUICK, '--against', out)
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(/0 unsafe, 0 undecided; 0 wasteful/)
  })

  test('--srdf keeps all else of a file; --out over it, or over a file of another program, is refused', async () => {
    const out = at('kept.srdf')
    const { code } = await limber('allow', ARM, ...QUICK, '--srdf', ARM_SRDF, '--out', out)
    expect(code).toBe(0)
    const text = readFileSync(out, 'utf8')
    const old = readFileSync(ARM_SRDF, 'utf8').split('\n')
    for (const line of old.filter((one) => !one.includes('disable_collisions'))) expect(text).toContain(line)
    expect(text).not.toContain('reason="User"')
    // Once more over it, which is ours.
    expect((await limber('allow', ARM, ...QUICK, '--srdf', ARM_SRDF, '--out', out)).code).toBe(0)
    expect(readFileSync(out, 'utf8')).toBe(text)
    const over = await limber('allow', ARM, ...QUICK, '--srdf', ARM_SRDF, '--out', ARM_SRDF)
    expect(over).toMatchObject({ code: 2, stderr: expect.stringContaining('another file than a file that is read') })
    const own = at('own.srdf')
    writeFileSync(own, '<robot name="arm"/>')
    expect(await limber('allow', ARM, '--out', own)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('got another file, which is left as it is'),
    })
    expect(readFileSync(own, 'utf8')).toBe('<robot name="arm"/>')
  })

  test('--against: an exemption that is unsafe is exit code 1, with the joint values that show it', async () => {
    const list = at('bad.srdf')
    const pair = (a: string, b: string, reason: string): string =>
      `<disable_collisions link1="${a}" link2="${b}" reason="${reason}"/>`
    const text = [
      '<robot name="arm">',
      pair('hand', 'base', 'Never'),
      pair('base', 'upper_arm', 'Never'),
      pair('upper_arm', 'forearm', 'Adjacent'),
      pair('forearm', 'hand', 'Adjacent'),
      pair('column', 'hand', 'Never'),
      '</robot>',
    ]
    writeFileSync(list, text.join('\n'))
    const report = at('bad.json')
    const { code, stdout } = await limber('allow', ARM, ...QUICK, '--against', list, '--report', report)
    expect(code).toBe(1)
    const verdicts = Object.fromEntries(read(report).pairs.map(({ a, b, srdf }) => [`${a} ${b}`, srdf]))
    expect(verdicts).toMatchObject({
      'base hand': 'unsafe',
      'base upper_arm': 'confirmed',
      'upper_arm forearm': 'confirmed',
      'forearm hand': 'confirmed',
      'column hand': 'unsafe',
      'upper_arm hand': 'wasteful',
    })
    expect(verdicts['base forearm']).toBeUndefined()
    expect(stdout).toContain('5 exemptions of links with geometry: 3 confirmed, 2 unsafe, 0 undecided')
    expect(stdout).toContain('wasteful: upper_arm – hand never touch')
    expect(stdout).toMatch(/adjacent, exempted by convention: forearm – hand/)
    const [, values] = /unsafe: base – hand \(Never\), [\d.]+ deep at\n {4}(\{.*\})\n/.exec(stdout)!
    // They are what they are said to be.
    const world = new World({ robots: [await readRobot(ARM)], adjacent: 'checked' })
    const touching = world.collisions(JSON.parse(values!) as Record<string, number>)
    expect(touching.map(({ a, b }) => `${a} ${b}`)).toContain('arm/base arm/hand')
    // Without --against, a list that comes with --srdf is judged in the report, and no more than that.
    const mild = await limber('allow', ARM, ...QUICK, '--srdf', list, '--json')
    expect(mild.code).toBe(0)
    expect(mild.stdout).toContain('"srdf":"unsafe"')
  })

  test('--certificate is checked by "limber verify"; a report without proofs proves nothing', async () => {
    const { proofs, report } = arm
    const verified = await limber('verify', ARM, proofs)
    // Of parts that bear on each other there is no certificate.
    expect(verified.stdout).toMatch(/^valid: \d+ pairs of links proved[^\n]*\nnot certified: \d+ pairs said to be so/)
    expect(verified.stdout.match(/: (never|contained|always|sometimes)\n/)).toBeNull()
    expect(verified.code).toBe(0)
    const some = at('verify-some.json')
    await limber('allow', ARM, ...QUICK, '--certificate', some, '--pairs', 'upper_arm,hand')
    expect(await limberHere('verify', ARM, some)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^valid: 1 pair of links proved/),
    })
    expect(await limberHere('verify', ARM, report)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('without a proof'),
    })
    const nothing = at('verify-nothing.json')
    writeFileSync(nothing, JSON.stringify({ ...JSON.parse(readFileSync(proofs, 'utf8')), pairs: [] }))
    expect(await limberHere('verify', ARM, nothing)).toMatchObject({ code: 3 })
    const other = at('other.urdf')
    writeFileSync(other, readFileSync(ARM, 'utf8').replace('upper="2.6"', 'upper="2.7"'))
    expect(await limberHere('verify', other, proofs)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('rejected'),
    })
    expect(await limberHere('verify', ARM, proofs, '--path', report)).toMatchObject({ code: 2 })
  })

  test('"limber check --proved" passes over what was proved, and "limber verify --proved" knows of it', async () => {
    const { proofs: report } = arm
    const [path, certificate] = [at('path.json'), at('motion.json')]
    const joints = ['turn', 'shoulder', 'elbow', 'wrist', 'grip'].map((name) => `arm/${name}`)
    const waypoints = [
      [0, 0, 0, 0, 0],
      [1, 0.5, 0.3, -0.2, 0.05],
    ]
    writeFileSync(path, JSON.stringify({ joints, waypoints }))
    const checked = await limberHere(
      'check',
      ARM,
      '--path',
      path,
      '--proved',
      report,
      '--certificate',
      certificate,
      '--all',
    )
    expect(checked.code).toBe(0)
    expect(checked.stdout).toContain('arm/upper_arm and arm/hand: never (proved:')
    const line = /\npremises: (\d) pairs not checked: the proofs of --proved, which hold, show that they never touch\n/
    expect(checked.stdout).toMatch(line)
    const premises = Number(line.exec(checked.stdout)![1])
    const proved = ['--proved', report]
    const still = at('still.json')
    writeFileSync(still, JSON.stringify({ joints, waypoints: waypoints.slice(1) }))
    expect((await limberHere('check', ARM, '--at', still, ...proved)).stdout).toMatch(line)
    for (const args of [
      ['check', ARM, '--at', still],
      ['check', ARM, '--path', path],
      ['plan', ARM, '--to', still],
      ['smooth', ARM, path],
    ]) {
      const { code, stdout } = await limberHere(...args, ...proved, '--json')
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { premises }])
    }
    const verified = await limberHere('verify', ARM, certificate, '--proved', report)
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/given \d pairs that the world has as proved/),
    })
    expect((await limberHere('verify', ARM, certificate)).code).toBe(1)
    const other = at('proved-other.json')
    writeFileSync(other, readFileSync(report, 'utf8').replace(/"hash":"../, '"hash":"zz'))
    expect(await limberHere('check', ARM, '--proved', other)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('about a robot of this scene'),
    })
    expect(await limberHere('check', ARM, '--proved', path)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('path.json'),
    })
  })

  test('[allow-certificates] --proved believes nothing: claims without a proof, and proofs that do not hold, are refused', async () => {
    // Folded, c hits a; both joints are free to do so.
    const robot = at('fold.urdf')
    const link = (name: string, x: number, size: number): string =>
      `<link name="${name}"><collision><origin xyz="${x} 0 0"/><geometry><box size="${size} 0.1 0.1"/></geometry></collision></link>`
    const joint = (name: string, parent: string, child: string, x: number): string =>
      `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`
    const links = [link('a', 0.5, 1), link('b', 0.3, 0.4), link('c', 0.5, 0.8)]
    const joints = [joint('j1', 'a', 'b', 1.1), joint('j2', 'b', 'c', 0.6)]
    writeFileSync(robot, `<robot name="f">${links.join('')}${joints.join('')}</robot>`)
    const [told, folded] = [at('fold.json'), at('folded.json')]
    await limber('allow', robot, ...QUICK, '--certificate', told)
    writeFileSync(folded, JSON.stringify({ joints: ['f/j1', 'f/j2'], waypoints: [[1.5, 2.9]] }))
    const check = () => checkScene(robot, { at: folded, proved: [told] })
    expect((await check()).code).toBe(1)
    const document = read(told)
    const claim = (change: object): void => {
      const pairs = document.pairs.map((pair) => (pair.a === 'a' && pair.b === 'c' ? { ...pair, ...change } : pair))
      writeFileSync(told, JSON.stringify({ ...document, pairs }))
    }
    for (const certified of [true, false]) {
      claim({ class: 'never', certified })
      await expect(check()).rejects.toThrow(
        /fold\.json, pairs: expected a proof for every pair .*, got none for a and c$/,
      )
    }
    for (const proof of ['AAAA', `${'A'.repeat(400)}`]) {
      claim({ class: 'never', certified: true, proof })
      await expect(check()).rejects.toThrow(
        /pairs: expected proofs that hold, got one of a and c that does not: the proof/,
      )
    }
    // What is not claimed to be never exempts nothing, and needs no proof.
    claim({ class: 'always', certified: false })
    expect((await check()).code).toBe(1)
  })

  test('--pairs, --json and --clearance', async () => {
    const { code, stdout } = await limber(
      ...['allow', ARM, ...QUICK, '--pairs', 'hand,upper_arm', '--pairs', 'base,hand', '--clearance', '--json'],
    )
    expect(code).toBe(0)
    const { pairs } = JSON.parse(stdout) as Report
    expect(pairs.map(({ a, b, class: kind }) => [a, b, kind])).toEqual([
      ['base', 'hand', 'sometimes'],
      ['upper_arm', 'hand', 'never'],
    ])
    const { least, found } = pairs[1]!.clearance as { least: number; found: number }
    expect(least).toBeGreaterThan(0.9 * found)
    expect(least).toBeLessThanOrEqual(found)
  })

  test('--skip-missing: no exemption rests on links without their meshes', async () => {
    const own = fresh()
    const [file, list, out] = ['robot.urdf', 'list.srdf', 'out.srdf'].map((name) => join(own, name)) as [
      string,
      string,
      string,
    ]
    const ball = (x: number): string =>
      `<collision><origin xyz="${x} 0 0"/><geometry><sphere radius="0.05"/></geometry></collision>`
    const lost = '<collision><geometry><mesh filename="lost.stl"/></geometry></collision>'
    const joint = (name: string, parent: string, child: string): string =>
      `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/>` +
      '<axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>'
    writeFileSync(
      file,
      `<robot name="lossy"><link name="base">${ball(0)}</link><link name="lost">${lost}</link>` +
        `<link name="some">${lost}${ball(0.5)}</link><link name="whole">${ball(0)}</link>` +
        `${joint('j', 'base', 'lost')}${joint('k', 'lost', 'some')}${joint('l', 'lost', 'whole')}</robot>`,
    )
    writeFileSync(
      list,
      '<robot name="lossy"><disable_collisions link1="base" link2="some" reason="Never"/>' +
        '<disable_collisions link1="base" link2="whole" reason="Adjacent"/></robot>',
    )
    const words = ['allow', file, ...QUICK, '--skip-missing', '--out', out, '--against', list, '--json']
    const { stdout, stderr } = await limber(...words)
    expect(stderr).toBe('')
    const { pairs, notes } = JSON.parse(stdout) as Report & { notes: string[] }
    // As it was read.
    expect(pairs.map(({ a, b, class: kind, srdf }) => [a, b, kind, srdf])).toEqual([
      ['base', 'some', 'never', undefined],
      ['base', 'whole', 'always', 'confirmed'],
      ['some', 'whole', 'never', undefined],
    ])
    expect(notes.join(' ')).toContain('that lost, some never touch others was proved without meshes that are missing')
    const text = readFileSync(out, 'utf8')
    expect(text).not.toContain('reason="Never"')
    expect(text).not.toContain('reason="Adjacent"')
    expect(text).toContain('link1="base" link2="whole" reason="Always"')
  })

  test('an undecided pair is exit code 3', async () => {
    const { code, stdout } = await limber(
      ...['allow', ARM, ...QUICK, '--pairs', 'upper_arm,hand', '--max-cells', '1', '--json'],
    )
    expect(code).toBe(3)
    const [pair] = (JSON.parse(stdout) as Report).pairs
    expect(pair).toMatchObject({ class: 'undecided', left: expect.any(Number) })
  })

  test('what cannot be used is refused in words, and nothing is written', async () => {
    const own = fresh()
    const report = join(own, 'report.json')
    const bad = at('bad.urdf')
    writeFileSync(bad, '<robot name="x"><link name="a"/>')
    const refused = async (words: RegExp, file: string, options: AllowCommandOptions = {}): Promise<void> => {
      const asked = allow(file, options)
      await expect(asked, String(words)).rejects.toThrow(words)
      await expect(asked).rejects.toThrow(LimberError)
    }
    await refused(/nothing\.urdf.*no such file/, at('nothing.urdf'), { report })
    await refused(/bad\.urdf/, bad, { report })
    await refused(/nothing\.srdf/, ARM, { srdf: at('nothing.srdf'), out: join(own, 'x.srdf') })
    await refused(/bad\.urdf/, ARM, { against: bad })
    await refused(/--pairs: link "elbow" is none of arm: base/, ARM, { pairs: ['base,elbow'], report })
    await refused(/--pairs must be/, ARM, { pairs: ['base'] })
    await refused(/two different links/, ARM, { pairs: ['base,base'] })
    await refused(/--workers must be a whole number from 1 to 256/, ARM, { workers: '0' })
    await refused(/--samples must be/, ARM, { samples: 'many' })
    await refused(/--resume must be given with --report/, ARM, { resume: true })
    await refused(/folder that does not exist/, ARM, { report: join(own, 'no', 'report.json') })
    await refused(/another file than that of --report/, ARM, { report, certificate: report })
    await refused(/left as it is/, ARM, { report: bad })
    expect(readdirSync(own)).toEqual([])
    // As a user sees it.
    const seen = await limber('allow', ARM, '--workers', '0')
    expect(seen).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^limber: --workers must be[^\n]*\n$/) })
  })
})
