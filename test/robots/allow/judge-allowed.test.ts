// Exemptions judged: every class, listed or not, adjacent or not.
import { describe, expect, test } from 'vitest'
import {
  type AllowedPair,
  exemptionOf,
  judgeAllowed,
  type PairClass,
  type PairResult,
} from '../../../src/entries/robots.js'

const CLASSES: readonly PairClass[] = ['never', 'sometimes', 'always', 'touches', 'contained', 'undecided']

function pair(kind: PairClass, adjacent = false): PairResult {
  return { a: 'a', b: 'b', class: kind, adjacent, joints: [], cells: 1 }
}

function judge(one: PairResult, ...list: AllowedPair[]): string | undefined {
  return judgeAllowed([one], list)[0]!.judgement
}

describe('judgeAllowed', () => {
  test.each([
    ['never', 'confirmed', 'wasteful'],
    ['sometimes', 'unsafe', undefined],
    ['always', 'confirmed', undefined],
    ['touches', 'confirmed', undefined],
    ['contained', 'confirmed', undefined],
    ['undecided', undefined, undefined],
  ] as const)('%s: exempted %s, else %s', (kind, exempted, checked) => {
    for (const reason of ['Never', 'User', '', undefined]) {
      for (const adjacent of [false, true]) {
        expect(judge(pair(kind, adjacent), { a: 'a', b: 'b', reason })).toBe(exempted)
        expect(judge(pair(kind, adjacent), { a: 'b', b: 'a', reason })).toBe(exempted)
      }
    }
    expect(judge(pair(kind))).toBe(checked)
    expect(judge(pair(kind), { a: 'a', b: 'c' })).toBe(checked)
  })

  test('exempted for being adjacent: by convention where they are, unsafe where they are not', () => {
    const list = { a: 'b', b: 'a', reason: 'Adjacent' }
    expect(judge(pair('sometimes', true), list)).toBe('confirmed')
    expect(judge(pair('sometimes', true), { ...list, reason: ' adjacent ' })).toBe('confirmed')
    expect(judge(pair('sometimes', false), list)).toBe('unsafe')
    expect(judge(pair('sometimes', true), { ...list, reason: 'Never' })).toBe('unsafe')
  })

  test('[allow-judged] what we write ourselves has nothing unsafe and nothing wasteful', () => {
    for (const kind of CLASSES) {
      for (const adjacent of [false, true]) {
        const one = pair(kind, adjacent)
        const own = exemptionOf(one)
        expect(['confirmed', undefined]).toContain(judge(one, ...(own === undefined ? [] : [own])))
      }
    }
  })
})
