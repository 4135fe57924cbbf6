// The expressions of xacro, `${…}`: a fixed part of Python's grammar, read into functions. Nothing of it is ever handed to an
// interpreter, and what the grammar does not have is refused: assignments, lambdas, bit operations, steps of slices, format codes.
//
//   expression  = or ["if" or "else" expression]          or = and {"or" and}       and = not {"and" not}
//   not         = "not" not | comparison                  comparison = sum {("<" | … | "in" | "not in" | "is" | "is not") sum}
//   sum         = term {("+" | "-") term}                 term = factor {("*" | "/" | "//" | "%") factor}
//   factor      = ("+" | "-") factor | power              power = postfix ["**" factor]
//   postfix     = atom {"." name | "[" index "]" | "(" arguments ")"}
//   atom        = number | text | name | "(" items ")" | "[" items "]" | "{" entries "}"
import { add, compare, divide, floorDivide, multiply, negate, power, remainder, subtract } from './arithmetic.js'
import { callFunction, callMethod, constantOf, loopItems, NAMESPACES } from './functions.js'
import { itemOf, keyOf, STEP, sliceOf, workOf } from './items.js'
import { type Token, tokensOf } from './tokens.js'
import { isDictionary, isList, isTrue, Refusal, shownText, shownValue, Tuple, type Value } from './values.js'

/** What an expression is evaluated in. */
export interface Environment {
  /** The value of a property; undefined if there is none. */
  find(name: string): Value | undefined
  /** A function of xacro's own; undefined if no such name is known. */
  call(name: string, values: readonly Value[]): Value | undefined
  /** Counts work, in characters and steps, and refuses too much of it. */
  work(units: number): void
}

export type Expression = (env: Environment) => Value

/** Brackets and operators inside of each other. */
const MAX_DEPTH = 100
/** Of the grammar. */
const WORDS = ['and', 'or', 'not', 'if', 'else', 'for', 'in', 'is']

export function parseExpression(text: string): Expression {
  const parser = new Parser(tokensOf(text))
  const expression = parser.expression()
  parser.end()
  return expression
}

class Parser {
  private at = 0
  private depth = 0

  constructor(private readonly tokens: readonly Token[]) {}

  end(): void {
    if (this.peek() !== undefined) this.unexpected('the end of the expression')
  }

  private peek(): string | undefined {
    const token = this.tokens[this.at]
    return token === undefined || token.kind === 'text' || token.kind === 'number' ? token && '' : token.text
  }

  private unexpected(expected: string): never {
    const token = this.tokens[this.at]
    throw new Refusal(expected, token === undefined ? 'its end' : shownText(token.text))
  }

  private take(...texts: readonly string[]): string | undefined {
    const next = this.peek()
    if (next === undefined || next === '' || !texts.includes(next)) return undefined
    this.at++
    return next
  }

  private demand(text: string): void {
    if (this.take(text) === undefined) this.unexpected(`${JSON.stringify(text)} in the expression`)
  }

  expression(): Expression {
    if (++this.depth > MAX_DEPTH) throw new Refusal(`an expression at most ${MAX_DEPTH} deep`, 'a deeper one')
    const value = this.or()
    this.depth--
    if (this.take('if') === undefined) return value
    const test = this.or()
    this.demand('else')
    const otherwise = this.expression()
    return (env) => (isTrue(test(env)) ? value(env) : otherwise(env))
  }

  private or(): Expression {
    let left = this.and()
    while (this.take('or') !== undefined) {
      const [a, b] = [left, this.and()]
      left = (env) => {
        const value = a(env)
        return isTrue(value) ? value : b(env)
      }
    }
    return left
  }

  private and(): Expression {
    let left = this.not()
    while (this.take('and') !== undefined) {
      const [a, b] = [left, this.not()]
      left = (env) => {
        const value = a(env)
        return isTrue(value) ? b(env) : value
      }
    }
    return left
  }

  private not(): Expression {
    if (this.take('not') === undefined) return this.comparison()
    const value = this.deeper(() => this.not())
    return (env) => !isTrue(value(env))
  }

  /** a < b < c is a < b and b < c. */
  private comparison(): Expression {
    const first = this.sum()
    const rest: { readonly how: string; readonly value: Expression }[] = []
    for (let how = this.comparator(); how !== undefined; how = this.comparator()) {
      rest.push({ how, value: this.sum() })
    }
    if (rest.length === 0) return first
    return (env) => {
      let left = first(env)
      for (const { how, value } of rest) {
        const right = value(env)
        env.work(STEP + workOf(right))
        if (!compare(how, left, right)) return false
        left = right
      }
      return true
    }
  }

  private comparator(): string | undefined {
    const plain = this.take('<', '>', '<=', '>=', '==', '!=', 'in')
    if (plain !== undefined) return plain
    if (this.take('is') !== undefined) return this.take('not') === undefined ? 'is' : 'is not'
    if (this.peek() !== 'not' || this.tokens[this.at + 1]?.text !== 'in') return undefined
    this.at += 2
    return 'not in'
  }

  private sum(): Expression {
    return this.leftToRight(() => this.term(), { '+': add, '-': subtract })
  }

  private term(): Expression {
    return this.leftToRight(() => this.factor(), { '*': multiply, '/': divide, '//': floorDivide, '%': remainder })
  }

  private leftToRight(
    operand: () => Expression,
    operations: Readonly<Record<string, (a: Value, b: Value) => Value>>,
  ): Expression {
    let left = operand()
    for (;;) {
      const sign = this.take(...Object.keys(operations))
      if (sign === undefined) return left
      const [a, b, operation] = [left, operand(), operations[sign]!]
      left = (env) => {
        const value = operation(a(env), b(env))
        env.work(STEP + workOf(value))
        return value
      }
    }
  }

  private factor(): Expression {
    const sign = this.take('+', '-')
    if (sign === undefined) return this.power()
    const value = this.deeper(() => this.factor())
    return (env) => negate(value(env), sign === '-')
  }

  private power(): Expression {
    const base = this.postfix()
    if (this.take('**') === undefined) return base
    const exponent = this.deeper(() => this.factor())
    return (env) => power(base(env), exponent(env))
  }

  private deeper<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) throw new Refusal(`an expression at most ${MAX_DEPTH} deep`, 'a deeper one')
    const value = read()
    this.depth--
    return value
  }

  private postfix(): Expression {
    const token = this.tokens[this.at]
    let value = this.atom()
    // A name that may be a function's, or a namespace's: it has no value of its own then.
    let path = token?.kind === 'name' ? token.text : undefined
    for (let sign = this.take('.', '[', '('); sign !== undefined; sign = this.take('.', '[', '(')) {
      if (sign === '[') value = this.index(value)
      else if (sign === '(') value = this.call(path)
      else {
        const name = this.nextName()
        if (this.take('(') !== undefined) {
          value =
            path !== undefined && NAMESPACES.includes(path) ? this.call(`${path}.${name}`) : this.method(value, name)
        } else
          value = attribute(
            value,
            path !== undefined && NAMESPACES.includes(path) ? `${path}.${name}` : undefined,
            name,
          )
      }
      path = undefined
    }
    return value
  }

  private nextName(): string {
    const token = this.tokens[this.at]
    if (token?.kind !== 'name') this.unexpected('a name behind the dot')
    this.at++
    return token.text
  }

  private call(name: string | undefined): Expression {
    const { values, named } = this.callArguments()
    if (name === undefined) throw new Refusal('a function by its name', 'something else that is called')
    return (env) => {
      const given = values.map((value) => value(env))
      env.work(STEP + given.reduce<number>((sum, value) => sum + workOf(value), 0))
      const pairs = named.map(({ name: key, value }) => [key, value(env)] as const)
      const own = named.length === 0 ? env.call(name, given) : undefined
      const result = own ?? callFunction(name, given, pairs)
      env.work(workOf(result))
      return result
    }
  }

  private method(object: Expression, name: string): Expression {
    const { values, named } = this.callArguments()
    if (named.length > 0) throw new Refusal(`${name}() without named arguments`, shownText(named[0]!.name))
    return (env) => {
      const [self, given] = [object(env), values.map((value) => value(env))]
      env.work(STEP + workOf(self) + given.reduce<number>((sum, value) => sum + workOf(value), 0))
      const result = callMethod(self, name, given)
      env.work(workOf(result))
      return result
    }
  }

  private callArguments(): { values: Expression[]; named: { name: string; value: Expression }[] } {
    const values: Expression[] = []
    const named: { name: string; value: Expression }[] = []
    while (this.take(')') === undefined) {
      const token = this.tokens[this.at]
      if (token?.kind === 'name' && this.tokens[this.at + 1]?.text === '=') {
        this.at += 2
        named.push({ name: token.text, value: this.expression() })
      } else values.push(this.expression())
      if (this.take(',') === undefined && this.peek() !== ')') this.unexpected('"," or ")" in the expression')
    }
    return { values, named }
  }

  private index(object: Expression): Expression {
    const from = this.peek() === ':' ? undefined : this.expression()
    if (this.take(':') === undefined) {
      this.demand(']')
      return (env) => {
        env.work(STEP)
        return itemOf(object(env), from!(env))
      }
    }
    const to = this.peek() === ']' ? undefined : this.expression()
    this.demand(']')
    return (env) => {
      const value = sliceOf(object(env), from?.(env) ?? null, to?.(env) ?? null)
      env.work(STEP + workOf(value))
      return value
    }
  }

  private items(close: string): Expression[] {
    const items: Expression[] = []
    while (this.take(close) === undefined) {
      items.push(this.expression())
      if (this.take(',') === undefined && this.peek() !== close) this.unexpected(`"," or "${close}" in the expression`)
    }
    return items
  }

  private atom(): Expression {
    const token = this.tokens[this.at]
    if (token === undefined) this.unexpected('a value')
    this.at++
    switch (token.kind) {
      case 'number':
      case 'text':
        return () => token.value
      case 'name':
        if (!WORDS.includes(token.text)) return nameValue(token.text)
    }
    switch (token.text) {
      case '(': {
        if (this.take(')') !== undefined) return () => new Tuple()
        const inside = this.expression()
        if (this.take(',') === undefined) {
          this.demand(')')
          return inside
        }
        const items = [inside, ...this.items(')')]
        return (env) => Tuple.from(items, (item) => item(env))
      }
      case '[':
        return this.list()
      case '{':
        return this.dictionary()
    }
    this.at--
    return this.unexpected('a value')
  }

  /** `[a, b]`, or `[f(x) for x in list if test(x)]`. */
  private list(): Expression {
    if (this.take(']') !== undefined) return () => []
    const first = this.expression()
    if (this.take('for') === undefined) {
      const items = [first]
      if (this.take(',') === undefined) this.demand(']')
      else items.push(...this.items(']'))
      return (env) => {
        env.work(STEP * items.length)
        return items.map((item) => item(env))
      }
    }
    const name = this.nextName()
    this.demand('in')
    const source = this.or()
    const test = this.take('if') === undefined ? undefined : this.or()
    this.demand(']')
    return (env) => {
      const result: Value[] = []
      for (const value of loopItems(source(env))) {
        env.work(STEP)
        const inner: Environment = {
          find: (key) => (key === name ? value : env.find(key)),
          call: (key, given) => env.call(key, given),
          work: (units) => env.work(units),
        }
        if (test === undefined || isTrue(test(inner))) result.push(first(inner))
      }
      return result
    }
  }

  private dictionary(): Expression {
    const entries: [Expression, Expression][] = []
    while (this.take('}') === undefined) {
      const key = this.expression()
      this.demand(':')
      entries.push([key, this.expression()])
      if (this.take(',') === undefined && this.peek() !== '}') this.unexpected('"," or "}" in the expression')
    }
    return (env) => {
      env.work(STEP * entries.length)
      return new Map(entries.map(([key, value]) => [keyOf(key(env)), value(env)]))
    }
  }
}

function nameValue(name: string): Expression {
  switch (name) {
    case 'True':
      return () => true
    case 'False':
      return () => false
    case 'None':
      return () => null
  }
  if (name.startsWith('__')) throw new Refusal('a name that does not start with two underscores', shownText(name))
  return (env) => {
    env.work(STEP)
    const value = env.find(name)
    if (value !== undefined) return value
    const constant = constantOf(name)
    if (constant !== undefined) return constant
    throw new Refusal('a property or parameter that is defined here', shownText(name))
  }
}

function attribute(object: Expression, constant: string | undefined, name: string): Expression {
  return (env) => {
    env.work(STEP)
    const fixed = constant === undefined ? undefined : constantOf(constant)
    if (fixed !== undefined) return fixed
    const value = object(env)
    if (isDictionary(value)) return itemOf(value, name)
    if (value !== null && typeof value === 'object' && !isList(value)) {
      const found = value.find(name)
      if (found !== undefined) return found
      throw new Refusal('a property of that namespace', shownText(name))
    }
    throw new Refusal(`a dictionary, for .${name}`, shownValue(value))
  }
}
