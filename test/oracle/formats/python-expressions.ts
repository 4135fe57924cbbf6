// Expressions at random, by their grammar, and what Python itself makes of them: the source of truth for xacro's expressions.
import { execFileSync } from 'node:child_process'
import type { Random } from '../../../src/base/math/random.js'

const SCRIPT = `
import json, math, sys
names = {k: getattr(math, k) for k in dir(math) if not k.startswith('_')}
names.update(a=3, b=-2.5, s='x y', d={'k': 1, 'm': [1, 2.0]}, t=True)
allowed = dict(abs=abs, round=round, str=str, int=int, float=float, len=len, min=min, max=max, sorted=sorted, bool=bool, list=list, dict=dict, sum=sum)
def answer(text):
    try:
        value = eval(text, {'__builtins__': allowed}, names)
        return ['value', type(value).__name__, str(value)]
    except Exception as error:
        return ['error', type(error).__name__, str(error)]
print(json.dumps([answer(text) for text in json.load(sys.stdin)]))
`

export type PythonAnswer = readonly [kind: 'value' | 'error', type: string, text: string]

/** Undefined where there is no Python. */
export function pythonAnswers(expressions: readonly string[]): PythonAnswer[] | undefined {
  try {
    const input = JSON.stringify(expressions)
    const options = { input, maxBuffer: 2 ** 26 }
    return JSON.parse(execFileSync('python3', ['-W', 'ignore', '-c', SCRIPT], options).toString())
  } catch {
    return undefined
  }
}

const LEAVES = [
  ...['0', '1', '2', '7', '10', '-3', '0.5', '1.5', '2.675', '1e-5', '1e16', '123456789.125', '.25', '3.', '0x1f'],
  ...[
    'True',
    'False',
    'None',
    'pi',
    'e',
    'a',
    'b',
    's',
    't',
    "'abc'",
    "''",
    "'7'",
    '"a\'b"',
    "'1.50'",
    "d['k']",
    "d['m']",
  ],
  ...['[]', '[1, 2.0]', "['x', 'y']", "dict(k=1)['k']", '(1, 2)', "{'q': 2}"],
]
const OPERATORS = ['+', '-', '*', '/', '//', '%', '**', '<', '>', '<=', '>=', '==', '!=', 'in', 'not in', 'and', 'or']
const CALLS = [
  ...['abs', 'round', 'str', 'int', 'float', 'len', 'bool', 'sqrt', 'floor', 'ceil', 'fabs', 'radians', 'degrees'],
  ...['sorted', 'list', 'sum', 'min', 'max', 'trunc'],
]
const METHODS = [
  '.upper()',
  '.split()',
  ".split(' ')",
  '.strip()',
  ".replace('a', 'bb')",
  ".startswith('a')",
  '[0]',
  '[-1]',
  '[1:]',
  '[:-1]',
  ".find('b')",
]

/** Three levels deep at most, so that most of them have a value. */
export function randomExpression(random: Random, depth = 3): string {
  const pick = (from: readonly string[]): string => from[random.integer(from.length)]!
  if (depth === 0 || random.unit() < 0.15) return pick(LEAVES)
  const inner = (): string => randomExpression(random, depth - 1)
  switch (random.integer(10)) {
    case 0:
      return `${pick(CALLS)}(${inner()})`
    case 1:
      return `${pick(['min', 'max', 'round'])}(${inner()}, ${inner()})`
    case 2:
      return `(${inner()})${pick(METHODS)}`
    case 3:
      return `${inner()} if ${inner()} else ${inner()}`
    case 4:
      return `${pick(['-', '+', 'not '])}${inner()}`
    case 5:
      return `[x for x in ${inner()} if x]`
    case 6:
      return `(${inner()})`
    default:
      return `${inner()} ${pick(OPERATORS)} ${inner()}`
  }
}
