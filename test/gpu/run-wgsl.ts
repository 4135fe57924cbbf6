// WGSL in JavaScript, as much of it as the kernels are written in: numbers of singles are rounded as a caller says, so that a test can have
// the worst device that the specification allows. A statement becomes a statement, an operation a call of Rounding; vectors are arrays.
// Reading beyond the end of an array is an error here, where a device would read something.

import { WGSL_HELPERS } from './wgsl-helpers.js'

/** Results of operations on singles. `site`: a number of the place in the kernel. */
export interface Rounding {
  /** Of a sum, a product, or a whole number, which are given in double precision. */
  round(site: number, x: number): number
  divided(site: number, x: number): number
  root(site: number, x: number): number
}

/** A compiled kernel: buffers in the order of their bindings, and how many workgroups. */
export type WgslKernel = (buffers: readonly Uint32Array[], groups: number) => void

interface Value {
  readonly code: string
  readonly type: string
}

interface Field {
  readonly name: string
  readonly type: string
}

const TOKEN =
  /\s+|\/\/[^\n]*|(0x[\da-f.]+p[+-]?\d+f?|0x[\da-f]+u?|(?:\d+\.\d*|\d+)(?:e[+-]?\d+)?[uf]?|\w+|->|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|[+\-*/|&]=|[^\s])/giy

const LEVELS = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]

const VIEWS: Readonly<Record<string, string>> = { i32: 'Int32Array', u32: 'Uint32Array', f32: 'Float32Array' }

export function compileWgsl(code: string, rounding: Rounding): WgslKernel {
  return new Compiler(code).compile(rounding)
}

class Compiler {
  private readonly tokens: string[] = []
  private at = 0
  private sites = 0
  private readonly structs = new Map<string, Field[]>()
  private readonly functions = new Map<string, string>()
  private scopes: Map<string, string>[] = [new Map()]
  private readonly buffers: { name: string; binding: number; code: string }[] = []
  private readonly out: string[] = []
  /** Set again for each thread. */
  private readonly own: string[] = []
  private size = 0
  private builtins: string[] = []

  constructor(code: string) {
    TOKEN.lastIndex = 0
    for (let match = TOKEN.exec(code); match !== null; match = TOKEN.exec(code)) {
      if (match[1] !== undefined) this.tokens.push(match[1])
    }
    // A function may be called above where it is written.
    for (const [, name, type] of code.matchAll(/fn (\w+)\([^{]*?\)(?: -> ([\w<>]+))? \{/g)) {
      this.functions.set(name!, type ?? '')
    }
  }

  compile(rounding: Rounding): WgslKernel {
    while (this.at < this.tokens.length) this.declaration()
    const views = this.buffers.map(({ code, binding }) => code.replaceAll('$', `buffers[${binding}]`))
    const given = this.builtins.map((name) => (name === 'global_invocation_id' ? '[k, 0, 0]' : '[groups, 1, 1]'))
    const text = `return (buffers, groups) => {
${views.join('\n')}
${this.out.join('\n')}
for (let k = 0; k < ${this.size} * groups; k++) {
${this.own.join('\n')}
main(${given.join(', ')})
}
}`
    const make = new Function('R', 'Q', 'S', 'H', text) as (...given: unknown[]) => WgslKernel
    return make(rounding.round, rounding.divided, rounding.root, WGSL_HELPERS)
  }

  private peek(ahead = 0): string {
    return this.tokens[this.at + ahead] ?? ''
  }

  private next(): string {
    return this.tokens[this.at++] ?? ''
  }

  private take(token: string): boolean {
    if (this.peek() !== token) return false
    this.at++
    return true
  }

  private demand(token: string): void {
    const found = this.next()
    if (found !== token)
      throw new Error(`expected ${token}, got ${found} ${this.tokens.slice(this.at, this.at + 8).join(' ')}`)
  }

  private type(): string {
    const name = this.next()
    if (!this.take('<')) return name
    const parts = [this.type()]
    while (this.take(',')) if (this.peek() !== '>') parts.push(this.type())
    // `>>` closes two.
    if (this.peek() === '>>') this.tokens.splice(this.at, 1, '>', '>')
    this.demand('>')
    return `${name}<${parts.join(',')}>`
  }

  private declaration(): void {
    const word = this.peek()
    if (word === 'struct') this.structure()
    else if (word === 'const') {
      this.at++
      this.out.push(this.definition('const'))
    } else this.attributed()
  }

  /** What may have attributes: a function, or a variable of the module. */
  private attributed(): void {
    let binding = -1
    while (this.take('@')) {
      const name = this.next()
      if (!this.take('(')) continue
      const value = this.next()
      this.demand(')')
      if (name === 'binding') binding = Number(value)
      if (name === 'workgroup_size') this.size = Number(value)
    }
    if (this.take('fn')) this.routine()
    else this.variable(binding)
  }

  private variable(binding: number): void {
    this.demand('var')
    this.demand('<')
    const space = this.next()
    while (!this.take('>')) this.next()
    const name = this.next()
    this.demand(':')
    const type = this.type()
    this.demand(';')
    this.scopes[0]!.set(name, type)
    if (space === 'private') {
      this.out.push(`let ${name}`)
      this.own.push(`${name} = ${this.zero(type)}`)
    } else if (space === 'uniform') {
      const fields = this.structs.get(type)!
      const read = fields.map((field, k) => `${field.name}: new ${VIEWS[field.type]!}($.buffer)[${k}]`)
      this.buffers.push({ name, binding, code: `const ${name} = { ${read.join(', ')} }` })
    } else {
      const scalar = /(\w+)>*$/.exec(type)![1]!
      this.buffers.push({ name, binding, code: `const ${name} = new ${VIEWS[scalar]!}($.buffer)` })
    }
  }

  private structure(): void {
    this.demand('struct')
    const name = this.next()
    this.demand('{')
    const fields: Field[] = []
    while (!this.take('}')) {
      const field = this.next()
      this.demand(':')
      fields.push({ name: field, type: this.type() })
      this.take(',')
    }
    this.structs.set(name, fields)
  }

  private routine(): void {
    const name = this.next()
    const scope = new Map<string, string>()
    this.demand('(')
    const names: string[] = []
    while (!this.take(')')) {
      if (this.take('@')) {
        this.demand('builtin')
        this.demand('(')
        this.builtins.push(this.next())
        this.demand(')')
      }
      const parameter = this.next()
      this.demand(':')
      scope.set(parameter, this.type())
      names.push(parameter)
      this.take(',')
    }
    if (this.take('->')) this.type()
    this.scopes.push(scope)
    this.out.push(`function ${name}(${names.join(', ')}) ${this.block()}`)
    this.scopes.pop()
  }

  private block(): string {
    this.demand('{')
    this.scopes.push(new Map())
    const lines: string[] = []
    while (!this.take('}')) lines.push(this.statement())
    this.scopes.pop()
    return `{\n${lines.join('\n')}\n}`
  }

  private statement(): string {
    const word = this.peek()
    if (word === '{') return this.block()
    if (word === ';') {
      this.at++
      return ''
    }
    if (word === 'let' || word === 'var') {
      this.at++
      return this.definition(word)
    }
    if (word === 'return') {
      this.at++
      if (this.take(';')) return 'return;'
      const value = this.concrete(this.expression())
      this.demand(';')
      return `return ${value.code};`
    }
    if (word === 'break' || word === 'continue') {
      this.at += 2
      return `${word};`
    }
    if (word === 'if') {
      this.at++
      const test = this.expression().code
      let text = `if (${test}) ${this.block()}`
      if (this.take('else')) text += ` else ${this.statement()}`
      return text
    }
    if (word === 'for') return this.loop()
    if (word === 'while') {
      this.at++
      return `while (${this.expression().code}) ${this.block()}`
    }
    const text = this.simple()
    this.demand(';')
    return `${text};`
  }

  private loop(): string {
    this.at++
    this.demand('(')
    this.scopes.push(new Map())
    const first = this.statement()
    const test = this.expression().code
    this.demand(';')
    const step = this.simple()
    this.demand(')')
    const body = this.block()
    this.scopes.pop()
    return `for (${first} ${test}; ${step}) ${body}`
  }

  private definition(kind: string): string {
    const name = this.next()
    let type = this.take(':') ? this.type() : ''
    let code = ''
    if (this.take('=')) {
      const value = this.concrete(this.expression(), type)
      if (type === '') type = value.type
      // What is changed later must not be what it came from.
      code = kind === 'var' && !(type in VIEWS) && type !== 'bool' ? `H.copy(${value.code})` : value.code
    } else code = this.zero(type)
    this.demand(';')
    this.scopes.at(-1)!.set(name, type)
    return `let ${name} = ${code};`
  }

  /** An assignment, a step or a call. */
  private simple(): string {
    const target = this.postfix()
    if (this.take('++')) return this.assigned(target, this.binary('+', target, { code: '1', type: 'int' }))
    const sign = /^[+\-*/|&]=$/.test(this.peek()) ? this.next()[0]! : ''
    if (sign === '' && !this.take('=')) return target.code
    const value = this.expression()
    return this.assigned(target, sign === '' ? this.concrete(value, target.type) : this.binary(sign, target, value))
  }

  private assigned(target: Value, value: Value): string {
    const load = /^H\.load\w*\((\w+), (.*)\)$/.exec(target.code)
    if (load === null) return `${target.code} = ${value.code}`
    const lanes = lanesOf(target.type)
    return `H.store(${load[1]}, ${lanes === 1 ? load[2] : load[2]!.replace(/, \d+$/, '')}, ${lanes}, ${value.code})`
  }

  private expression(level = 0): Value {
    if (level === LEVELS.length) return this.unary()
    let left = this.expression(level + 1)
    while (LEVELS[level]!.includes(this.peek())) {
      const sign = this.next()
      left = this.binary(sign, left, this.expression(level + 1))
    }
    return left
  }

  private unary(): Value {
    const sign = this.peek()
    if (sign !== '-' && sign !== '!' && sign !== '~' && sign !== '&') return this.postfix()
    this.at++
    const value = this.unary()
    if (sign === '&') return value
    if (sign === '!') return { code: `!(${value.code})`, type: 'bool' }
    if (lanesOf(value.type) > 1) {
      const wrap = value.type.endsWith('<f32>') ? '-x' : sign === '~' ? '(~x)>>>0' : '(-x)|0'
      return { code: `(${value.code}).map((x) => ${wrap})`, type: value.type }
    }
    const text = `(${sign}${value.code})`
    if (value.type === 'i32') return { code: `(${text}|0)`, type: 'i32' }
    if (value.type === 'u32') return { code: `(${text}>>>0)`, type: 'u32' }
    return { code: text, type: value.type }
  }

  private binary(sign: string, a: Value, b: Value): Value {
    if (sign === '&&' || sign === '||') return { code: `(${a.code} ${sign} ${b.code})`, type: 'bool' }
    const type = common(a.type, b.type)
    const lanes = Math.max(lanesOf(a.type), lanesOf(b.type))
    const scalar = scalarOf(type)
    const [x, y] = [this.concrete(a, scalar).code, this.concrete(b, scalar).code]
    if (/^([<>]=?|[=!]=)$/.test(sign))
      return { code: `(${x} ${/^[=!]/.test(sign) ? `${sign}=` : sign} ${y})`, type: 'bool' }
    if (lanes === 1) return { code: this.operation(sign, scalar, x, y), type: scalar }
    const [one, other] = [lanesOf(a.type) > 1 ? 'a[i]' : 'a', lanesOf(b.type) > 1 ? 'b[i]' : 'b']
    // One place for all lanes.
    const each = this.operation(sign, scalar, one, other)
    return { code: `H.lanes(${lanes}, ${x}, ${y}, (a, b, i) => ${each})`, type: `vec${lanes}<${scalar}>` }
  }

  private operation(sign: string, type: string, x: string, y: string): string {
    if (type === 'f32' || type === 'float') {
      if (sign === '/') return `Q(${this.sites++}, ${x} / ${y})`
      return `R(${this.sites++}, ${x} ${sign} ${y})`
    }
    if (type === 'int') return `(${x} ${sign} ${y})`
    let text = `(${x} ${sign === '>>' && type === 'u32' ? '>>>' : sign} ${y})`
    if (sign === '*') text = `Math.imul(${x}, ${y})`
    if (sign === '/') text = `Math.trunc(${text})`
    return type === 'u32' ? `(${text}>>>0)` : `(${text}|0)`
  }

  private postfix(): Value {
    let value = this.primary()
    for (;;) {
      if (this.take('.')) value = this.member(value, this.next())
      else if (this.take('[')) {
        const index = this.expression().code
        this.demand(']')
        value = this.indexed(value, index)
      } else return value
    }
  }

  private member({ code, type }: Value, name: string): Value {
    const fields = this.structs.get(type)
    if (fields !== undefined)
      return { code: `${code}.${name}`, type: fields.find((field) => field.name === name)!.type }
    const which = [...name].map((letter) => 'xyzw'.indexOf(letter))
    const scalar = scalarOf(type)
    if (which.length === 1) return { code: `${code}[${which[0]}]`, type: scalar }
    return { code: `[${which.map((k) => `${code}[${k}]`).join(', ')}]`, type: `vec${which.length}<${scalar}>` }
  }

  private indexed({ code, type }: Value, index: string): Value {
    if (type.startsWith('vec')) return { code: `${code}[${index}]`, type: scalarOf(type) }
    const inner = /^array<(.*?)(?:,\w+)?>$/.exec(type)![1]!
    // A list of a thread holds vectors as they are.
    if (!this.buffers.some(({ name }) => name === code)) return { code: `${code}[${index}]`, type: inner }
    const atomic = /^atomic<(.*)>$/.exec(inner)
    if (atomic !== null) return { code: `${code}, ${index}`, type: atomic[1]! }
    const lanes = lanesOf(inner)
    if (lanes === 1) return { code: `H.load(${code}, ${index})`, type: inner }
    return { code: `H.loadMany(${code}, ${index}, ${lanes})`, type: inner }
  }

  private primary(): Value {
    const token = this.next()
    if (token === '(') {
      const value = this.expression()
      this.demand(')')
      return value
    }
    if (/^\d/.test(token)) return literal(token)
    if (token === 'true' || token === 'false') return { code: token, type: 'bool' }
    if (/^(vec\d|bitcast)$/.test(token)) {
      this.at--
      const type = this.type()
      const given = this.given()
      if (type.startsWith('bitcast'))
        return { code: `H.${type.slice(8, -1)}Of(${given[0]!.code}, '${given[0]!.type}')`, type: type.slice(8, -1) }
      return this.vector(type, given)
    }
    if (this.peek() === '(') return this.call(token, this.given())
    const type = this.scopes.findLast((scope) => scope.has(token))?.get(token)
    if (type === undefined) throw new Error(`${token} is not known`)
    return { code: token, type }
  }

  private given(): Value[] {
    this.demand('(')
    const out: Value[] = []
    while (!this.take(')')) {
      out.push(this.expression())
      this.take(',')
    }
    return out
  }

  private vector(type: string, given: readonly Value[]): Value {
    const lanes = lanesOf(type)
    const parts = given.map((value) => this.concrete(value, lanesOf(value.type) === 1 ? scalarOf(type) : value.type))
    if (parts.length === 1 && lanesOf(parts[0]!.type) === 1)
      return { code: `new Array(${lanes}).fill(${parts[0]!.code})`, type }
    return {
      code: `[${parts.map(({ code, type: own }) => (lanesOf(own) > 1 ? `...${code}` : code)).join(', ')}]`,
      type,
    }
  }

  private call(name: string, given: readonly Value[]): Value {
    const fields = this.structs.get(name)
    if (fields !== undefined) {
      const parts = fields.map((field, k) => `${field.name}: ${this.concrete(given[k]!, field.type).code}`)
      return { code: `({ ${parts.join(', ')} })`, type: name }
    }
    const own = this.functions.get(name)
    if (own !== undefined)
      return { code: `${name}(${given.map((value) => this.concrete(value).code).join(', ')})`, type: own }
    return this.builtin(name, given)
  }

  private builtin(name: string, given: readonly Value[]): Value {
    const type = given.reduce((all, value) => (value.type === 'bool' ? all : common(all, value.type)), 'int')
    const args = given.map((value) => this.concrete(value, scalarOf(type)).code)
    const all = args.join(', ')
    const a = args[0]!
    switch (name) {
      case 'f32':
        return { code: `R(${this.sites++}, ${given[0]!.code})`, type: 'f32' }
      case 'u32':
        return { code: `((${given[0]!.code})>>>0)`, type: 'u32' }
      case 'i32':
        return { code: `((${given[0]!.code})|0)`, type: 'i32' }
      case 'sqrt':
        return { code: `S(${this.sites++}, Math.sqrt(${a}))`, type }
      case 'abs':
        return lanesOf(type) > 1 ? { code: `(${a}).map(Math.abs)`, type } : { code: `Math.abs(${a})`, type }
      case 'min':
      case 'max':
        if (lanesOf(type) === 1) return { code: `Math.${name}(${all})`, type }
        return { code: `H.lanes(${lanesOf(type)}, ${all}, (a, b, i) => Math.${name}(a[i], b[i]))`, type }
      case 'clamp':
        return { code: `Math.min(Math.max(${args[0]}, ${args[1]}), ${args[2]})`, type }
      case 'select':
        return { code: `(${args[2]} ? ${args[1]} : ${args[0]})`, type }
      case 'dot':
        return {
          code: `H.dot(${a}, ${args[1]}, (x) => R(${this.sites++}, x), (x) => R(${this.sites++}, x))`,
          type: 'f32',
        }
      case 'cross':
        return { code: `H.cross(${a}, ${args[1]}, (x) => R(${this.sites++}, x), (x) => R(${this.sites++}, x))`, type }
      case 'atomicLoad':
        return { code: `H.load(${given[0]!.code})`, type: 'u32' }
      case 'atomicAdd':
      case 'atomicOr':
        return { code: `H.${name}(${given[0]!.code}, ${this.concrete(given[1]!, 'u32').code})`, type: 'u32' }
      default:
        throw new Error(`${name} is not known`)
    }
  }

  /** Numbers without a type get one. */
  private concrete(value: Value, type = ''): Value {
    if (value.type === 'int') return { code: value.code, type: type in VIEWS ? type : 'i32' }
    if (value.type === 'float') return { code: `Math.fround(${value.code})`, type: 'f32' }
    return value
  }

  private zero(type: string): string {
    if (type in VIEWS) return '0'
    if (type === 'bool') return 'false'
    if (type.startsWith('vec')) return `new Array(${lanesOf(type)}).fill(0)`
    const [, inner, count] = /^array<(.*?),(\w+)>$/.exec(type) ?? []
    if (inner === undefined) throw new Error(`no zero of ${type}`)
    return `Array.from({ length: ${count!.replace(/u$/, '')} }, () => ${this.zero(inner)})`
  }
}

function lanesOf(type: string): number {
  return type.startsWith('vec') ? Number(type[3]) : 1
}

function scalarOf(type: string): string {
  return type.startsWith('vec') ? type.slice(5, -1) : type
}

/** int and float are numbers without a type. */
function common(a: string, b: string): string {
  if (lanesOf(a) > 1) return a
  if (lanesOf(b) > 1) return b
  if (a === 'int') return b
  if (b === 'int' || b === 'float') return a === 'int' ? b : a
  return a === 'float' ? b : a
}

function literal(token: string): Value {
  const power = /^0x([\da-f]+)p([+-]?\d+)f?$/i.exec(token)
  if (power !== null) return { code: `${Number.parseInt(power[1]!, 16) * 2 ** Number(power[2])}`, type: 'f32' }
  if (/^0x/i.test(token))
    return { code: `${Number(token.replace(/u$/, ''))}`, type: token.endsWith('u') ? 'u32' : 'int' }
  if (token.endsWith('u')) return { code: token.slice(0, -1), type: 'u32' }
  if (token.endsWith('f')) return { code: `${Math.fround(Number(token.slice(0, -1)))}`, type: 'f32' }
  return { code: token, type: /[.e]/.test(token) ? 'float' : 'int' }
}
