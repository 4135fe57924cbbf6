// Reports of `limber allow`, read for commands that take pairs as proved.
import { readFile, stat } from 'node:fs/promises'
import { type AllowedPairs, AllowFileError, readAllowedPairs } from '../src/index.js'

/** A report of so many bytes could not be held as text. */
const MOST_BYTES = 2 ** 28

export async function readReport(file: string): Promise<AllowedPairs> {
  const expected = 'a report that "limber allow" has written'
  let text: string
  try {
    const { size } = await stat(file)
    if (size > MOST_BYTES) throw new AllowFileError(file, {}, `a file of at most ${MOST_BYTES} bytes`, `${size}`)
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof AllowFileError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new AllowFileError(file, {}, expected, code === 'ENOENT' ? 'no such file' : String(code))
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw new AllowFileError(file, {}, expected, `what is not JSON (${(error as Error).message})`)
  }
  return readAllowedPairs(document, file)
}
