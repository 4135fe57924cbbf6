// `limber serve --port`: messages over HTTP and WebSocket, and who is turned away before anything is read.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type HttpOptions, type HttpServer, serveHttp } from '../../../node/serve/http.js'
import { MOST_BYTES } from '../../../node/serve/session.js'
import { example } from '../../cli/run.js'

const TOKEN = 'a-long-enough-token'
const VERSION = '{"jsonrpc":"2.0","id":1,"method":"version"}'
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"version":"9.9.9"}}'

let server: HttpServer | undefined

afterEach(() => server?.close())

async function start(options: Partial<HttpOptions> = {}): Promise<HttpServer> {
  server = await serveHttp({ folder: example('.'), root: example('.'), version: '9.9.9', port: 0, ...options })
  return server
}

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

async function send({ method = 'POST', path = '/', headers = JSON_TYPE, body = VERSION }: Sent = {}) {
  const sent = request({ host: '127.0.0.1', port: server!.port, method, path, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const part of response) text += part
  return { status: response.statusCode, text: text.trimEnd() }
}

test('a message is the body of a POST', async () => {
  await start()
  expect(await send()).toEqual({ status: 200, text: ANSWER })
  expect(await send({ body: '{"jsonrpc":"2.0","method":"version"}' })).toEqual({ status: 204, text: '' })
  expect((await send({ body: '{' })).text).toContain('"code":-32700')
  // One session: a world that a request opened is there for the next.
  const open = '{"jsonrpc":"2.0","id":1,"method":"world.open","params":{"scene":"cell.json"}}'
  expect((await send({ body: open })).text).toContain('"world":"w1"')
  const collides = '{"jsonrpc":"2.0","id":2,"method":"collides","params":{"world":"w1","q":[[0,0,0,0,0]]}}'
  expect((await send({ body: collides })).text).toBe('{"jsonrpc":"2.0","id":2,"result":{"collides":[false]}}')
})

test.each<[what: string, sent: Sent, status: number, words: string]>([
  ['another Host', { headers: { ...JSON_TYPE, host: 'evil.example' } }, 421, 'and no other host'],
  ['another port', { headers: { ...JSON_TYPE, host: '127.0.0.1:1' } }, 421, 'and no other host'],
  ['a page elsewhere', { headers: { ...JSON_TYPE, origin: 'http://evil.example' } }, 403, 'Pages of other sites'],
  ['a file', { headers: { ...JSON_TYPE, origin: 'null' } }, 403, 'Pages of other sites'],
  ['another type', { headers: { 'content-type': 'text/plain' } }, 415, 'must be application/json'],
  ['no type', { headers: {} }, 415, 'must be application/json'],
  ['another method', { method: 'GET', body: '' }, 405, 'Only POST'],
  ['another address', { path: '/x' }, 404, 'There is one address'],
  ['a large body', { headers: { ...JSON_TYPE, 'content-length': `${MOST_BYTES + 1}` }, body: '' }, 413, 'At most'],
])('%s is refused', async (_, sent, status, words) => {
  await start()
  expect(await send(sent)).toEqual({ status, text: expect.stringContaining(words) as string })
})

test('a body that does not say how large it is, and is too large, is refused', async () => {
  await start()
  const sent = request({ host: '127.0.0.1', port: server!.port, method: 'POST', headers: JSON_TYPE })
  sent.on('error', () => {})
  const part = Buffer.alloc(2 ** 23, 32)
  for (let k = 0; k < 9; k++) sent.write(part)
  const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }]
  expect(statusCode).toBe(413)
  sent.destroy()
})

test('two Host headers are refused', async () => {
  await start()
  const socket = connect(server!.port, '127.0.0.1')
  socket.end(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${server!.port}\r\nHost: evil.example\r\n\r\n`)
  let text = ''
  for await (const part of socket) text += part
  expect(text).toContain('400')
})

test('with a token, requests without it are refused', async () => {
  await start({ token: TOKEN })
  const bearer = (token: string): Sent => ({ headers: { ...JSON_TYPE, authorization: `Bearer ${token}` } })
  for (const sent of [{}, bearer(''), bearer(`${TOKEN}x`), bearer(TOKEN.slice(1))]) {
    expect(await send(sent)).toMatchObject({ status: 401 })
  }
  expect(await send(bearer(TOKEN))).toEqual({ status: 200, text: ANSWER })
})

test('other hosts than this machine need a token, and a token is long', async () => {
  await expect(start({ host: '0.0.0.0' })).rejects.toThrow('--host must be this machine (127.0.0.1), or given with')
  await expect(start({ token: 'short' })).rejects.toThrow('--token must be 16 letters, digits or signs, or more, got 5')
  await start({ host: '0.0.0.0', token: TOKEN })
  const headers = { ...JSON_TYPE, host: 'robots.example', authorization: `Bearer ${TOKEN}` }
  expect(await send({ headers })).toEqual({ status: 200, text: ANSWER })
  expect(await send({ headers: { ...headers, authorization: 'Bearer x' } })).toMatchObject({ status: 401 })
})

/** A program that opens a WebSocket, sends texts, and prints what comes back until there are as many answers. */
const CLIENT = `const [address, count, ...texts] = process.argv.slice(1)
const socket = new WebSocket(address)
let left = Number(count)
socket.onopen = () => { for (const text of texts) socket.send(text === 'long' ? ' '.repeat(2 ** 20) + texts[0] : text) }
socket.onmessage = ({ data }) => { console.log(data); if (--left === 0) socket.close() }
socket.onclose = ({ code }) => console.log('closed', code)
socket.onerror = () => console.log('error')`

/** By Node's own WebSocket, which version 20 has behind a flag. */
function webSocket(count: number, ...texts: string[]): Promise<string[]> {
  const address = `ws://127.0.0.1:${server!.port}/`
  const words = ['--experimental-websocket', '--no-warnings', '-e', CLIENT, address, `${count}`, ...texts]
  return new Promise((done, fail) => {
    execFile(process.execPath, words, (error, stdout) =>
      error === null ? done(stdout.trim().split('\n')) : fail(error),
    )
  })
}

test('a WebSocket has a session of its own, with notifications', async () => {
  await start()
  const open = '{"jsonrpc":"2.0","id":1,"method":"world.open","params":{"scene":"cell.json"}}'
  const smooth = (id: number, more: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"smooth","params":{"world":"w1","path":"round-post.json"${more}}}`
  const lines = await webSocket(4, VERSION, 'long', open, smooth(5, ',"progress":true'))
  const text = lines.join('\n')
  expect(lines.filter((line) => line === ANSWER)).toHaveLength(2)
  expect(text).toContain('"world":"w1"')
  expect(text).toContain('"method":"progress"')
  // The client closes without a reason.
  expect(lines.at(-1)).toBe('closed 1005')
  // The world is gone with its connection.
  const later = await webSocket(1, smooth(6, ''))
  expect(later[0]).toContain('a world that is open (none)')
})

/** A request for a WebSocket, and what the server says to it and to the bytes that follow. */
async function upgrade(headers: string, bytes = Buffer.alloc(0), until = '\0never'): Promise<Buffer> {
  const socket = connect(server!.port, '127.0.0.1')
  const host = headers.includes('Host:') ? '' : `Host: 127.0.0.1:${server!.port}\r\n`
  socket.write(`GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`)
  socket.write(bytes)
  const parts: Buffer[] = []
  for await (const part of socket) {
    parts.push(part as Buffer)
    if (Buffer.concat(parts).includes(until)) break
  }
  return Buffer.concat(parts)
}

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'

test.each<[what: string, headers: string, status: string]>([
  ['another Host', `${KEY}Host: evil.example\r\n`, '421'],
  ['a page elsewhere', `${KEY}Origin: http://evil.example\r\n`, '403'],
  ['no key', 'Sec-WebSocket-Version: 13\r\n', '400'],
  ['another version', KEY.replace('13', '7'), '400'],
])('a WebSocket with %s is refused', async (_, headers, status) => {
  await start()
  expect((await upgrade(headers)).toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test.each<[what: string, bytes: number[], code: number]>([
  ['is not masked', [0x81, 1, 65], 1002],
  ['has an extension', [0xc1, 0x80, 0, 0, 0, 0], 1002],
  ['goes on with nothing', [0x80, 0x80, 0, 0, 0, 0], 1002],
  // The client's own close follows at once: the server would wait half a minute for it.
  ['is binary', [0x82, 0x80, 0, 0, 0, 0, 0x88, 0x80, 0, 0, 0, 0], 1003],
  ['is not UTF-8', [0x81, 0x81, 0, 0, 0, 0, 0xff], 1007],
  ['is too long', [0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], 1009],
])('a WebSocket is closed where a frame %s', async (_, bytes, code) => {
  await start()
  const said = await upgrade(KEY, Buffer.from(bytes))
  // The accepted key is that of RFC 6455, section 1.3.
  expect(said.toString()).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
  expect(said.subarray(-4)).toEqual(Buffer.from([0x88, 2, code >> 8, code & 255]))
})

test('a message in pieces, with a ping between, is one message', async () => {
  await start()
  const frame = (kind: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([kind, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
  const pieces = [frame(0x01, VERSION.slice(0, 9)), frame(0x89, 'hi'), frame(0x80, VERSION.slice(9))]
  const said = (await upgrade(KEY, Buffer.concat(pieces), ANSWER)).toString('latin1')
  expect(said.endsWith(`\x8a\x02hi\x81${String.fromCharCode(ANSWER.length)}${ANSWER}`)).toBe(true)
})
