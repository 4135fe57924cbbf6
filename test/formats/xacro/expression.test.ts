// Expressions beside Python, where there is one; and what is written as it is whether there is or not.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { type Environment, parseExpression } from '../../../src/formats/xacro/expression.js'
import { Refusal, textOf, type Value } from '../../../src/formats/xacro/values.js'
import { type PythonAnswer, pythonAnswers, randomExpression } from '../../oracle/formats/python-expressions.js'

const PROPERTIES: Readonly<Record<string, Value>> = {
  ...{ a: 3n, b: -2.5, s: 'x y', t: true },
  d: new Map<string, Value>([
    ['k', 1n],
    ['m', [1n, 2]],
  ]),
}
const ENVIRONMENT: Environment = {
  find: (name) => (Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined),
  call: () => undefined,
  work: () => {},
}

function ours(text: string): string | Refusal {
  try {
    return textOf(parseExpression(text)(ENVIRONMENT))
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Words of refusals of what Python would do. */
const LIMITS =
  /whole numbers up to|at most|as key of a dictionary|leading 0|known here|two numbers or two texts|numbers, for sum|digits, for round|spells a|real number|both sides of %|function is defined/

const EXPRESSIONS = Array.from({ length: 20_000 }, (_, seed) => randomExpression(new Random(seed)))
const answers = pythonAnswers(EXPRESSIONS)

test.skipIf(answers === undefined)('what Python evaluates has the same value here, or is refused', () => {
  const wrong: string[] = []
  const counts = { same: 0, bothRefuse: 0, refused: 0 }
  EXPRESSIONS.forEach((text, k) => {
    const [kind, , said] = answers![k] as PythonAnswer
    const own = ours(text)
    if (own instanceof Refusal) {
      if (kind === 'error') counts.bothRefuse++
      else if (LIMITS.test(own.expected)) counts.refused++
      else wrong.push(`${text}: Python says ${said}, refused: expected ${own.expected}, got ${own.got}`)
    } else if (kind === 'value' && own === said) counts.same++
    else wrong.push(`${text}: Python says ${said}, here it is ${own}`)
  })
  console.log(JSON.stringify(counts))
  expect(wrong.slice(0, 20)).toEqual([])
  expect(counts.same).toBeGreaterThan(5000)
  expect(counts.refused).toBeLessThan(counts.same / 5)
})

test.each([
  ['-2 ** 2', '-4'],
  ['2 ** -1', '0.5'],
  ['-7 // 2', '-4'],
  ['-7 % 3', '2'],
  ['-7.5 // 2', '-4.0'],
  ['7 / 2', '3.5'],
  ['1 < 2 < 3', 'True'],
  ['1 == 1.0 == True', 'True'],
  ['round(2.5)', '2'],
  ['round(0.125, 2)', '0.12'],
  ['1e16', '1e+16'],
  ['1e22', '1e+22'],
  ['123456789012345.0', '123456789012345.0'],
  ['0.0001', '0.0001'],
  ['0.00001', '1e-05'],
  ['-0.0', '-0.0'],
  ["'%s'", '%s'],
  ["'x' in ('x', 'y')", 'True'],
  ["{'a': {'b': 1}}['a']['b']", '1'],
  ['[1, 2.0, None, "a"]', "[1, 2.0, None, 'a']"],
  ['(1, 2)', '(1, 2)'],
  ['[str(2 * x) for x in range(3)]', "['0', '2', '4']"],
  ['math.pi == pi', 'True'],
  ['degrees(pi)', '180.0'],
  ['python.len("abc")', '3'],
  ["' '.join([str(x) for x in [1, 2]])", '1 2'],
  ['None is None and 1 is not None', 'True'],
])('%s is %s', (text, expected) => {
  expect(ours(text)).toBe(expected)
})

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['2 ** 100', /whole numbers up to 2\^53/],
  ["'a' * 10000000", /at most 100000/],
  ['[0] * 10000000', /at most 100000/],
  ['range(1000000000)', /at most 100000/],
  [`${'('.repeat(5000)}1${')'.repeat(5000)}`, /at most 100 deep/],
  [`${'-'.repeat(5000)}1`, /at most 100 deep/],
  [`${'not '.repeat(3000)}1`, /at most 100 deep/],
  [`1${' + 1'.repeat(10_000)}`, /at most 20000 characters/],
  ["'a' % 2", /numbers on both sides of %/],
  ['sqrt(-1)', /for which the function is defined/],
  ['a = 1', /the end of the expression/],
  ['x := 1', /the end of the expression/],
  ['1 2', /the end of the expression/],
  ["'a' 'b'", /the end of the expression/],
  ['f"{a}"', /the end of the expression/],
  ['s.__class__', /a dictionary, for \.__class__/],
  ['s.format(1)', /a method of a text that is known here/],
  ['[x for x in 5]', /a list, a dictionary or a text/],
  ['12_000', /a number/],
  ['1 <> 2', /a value/],
]

test.each(REFUSED.map(([text, expected]) => [text.slice(0, 40), text, expected] as const))(
  '%s is refused',
  (_, text, expected) => {
    const own = ours(text)
    expect(own).toBeInstanceOf(Refusal)
    expect((own as Refusal).expected).toMatch(expected)
  },
)
