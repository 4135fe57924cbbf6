// A word of a command line, in quotes where a shell would take it apart.

export function shellWord(text: string): string {
  return /^[\w./:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
