// Names and lengths as the page shows them.
import type { CellView } from './workcell.js'

/** Both names of a pair; links without their robot where there is only one. */
export function pairNames(
  pair: { readonly a: string; readonly b: string } | undefined,
  view: Pick<CellView, 'robots'> | undefined,
): string {
  if (pair === undefined || pair.a === '') return '–'
  return `${shortName(pair.a, view)} – ${shortName(pair.b, view)}`
}

export function shortName(name: string, view: Pick<CellView, 'robots'> | undefined): string {
  const only = view?.robots.length === 1 ? `${view.robots[0]}/` : undefined
  return only !== undefined && name.startsWith(only) ? name.slice(only.length) : name
}

/** Of those that touch, the two that are deepest in each other. */
export function deepestOf<T extends { readonly depth: number }>(touching: readonly T[]): T | undefined {
  return touching.reduce<T | undefined>(
    (most, one) => (most === undefined || one.depth > most.depth ? one : most),
    undefined,
  )
}

export function millimetres(metres: number): string {
  const mm = 1000 * metres
  return mm < 10 ? `${mm.toFixed(2)} mm` : mm < 1000 ? `${mm.toFixed(1)} mm` : `${metres.toFixed(3)} m`
}

/** The length of what all of them begin with, up to a slash: it says nothing about which is which. */
export function sharedFolders([first = '', ...others]: readonly string[]): number {
  let length = first.lastIndexOf('/') + 1
  while (length > 0 && !others.every((path) => path.startsWith(first.slice(0, length)))) {
    length = first.lastIndexOf('/', length - 2) + 1
  }
  return length
}
