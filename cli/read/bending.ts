// Things of a scene that bend, for commands that do not move them.
import { InvalidInputError, type SceneDescription } from '../../src/entries/robots.js'

/** Names of what bends. */
export function bendingOf({ necklaces = [], deforming = [] }: SceneDescription): string[] {
  return [...necklaces, ...deforming].map(({ name }) => name)
}

/** For the notes of commands that search for paths. Their certificates do not cover what bends: refused before any work is done. */
export function standingNotes(description: SceneDescription, certificate: string | undefined): string[] {
  const names = bendingOf(description)
  if (names.length > 0 && certificate !== undefined) {
    const expected = `left out, since ${names.join(', ')} may bend: "limber check --path" writes the certificate`
    throw new InvalidInputError('--certificate', certificate, expected)
  }
  return names.map((name) => `${name} may bend, but stands here where the scene has it`)
}
