// The licence texts of the packages that a build contains: they must be distributed with the build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Texts for the packages among the files `ids`, sorted by name. */
export function licencesOf(ids) {
  const folders = new Map()
  for (const id of ids) {
    const [, folder, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(id) ?? []
    if (name !== undefined) folders.set(name.replace('\\', '/'), folder)
  }
  return [...folders.keys()]
    .sort()
    .map((name) => licenceOf(name, folders.get(name)))
    .join('\n')
}

function licenceOf(name, folder) {
  const { version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  // Some packages name a licence and an author, and contain no text.
  const text = file === undefined ? `by ${author?.name ?? author}` : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version} (${license})\n\n${text}\n`
}
