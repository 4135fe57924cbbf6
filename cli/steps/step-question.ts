// What a certificate of steps answers: which things, how thick, and which pairs of them do not count. For people who were given nothing else.
import { plural } from '../check/check-report.js'

/** The question of one step, or of several that ask the same. */
export interface StepQuestion {
  readonly hulls: string
  readonly items: number
  /** The least and the greatest radius; undefined for triangles. */
  readonly radii: readonly [number, number] | undefined
  /** Items at most this many places apart do not count; undefined for triangles. */
  readonly neighbours: number | undefined
  readonly closed: boolean
  /** Strands, and pairs of items, that are left out. */
  readonly cuts: number
  readonly excluded: number
  /** Triangles of the first of two parts, and whether those of each part count among themselves. */
  readonly parts: { readonly first: number; readonly within: readonly boolean[] } | undefined
}

/** Of a document that was verified. */
export function questionOf(step: object, items: number): StepQuestion {
  const { hulls, radii, neighbours, closed, cuts, excluded, parts } = step as {
    readonly hulls: string
    readonly radii?: readonly number[]
    readonly neighbours?: number
    readonly closed?: boolean
    readonly cuts?: readonly number[]
    readonly excluded: readonly unknown[]
    readonly parts?: { readonly first: number; readonly within: readonly boolean[] }
  }
  const isMesh = hulls === 'triangles'
  const extreme = (pick: (a: number, b: number) => number): number => radii!.reduce((a, b) => pick(a, b))
  return {
    ...{ hulls, items, radii: isMesh ? undefined : [extreme(Math.min), extreme(Math.max)] },
    neighbours: isMesh ? undefined : hulls === 'strands' ? Math.max(1, neighbours!) : neighbours!,
    closed: !isMesh && closed === true,
    cuts: hulls === 'strands' ? new Set(cuts ?? []).size : 0,
    excluded: excluded.length,
    parts: isMesh && parts !== undefined ? { first: parts.first, within: [...parts.within] } : undefined,
  }
}

/** `48 strands of radius 0.1, closed; not those at most 1 place apart`. */
export function describeQuestion({ hulls, items, radii, neighbours, closed, ...left }: StepQuestion): string {
  const thing = hulls.slice(0, -1)
  const [low, high] = radii ?? [0, 0]
  const thick = radii === undefined ? '' : low === high ? ` of radius ${low}` : ` of radii ${low} to ${high}`
  const out = [
    ...(neighbours === undefined || neighbours === 0 ? [] : [`those at most ${plural(neighbours, 'place')} apart`]),
    ...(left.cuts === 0 ? [] : [`${plural(left.cuts, thing)} that ${left.cuts === 1 ? 'is' : 'are'} cut`]),
    ...(left.excluded === 0 ? [] : [`${plural(left.excluded, 'excluded pair')}`]),
    ...describeParts(left.parts, items),
  ]
  const all = `${plural(items, thing)}${thick}${closed ? ', closed' : ''}`
  return `${all}; ${out.length === 0 ? 'every pair' : `every pair, but not ${out.join(', ')}`}`
}

function describeParts(parts: StepQuestion['parts'], items: number): string[] {
  if (parts === undefined) return []
  const counts = [parts.first, items - parts.first]
  return counts.flatMap((count, k) =>
    parts.within[k] === true ? [] : [`those within the ${k === 0 ? 'first' : 'last'} ${plural(count, 'triangle')}`],
  )
}
