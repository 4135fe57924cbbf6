// Which names of Limber a block of code imports.

/** Values and types that `import { … } from 'limber…'` names. */
export function importedNames(code: string): string[] {
  return [...code.matchAll(/\bimport (?:type )?\{([^}]*)\} from ['"]limber(?:\/[\w/]+)?['"]/g)].flatMap(([, list]) =>
    list!
      .split(',')
      .map(
        (item) =>
          item
            .trim()
            .replace(/^type /, '')
            .split(/ as /)[0]!,
      )
      .filter((name) => name !== ''),
  )
}
