// Counts in the notes and errors of readers.

/** `1 thing`, `2 things`. */
export function plural(count: number, thing: string, things = `${thing}s`): string {
  return count === 1 ? `1 ${thing}` : `${count} ${things}`
}
