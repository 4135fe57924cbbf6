// Results that are kept in the repository (lab/results, made by `npm run lab:results`), as files beside the page: data, loaded when it is
// shown.

const FILES = import.meta.glob<string>('../../../lab/results/*.{json,txt}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

/** The document of an experiment's run. */
export async function keptResult(name: string, signal: AbortSignal): Promise<object> {
  return (await fetchKept(name, 'json', { signal })).json() as Promise<object>
}

/** The same, as the command line prints it. */
export async function keptText(name: string): Promise<string> {
  return (await fetchKept(name, 'txt')).text()
}

async function fetchKept(name: string, kind: 'json' | 'txt', options?: RequestInit): Promise<Response> {
  const url = FILES[`../../../lab/results/${name}.${kind}`]
  if (url === undefined) throw new Error(`No results of ${name} are kept: run it here, or with npx limber lab ${name}.`)
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`The results of ${name} could not be loaded: HTTP status ${response.status}.`)
  return response
}
