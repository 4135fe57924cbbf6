// The state in the address: `#/cell?state=…&view=…`. A link shows the same scene, settings and view. The state is JSON of what
// differs from the scene's first state, so that short ones stay readable.

export interface Address {
  readonly scene: string
  /** Fields of the scene's state that are not as at first; unchecked. */
  readonly state: Readonly<Record<string, unknown>>
  /** Where the camera is and what it looks at: six numbers. */
  readonly view: readonly number[] | undefined
}

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const values = new URLSearchParams(query)
  const view = values.get('view')?.split(',').map(Number)
  return {
    scene: decodeURIComponent(path),
    state: readState(values.get('state')),
    view: view?.length === 6 && view.every(Number.isFinite) ? view : undefined,
  }
}

export function writeAddress({ scene, state, view }: Address): string {
  const values = new URLSearchParams()
  if (Object.keys(state).length > 0) values.set('state', JSON.stringify(state))
  if (view !== undefined) values.set('view', view.map((v) => String(Number(v.toPrecision(5)))).join(','))
  const query = values.toString()
  return `#/${encodeURIComponent(scene)}${query === '' ? '' : `?${query}`}`
}

/** What of `state` is not as in `first`. */
export function differences(state: object, first: object): Record<string, unknown> {
  const found = Object.entries(state).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((first as Record<string, unknown>)[name]),
  )
  return Object.fromEntries(found)
}

function readState(text: string | null): Record<string, unknown> {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
