// What was dropped, by its name in the state of a scene.
const PREFIX = 'file '

export function fileName(number: number): string {
  return `${PREFIX}${number}`
}

export function isFile(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** Of an address, which cannot restore it. */
export function refuseFile(name: unknown): void {
  if (typeof name !== 'string' || !isFile(name)) return
  throw new Error('it shows files, which are not in the link: drop them here.')
}
