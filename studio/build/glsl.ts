// Shaders made small: comments, spaces and the parts that only macros switch on which nobody here defines.

/** Macros that are never defined in the page's shaders, and counts that are always zero. */
export interface NeverDefined {
  readonly macros: ReadonlySet<string>
  readonly zeros: ReadonlySet<string>
}

type Truth = boolean | undefined

/**
 * The text without what is between an `#if` that cannot hold and its end. Conditions that are not known for sure stay as they
 * are written: macros that are undefined are so for the browser's compiler too.
 */
export function withoutDeadBranches(text: string, never: NeverDefined): string {
  const out: string[] = []
  /** For each open `#if`: is the branch kept, did one before it hold for sure, has one been written, does what is around it stay. */
  const open: { kept: boolean; settled: boolean; written: boolean; outer: boolean }[] = []
  const isKept = (): boolean => open.every(({ kept }) => kept)
  for (const line of text.split('\n')) {
    const [, word, condition = ''] = /^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b(.*)$/.exec(line) ?? []
    if (word === undefined) {
      if (isKept()) out.push(line)
    } else if (word === 'endif') {
      const { written, outer } = open.pop()!
      if (written && outer) out.push('#endif')
    } else if (word === 'else' || word === 'elif') {
      const top = open.at(-1)!
      const truth = word === 'else' ? true : holds(condition, never)
      if (top.settled || truth === false) top.kept = false
      else {
        top.kept = true
        // The first that is left: its condition is true for sure, or it is the one to begin with.
        if (top.written) {
          if (top.outer) out.push(truth === true ? '#else' : `#elif${condition}`)
        } else if (truth === undefined) {
          top.written = true
          if (top.outer) out.push(`#if${condition}`)
        }
        top.settled = truth === true
      }
    } else {
      const outer = isKept()
      const written = word === 'if' ? condition : ` ${word === 'ifdef' ? '' : '! '}defined(${condition.trim()})`
      const truth = holds(written, never)
      if (truth === undefined && outer) out.push(`#${word}${condition}`)
      open.push({ kept: truth !== false, settled: truth === true, written: truth === undefined, outer })
    }
  }
  if (open.length > 0) throw new Error(`a shader has an #if without an end: ${text.slice(0, 80)}`)
  return out.join('\n')
}

/** Of a condition; undefined where the macros that are known do not settle it. */
function holds(condition: string, { macros, zeros }: NeverDefined): Truth {
  const tokens = condition.match(/\w+|&&|\|\||[!=<>]=|\S/g) ?? []
  let at = 0
  const take = (token: string): boolean => tokens[at] === token && ++at > 0
  const either = (): Truth => {
    let found = both()
    while (take('||')) {
      const right = both()
      found = found === true || right === true ? true : found === false && right === false ? false : undefined
    }
    return found
  }
  const both = (): Truth => {
    let found = one()
    while (take('&&')) {
      const right = one()
      found = found === false || right === false ? false : found === true && right === true ? true : undefined
    }
    return found
  }
  const one = (): Truth => {
    if (take('!')) {
      const found = one()
      return found === undefined ? undefined : !found
    }
    if (take('(')) {
      const found = either()
      if (!take(')')) throw new Error(`a shader's condition is not understood: ${condition}`)
      return found
    }
    if (take('defined')) {
      const bracket = take('(')
      const name = tokens[at++]!
      if (bracket) take(')')
      return macros.has(name) ? false : undefined
    }
    const name = tokens[at++]!
    const sum = [name]
    while (take('+') || take('-')) sum.push(tokens[at++]!)
    if (!/^([<>]|[!=<>]=)$/.test(tokens[at] ?? '')) return undefined
    const [sign, number] = [tokens[at++]!, tokens[at++]!]
    return sign === '>' && number === '0' && sum.every((term) => zeros.has(term)) ? false : undefined
  }
  const found = either()
  return at === tokens.length ? found : undefined
}

/** Without comments and needless spaces. Directives keep lines of their own. */
export function compactShader(text: string): string {
  const lines = text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\/\/.*/g, '')
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .map((line) => {
      if (line.startsWith('#')) return line
      // Two signs side by side would be another one.
      return line.replace(/ ?([*/=<>!&|?:;,(){}[\]]) ?/g, '$1').replace(/(?<=[\w)\].]) ?([-+]) ?(?=[\w(.])/g, '$1')
    })
  return lines.reduce((sum, line) => {
    if (sum === '') return line
    const isApart = line.startsWith('#') || sum.slice(sum.lastIndexOf('\n') + 1).startsWith('#')
    const wouldJoin = /^(\w\w|[-+][-+])/.test(sum.slice(-1) + line)
    return sum + (isApart ? '\n' : wouldJoin ? ' ' : '') + line
  }, '')
}
