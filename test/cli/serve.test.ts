// `limber serve` over standard input and output: the same bytes as `limber batch`, whatever is asked beside; and what it refuses.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_BYTES } from '../../node/serve/session.js'
import { example, limber } from './run.js'
import { robotFolder, servedAndBatched, serveLines } from './serve-lines.js'

/** test/deep has ten thousand. */
const CHECKS = 300

let folder = ''
let scene = ''

beforeAll(() => ({ folder, scene } = robotFolder()) as never)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('checks are answered to the byte as limber batch with one process answers them', async () => {
  const [served, batched] = await servedAndBatched(folder, scene, CHECKS)
  expect(batched).toHaveLength(CHECKS)
  // Both kinds of verdict are among them.
  for (const outcome of ['free', 'collision']) expect(batched.join()).toContain(`"outcome":"${outcome}"`)
  expect(served).toEqual(batched)
})

test('empty lines are skipped, broken ones answered, and a last line needs no end', async () => {
  const version = '{"jsonrpc":"2.0","id":1,"method":"version"}'
  const lines = await serveLines(example('.'), ['', '{', version, '  ', '{"jsonrpc":"2.0","method":"version"}'])
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('"code":-32700')
  expect(lines[1]).toContain('"version":')
})

test('a line that is too long is refused, and the next one answered', async () => {
  const version = '{"jsonrpc":"2.0","id":1,"method":"version"}'
  const lines = await serveLines(example('.'), [' '.repeat(MOST_BYTES) + version, version])
  expect(lines[0]).toBe(
    `{"jsonrpc":"2.0","id":null,"error":{"code":-32002,"message":"expected a message of at most ${MOST_BYTES} bytes, got more"}}`,
  )
  expect(lines[1]).toContain('"version":')
})

test('files are below the root folder, which may be another than the working folder', async () => {
  const check = (path: string): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'check', params: { scene: path, path: 'round-post.json' } })
  const [inside] = await serveLines(example('.'), [check('cell.json')], '--root', join(example('.'), '..'))
  expect(inside).toContain('"outcome":"free"')
  const [outside] = await serveLines(example('.'), [check('../examples/cell.json')])
  expect(outside).toContain('"outcome":"free"')
  const [refused] = await serveLines(example('.'), [check('../package.json')])
  expect(refused).toContain('path must be a file inside the root folder (option root), got \\"../package.json\\"')
})

test('options that do not fit are refused', async () => {
  for (const [words, message] of [
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, got "x"'],
    [['--host', '127.0.0.1'], '--host must be given with --port'],
    [['--token', 'x'], '--token must be given with --port'],
    [
      ['--port', '0', '--host', '0.0.0.0'],
      '--host must be this machine (127.0.0.1), or given with --token, got "0.0.0.0"',
    ],
    [['--port', '0', '--host', '192.0.2.1', '--token', 'a-long-enough-token'], 'cannot listen (--host, --port): '],
  ] as const) {
    const { code, stderr } = await limber('serve', ...words)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`limber: ${message}`) as string })
  }
})
