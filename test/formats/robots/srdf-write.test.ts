// SRDF that is written: read back it is the same list, and of a file of somebody's all but the pairs is kept, letter by letter.
import { describe, expect, test } from 'vitest'
import {
  type AllowedPairs,
  exemptionOf,
  type PairClass,
  type PairResult,
  parseSrdf,
  Random,
  RobotFileError,
  writeSrdf,
} from '../../../src/entries/robots.js'

const CLASSES: readonly PairClass[] = ['never', 'sometimes', 'always', 'touches', 'contained', 'undecided']

function pair(a: string, b: string, kind: PairClass, adjacent = false): PairResult {
  return { a, b, class: kind, adjacent, joints: ['j'], cells: 3 }
}

function resultOf(pairs: readonly PairResult[], robot = 'arm'): AllowedPairs {
  return {
    robot,
    hash: 'ab'.repeat(32),
    limits: [
      { joint: 'j', lower: -1, upper: 2.5 },
      { joint: 'wheel', lower: -Infinity, upper: Infinity },
    ],
    meshes: [{ link: 'a', geometry: 0, hash: 'cd'.repeat(32) }],
    surfaces: [],
    unseen: [],
    pairs,
  }
}

const SIX = resultOf(CLASSES.flatMap((kind, i) => [pair(`a${i}`, `b${i}`, kind), pair(`c${i}`, `d${i}`, kind, true)]))

/** The list as a reader of SRDF has it. */
function listOf(text: string): (string | undefined)[][] {
  return parseSrdf(text).disabled.map(({ link1, link2, reason }) => [link1, link2, reason])
}

function expected({ pairs }: AllowedPairs): (string | undefined)[][] {
  return pairs.flatMap((one) => {
    const exemption = exemptionOf(one)
    return exemption === undefined ? [] : [[exemption.a, exemption.b, exemption.reason]]
  })
}

describe('writeSrdf', () => {
  test('reasons are those that MoveIt knows', () => {
    expect(expected(SIX)).toEqual([
      ['a0', 'b0', 'Never'],
      ['c0', 'd0', 'Never'],
      ['c1', 'd1', 'Adjacent'],
      ['a2', 'b2', 'Always'],
      ['c2', 'd2', 'Always'],
      ['a3', 'b3', 'Default'],
      ['c3', 'd3', 'Default'],
      ['a4', 'b4', 'Always'],
      ['c4', 'd4', 'Always'],
      ['c5', 'd5', 'Adjacent'],
    ])
  })

  test('a new file: the same list when read back, with limits and hashes in a comment', () => {
    const text = writeSrdf(SIX)
    expect(listOf(text)).toEqual(expected(SIX))
    expect(parseSrdf(text).name).toBe('arm')
    for (const words of [
      'j: -1 to 2.5',
      'wheel: no limit to no limit',
      `a 0 ${'cd'.repeat(32)}`,
      `SHA-256 ${'ab'.repeat(32)}`,
    ]) {
      expect(text).toContain(words)
    }
    expect(text).toContain('proved, 3 cells; not certified -->')
  })

  test('[allow-certificates] every exemption says whether there is a certificate of it; what is not seen is named', () => {
    const proof = Uint8Array.of(1)
    const text = writeSrdf({
      ...resultOf(SIX.pairs.map((one, i) => (i % 2 === 0 ? { ...one, proof } : one))),
      surfaces: [0, 1].map((part) => ({
        ...{ object: 'arm/a', geometry: '0', part, shells: 1, share: 1 },
        ...{ reach: 1, looksSolid: true },
      })),
      unseen: ['arm/b', 'arm/c'],
    })
    const marks = (reason: string): string[] =>
      [...text.matchAll(new RegExp(`reason="${reason}"/> <!-- limber allow: (.*) -->`, 'g'))].map(
        ([, words]) => words!.split('; ').at(-1)!,
      )
    expect(marks('Never')).toEqual(['certified', 'not certified'])
    // Of links that overlap everywhere there is none; of one inside the other there is.
    expect(marks('Always')).toEqual(['not certified', 'not certified', 'certified', 'not certified'])
    expect(marks('Default')).toEqual(['not certified', 'not certified'])
    expect(text).toContain('Certified (2): the proof is in a certificate')
    expect(text).toContain('surfaces, whose insides are unknown: arm/a\n')
    expect(text).toContain('not seen, since meshes are missing: arm/b, arm/c\n')
    expect(writeSrdf(SIX)).not.toContain('not seen')
  })

  test('names that XML would trip over', () => {
    const names = ['a--b', 'x<y>&"z"', "it's", '-', '--', 'ends-', '-->', ' tab\there', 'ü→日', '<!-- limber allow:']
    const odd = resultOf(
      names.flatMap((a, i) => names.slice(i + 1).map((b) => pair(a, b, 'never'))),
      'r<o>"b--o--t"-',
    )
    const text = writeSrdf({ ...odd, meshes: names.map((link) => ({ link, geometry: 0, hash: 'ef' })) })
    expect(listOf(text)).toEqual(expected(odd))
    expect(parseSrdf(text).name).toBe('r<o>"b--o--t"-')
    // Once more into what came out: nothing grows.
    expect(writeSrdf(odd, { srdf: writeSrdf(odd) })).toBe(writeSrdf(odd))
  })

  const OLD = [
    '\ufeff<?xml version="1.0" ?>',
    '<!-- <disable_collisions link1="x" link2="y"/> in a comment stays -->',
    '<robot name="arm">',
    '    <!-- a comment of the owner -->',
    '    <group name="arm"><chain base_link="a" tip_link="b"/></group>',
    '    <other text=\'<disable_collisions link1="x" link2="y"/>\'/>'.replace('<disable', '&lt;disable'),
    '    <disable_collisions link1="a" link2="b" reason="User"/>',
    '    <disable_collisions link1="b" link2="c"',
    '        reason="Never > all"></disable_collisions>',
    '    <tool><disable_collisions link1="p" link2="q"/></tool>',
    '    <![CDATA[ <disable_collisions/> ]]>',
    '    <disable_collisions link2="e" link1="d" reason="Never" /><!-- theirs -->',
    '    <group_state name="up" group="arm"><joint name="j" value="1"/></group_state>   ',
    '</robot>  ',
    '<!-- after -->',
  ]

  test.each(['\n', '\r\n'])('into an existing file with %j: all else is kept to the letter', (newline) => {
    const old = OLD.join(newline)
    const text = writeSrdf(SIX, { srdf: old })
    expect(listOf(text)).toEqual(expected(SIX))
    // What is left of both when the pairs and our comment are gone.
    const lines = text.split(newline)
    const kept = lines.filter((_, i) => !isOurs(lines, i))
    expect(kept.join(newline)).toBe(
      [...OLD.slice(0, 6), ...OLD.slice(9, 11), '    <!-- theirs -->', ...OLD.slice(12)].join(newline),
    )
    // With the owner's indent, and where his were.
    expect(lines.findIndex((line) => line.startsWith('    <disable_collisions'))).toBeGreaterThan(6)
    expect(text.indexOf('limber allow')).toBeLessThan(text.indexOf('<tool>'))
    if (newline === '\r\n') expect(text.replaceAll('\r\n', '')).not.toContain('\n')
    expect(writeSrdf(SIX, { srdf: text })).toBe(text)
    // Another result replaces all of the first one.
    const fewer = resultOf([pair('a', 'b', 'never')])
    expect(listOf(writeSrdf(fewer, { srdf: text }))).toEqual([['a', 'b', 'Never']])
    expect(writeSrdf(fewer, { srdf: text })).toBe(writeSrdf(fewer, { srdf: old }))
  })

  test('files without a pair, without a line, without an end tag of their own', () => {
    for (const old of [
      '<robot name="r"/>',
      '<robot name="r" />\n',
      '<robot name="r"></robot>',
      '<robot name="r">\n</robot>',
      '<robot name="r"><group name="g"><link name="a"/></group></robot>',
      '<robot name="r"><disable_collisions link1="a" link2="b"/></robot>',
      '<robot name="r"><disable_collisions link1="a" link2="b"/><disable_collisions link1="a" link2="c"/><group name="g"><link name="a"/></group></robot>',
    ]) {
      const text = writeSrdf(SIX, { srdf: old })
      expect(listOf(text), old).toEqual(expected(SIX))
      expect(parseSrdf(text).groups.length).toBe(parseSrdf(old).groups.length)
      expect(writeSrdf(SIX, { srdf: text }), old).toBe(text)
    }
  })

  test('what is not SRDF is refused by name', () => {
    expect(() => writeSrdf(SIX, { srdf: '<robot', file: 'in.srdf' })).toThrow(RobotFileError)
    expect(() => writeSrdf(SIX, { srdf: '<scene/>', file: 'in.srdf' })).toThrow(/in\.srdf/)
  })

  test('[allow-judged] random files: the same list, all else kept, and nothing changes the second time', () => {
    const random = new Random(31)
    const pieces = [
      '<disable_collisions link1="a" link2="b"/>',
      "<disable_collisions link1='>' link2='/>' reason='x'></disable_collisions>",
      '<!-- c --><!---->',
      '<?pi <robot> ?>',
      '<group name="NAME"><link name="a"/></group>',
      '<x y="<"/>'.replace('<"', '&lt;"'),
      '<x><disable_collisions link1="a" link2="b"/></x>',
      'text',
      '<![CDATA[</robot>]]>',
      '\n',
      '\n  ',
      '  ',
    ]
    for (let n = 0; n < 300; n++) {
      const parts = Array.from({ length: random.integer(12) }, (_, k) =>
        pieces[random.integer(pieces.length)]!.replace('NAME', `g${k}`),
      )
      const old = `<robot name="r">${parts.join('')}</robot>`
      const text = writeSrdf(SIX, { srdf: old })
      expect(listOf(text), JSON.stringify(old)).toEqual(expected(SIX))
      expect(writeSrdf(SIX, { srdf: text }), JSON.stringify(old)).toBe(text)
      const bare = (all: string): string =>
        all.replaceAll(/<!--(?: limber allow:)(?:(?!-->)[\s\S])*-->/g, '').replaceAll(/\s+/g, '')
      const others = parts.filter((part) => !part.startsWith('<disable_collisions'))
      const written = bare(text).replaceAll(/<disable_collisionslink1="[acd b\d]*"link2="[b d\d]*"reason="\w+"\/>/g, '')
      expect(written, JSON.stringify(old)).toBe(bare(`<robot name="r">${others.join('')}</robot>`))
    }
  })
})

/** Is a line one of the pairs, or of the comment before them? */
function isOurs(lines: readonly string[], i: number): boolean {
  if (/<disable_collisions .*<!-- limber allow:/.test(lines[i]!)) return true
  const start = lines.findIndex((line) => /^\s*<!-- limber allow:/.test(line))
  const end = lines.findIndex((line, k) => k > start && /^\s*-->$/.test(line))
  return i >= start && i <= end
}
