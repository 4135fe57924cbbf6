// The names of a scene; and names that are nearly right, for messages only: nothing is ever taken for something else.
import type { JsonNode } from '../text/json-document.js'
import { words } from './scene-json.js'

/** More would be a list, not a hint. */
const MOST = 3
/** Longer names are compared by their first letters: a hint is not worth a second of work. */
const LONGEST = 100

/** A name as it should appear in a message: in quotes, and shortened if it is long. */
export function quoteName(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
}

/** `; did you mean "a" or "b"?` where there are such; empty otherwise. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearNames(name, known)
  if (near.length === 0) return ''
  return `; did you mean ${near.map(quoteName).join(' or ')}?`
}

/** Known names that differ from this one by case, a part left out before a slash, or a third of its letters at most. */
export function nearNames(name: string, known: readonly string[]): string[] {
  const short = name.slice(0, LONGEST).toLowerCase()
  const scored: { other: string; edits: number }[] = []
  for (const other of known) {
    const whole = other.slice(0, LONGEST).toLowerCase()
    const last = whole.slice(whole.lastIndexOf('/') + 1)
    const edits = Math.min(editDistance(short, whole), editDistance(short.slice(short.lastIndexOf('/') + 1), last))
    if (edits <= Math.max(1, short.length / 3)) scored.push({ other, edits })
  }
  // Equal ones stay in the order in which they are known.
  scored.sort((a, b) => a.edits - b.edits)
  return scored.slice(0, MOST).map(({ other }) => other)
}

/** Letters put in, taken out, changed, or swapped with the next one. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1, swapped ? before[j - 2]! + 1 : Infinity))
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** Every name refers to one object. The links behind a robot's name are known only once its file has been read. */
export class SceneNames {
  readonly expected = 'the name of an obstacle, of something attached or bending, or of a link as "robot/link"'
  private readonly robots = new Map<string, string>()
  private readonly things = new Map<string, string>()

  add(node: JsonNode, kind: 'robot' | 'thing'): string {
    const name = words(node, 'a name')
    if (name.includes('/')) node.fail('a name without a slash, which separates a robot from its link')
    const other = this.robots.get(name) ?? this.things.get(name)
    if (other !== undefined) node.fail(`a name that nothing else has: ${other} has it already`)
    const names = kind === 'robot' ? this.robots : this.things
    names.set(name, node.path())
    return name
  }

  find(node: JsonNode): string {
    const name = words(node, this.expected)
    if (name.includes('/')) return this.findLink(node)
    if (this.robots.has(name)) node.fail(this.expected, `${quoteName(name)}, which is a whole robot`)
    if (!this.things.has(name)) node.fail(this.expected, quoteName(name) + didYouMean(name, [...this.things.keys()]))
    return name
  }

  findLink(node: JsonNode): string {
    const name = words(node, 'the name of a link as "robot/link"')
    const slash = name.indexOf('/')
    if (slash < 1 || slash === name.length - 1) node.fail('the name of a link as "robot/link"')
    const robot = name.slice(0, slash)
    if (!this.robots.has(robot)) {
      node.fail('the name of a robot before the slash', quoteName(robot) + didYouMean(robot, [...this.robots.keys()]))
    }
    return name
  }
}
