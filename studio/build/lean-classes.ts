// Classes without the declarations that say nothing. TypeScript's `readonly x: number` becomes `x;` in JavaScript: the property is
// there, and undefined, until the constructor gives it its value. Where the constructor does so for certain, in a statement of
// its own, it makes no difference but the bytes, and the first value is the property's first.
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** Names that the constructor gives values to, unless it throws. */
function assigned(body: readonly ESTree.Statement[], code: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const statement of body) {
    // What follows may not be reached.
    if (/\breturn\b/.test(code.slice(statement.start, statement.end))) break
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') continue
    const { left, operator } = statement.expression
    if (operator !== '=' || left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') continue
    if (!left.computed && left.property.type === 'Identifier') names.add(left.property.name)
  }
  return names
}

/** The code without `name;` in classes whose constructors assign it. */
export function withoutDeclarations(path: string, code: string): string {
  const found: ESTree.Span[] = []
  new Visitor({
    ClassBody({ body }) {
      const names = body.flatMap((part) => {
        const isConstructor = part.type === 'MethodDefinition' && part.kind === 'constructor'
        return isConstructor ? [...assigned(part.value.body?.body ?? [], code)] : []
      })
      for (const part of body) {
        if (part.type !== 'PropertyDefinition' || part.static || part.computed || part.value !== null) continue
        if (part.key.type === 'Identifier' && names.includes(part.key.name)) found.push(part)
      }
    },
  }).visit(parseSync(path, code).program)
  found.sort((a, b) => b.start - a.start)
  return found.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}

/** Of our own sources, after they have become JavaScript. */
export function leanClasses(): Plugin {
  return {
    name: 'lean-classes',
    apply: 'build',
    transform(code, id) {
      if (id.includes('node_modules') || !/\.tsx?$/.test(id) || !/\bclass\b/.test(code)) return
      return { code: withoutDeclarations(id.replace(/tsx?$/, 'js'), code), map: null }
    },
  }
}
