// Reports of `limber allow`, read for commands that take pairs as proved. Nothing in them is believed: every proof is verified.
import { readFile, stat } from 'node:fs/promises'
import {
  AllowFileError,
  type ProvedPairs,
  type Robot,
  readAllowedPairs,
  robotDocument,
  robotHash,
  type World,
} from '../../src/entries/robots.js'
import { type AllowVerification, verifyAllowedPairs } from '../../src/verify/index.js'
import { createBlockingProgress } from '../print/progress.js'

/** A report of this size does not fit into a string. */
const MOST_BYTES = 2 ** 28

/** More names than this are a wall. */
const MOST_NAMES = 10

/** The pairs of a report that never touch, their proofs verified for a robot of the world. One without a proof is refused by name. */
export async function readProved(file: string, world: World): Promise<ProvedPairs> {
  const report = await readReport(file)
  const { hash } = readAllowedPairs(report, file)
  const robot = world.model().robots.find((own) => robotHash(own.robot) === hash)?.robot
  if (robot === undefined) {
    const expected = 'a report of "limber allow" about a robot of this scene'
    throw new AllowFileError(file, { field: 'hash' }, expected, 'one about other links, joints, limits or meshes')
  }
  const verified = verify(robot, report)
  if (!verified.valid) {
    const { a, b } = verified.where
    const what = a === undefined ? '' : ` of ${a} and ${b}`
    throw new AllowFileError(
      file,
      { field: 'pairs' },
      'proofs that hold',
      `one${what} that does not: ${verified.reason}`,
    )
  }
  const bare = verified.uncertified.filter((pair) => pair.class === 'never').map(({ a, b }) => `${a} and ${b}`)
  if (bare.length > 0) {
    const more = bare.length > MOST_NAMES ? ` and ${bare.length - MOST_NAMES} more pairs` : ''
    const expected = 'a proof for every pair that never touches ("limber allow --certificate" writes them)'
    const names = `${bare.slice(0, MOST_NAMES).join(', ')}${more}`
    throw new AllowFileError(file, { field: 'pairs' }, expected, `none for ${names}`)
  }
  return { hash, pairs: verified.proved }
}

function verify(robot: Robot, report: unknown): AllowVerification {
  const progress = createBlockingProgress('verify')
  try {
    return verifyAllowedPairs(robotDocument(robot), report, {
      onProgress: (done) => progress.report(done, 'pairs of --proved'),
    })
  } finally {
    progress.clear()
  }
}

async function readReport(file: string): Promise<unknown> {
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
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AllowFileError(file, {}, expected, `what is not JSON (${(error as Error).message})`)
  }
}
