// The studio's server, asked as browsers ask and as they never would: by raw sockets, over a folder that is made up here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStudio, StudioNotBuiltError } from '../../cli/studio/studio-files.js'
import { CONTENT_POLICY } from '../../cli/studio/studio-policy.js'
import { isKnown, takesGzip } from '../../cli/studio/studio-request.js'
import { type StudioServer, startStudioServer } from '../../cli/studio/studio-server.js'
import { readPort } from '../../cli/studio.js'
import { limber, MAIN } from './run.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const SCRIPT = 'console.log("limber")\n'.repeat(200)
const SECRET = 'what nobody may see'
let above: string
let folder: string
let server: StudioServer
/** The same, but waits a moment only for what is slow. */
let hasty: StudioServer

beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'limber-studio-'))
  folder = join(above, 'site')
  mkdirSync(join(folder, 'assets', 'deep'), { recursive: true })
  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Studio</title>')
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets', 'index-Ab_-12xY.js'), SCRIPT)
  writeFileSync(join(folder, 'assets', 'deep', 'data.json'), '{}')
  writeFileSync(join(folder, 'assets', 'two words.bin'), 'x')
  for (const name of ['.env', '.git/config', '../secret.txt']) writeFileSync(join(folder, name), SECRET)
  symlinkSync(join(above, 'secret.txt'), join(folder, 'link.txt'))
  symlinkSync(above, join(folder, 'up'))
  server = await startStudioServer({ folder, port: 0 })
  hasty = await startStudioServer({ folder, port: 0, patience: 200 })
})

afterAll(async () => {
  await server.close()
  await hasty.close()
  rmSync(above, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly text: string
}

/** Sends bytes as they stand, and reads until the server has closed. `open`: our side is not closed first. */
function send(bytes: string | Buffer, { port = server.port, open = true } = {}): Promise<Buffer> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => done(Buffer.concat(chunks)))
    // A server that has said no may close while we still write.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') fail(error)
    })
    if (open) socket.write(bytes)
    else socket.end(bytes)
  })
}

function read(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) throw new Error(`no answer in ${JSON.stringify(bytes.toString('latin1'))}`)
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.replace(/^[^:]*: */, '')] as const)
  const body = bytes.subarray(end + 4)
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body,
    text: body.toString('latin1'),
  }
}

/** A request of one connection. */
async function ask(target: string, { method = 'GET', host = `127.0.0.1:${server.port}`, more = [] as string[] } = {}) {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more]
  return read(await send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')))
}

test('the page and its parts come with their types', async () => {
  const page = await ask('/')
  expect(page).toMatchObject({ status: 200, text: '<!doctype html><title>Studio</title>' })
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(page.body.length),
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  expect((await ask('/index.html')).text).toBe(page.text)
  expect((await ask('/?a=/../b#c')).text).toBe(page.text)
  expect((await ask('/icon.svg')).headers['content-type']).toBe('image/svg+xml')
  expect((await ask('/assets/deep/data.json')).headers['content-type']).toBe('application/json; charset=utf-8')
  const other = await ask('/assets/two%20words.bin')
  expect(other).toMatchObject({ status: 200, text: 'x' })
  expect(other.headers['content-type']).toBe('application/octet-stream')
})

test('every answer, good or bad, carries the policy', async () => {
  const answers = [
    await ask('/'),
    await ask('/assets/index-Ab_-12xY.js'),
    await ask('/none'),
    await ask('/', { method: 'POST' }),
    await ask('/', { host: 'example.org' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 405, 421])
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'content-security-policy': CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined()
  }
})

test('the policy lets nothing in from elsewhere, and the build writes the same into the page', () => {
  expect(CONTENT_POLICY).toMatch(/^default-src 'none'; /)
  expect(CONTENT_POLICY).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/)
  const config = readFileSync(join(root, 'studio', 'vite.config.ts'), 'utf8')
  const written = [.../^const POLICY = \[\n([\s\S]*?)^\]/m.exec(config)![1]!.matchAll(/^ {2}"(.*)",$/gm)].map(
    (m) => m[1],
  )
  expect([...written, "frame-ancestors 'none'"].join('; ')).toBe(CONTENT_POLICY)
})

test('gzip where it is taken; what the browser has is not sent again', async () => {
  const address = '/assets/index-Ab_-12xY.js'
  const plain = await ask(address)
  const small = await ask(address, { more: ['Accept-Encoding: br, gzip;q=0.8'] })
  expect(plain.text).toBe(SCRIPT)
  expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(small.body.length) })
  expect(small.body.length).toBeLessThan(plain.body.length / 10)
  expect(gunzipSync(small.body).toString()).toBe(SCRIPT)
  expect(small.headers.etag).not.toBe(plain.headers.etag)
  for (const condition of [plain.headers.etag, `"x", W/${plain.headers.etag}`, '*']) {
    const again = await ask(address, { more: [`If-None-Match: ${condition}`] })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers.etag).toBe(plain.headers.etag)
  }
  expect((await ask(address, { more: ['If-None-Match: "x"'] })).status).toBe(200)
})

test('HEAD says what GET would', async () => {
  const got = await ask('/icon.svg')
  const head = await ask('/icon.svg', { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '' })
  expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' })
  expect(await ask('/none', { method: 'HEAD' })).toMatchObject({ status: 404, text: '' })
})

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/assets/../index.html',
  '/./index.html',
  '//index.html',
  '/assets//deep/data.json',
  '/%2e%2e/secret.txt',
  '/%2E%2E%2Fsecret.txt',
  '/..%2fsecret.txt',
  '/assets%2fdeep%2fdata.json',
  '/..%5csecret.txt',
  '/..\\secret.txt',
  '\\..\\secret.txt',
  '/%252e%252e/secret.txt',
  '/..%c0%afsecret.txt',
  '/..;/secret.txt',
  '/index.html%00',
  '/index.html%00.png',
  '/%69ndex.html',
  '/INDEX.HTML',
  '/index.html/',
  '/index.html/../icon.svg',
  '/assets',
  '/assets/',
  '/assets/deep',
  '/.env',
  '/.git/config',
  '/.',
  '/..',
  '/link.txt',
  '/up/secret.txt',
  '/up',
  '/etc/passwd',
  '//etc/passwd',
  '/~',
  '/constructor',
  '/__proto__',
  '/index.html:$DATA',
  'index.html',
  '*',
  'file:///etc/passwd',
])('%s is no address', async (target) => {
  const { status, text } = await ask(target)
  expect([400, 404]).toContain(status)
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain('root:')
  // Nor is where it lies on this machine.
  expect(text).not.toContain(above)
})

test('an address of another server, or of this one in full, is not taken', async () => {
  for (const target of [
    `http://127.0.0.1:${server.port}/`,
    'http://example.org/',
    `http://x@127.0.0.1:${server.port}/`,
  ]) {
    expect((await ask(target)).status).toBe(400)
  }
})

test('letters that no address has', async () => {
  for (const target of ['/index.html\0', '/\0', '/ index.html', '/index\x7f.html', '/\xff\xfe', '/index.html\t']) {
    expect([400, 404]).toContain((await ask(target)).status)
  }
})

test.each([
  'example.org',
  'example.org:PORT',
  '127.0.0.1',
  'localhost',
  '127.0.0.1:1',
  'localhost:PORTX',
  'localhost.:PORT',
  'localhost.example.org:PORT',
  '127.0.0.1.example.org:PORT',
  'x@127.0.0.1:PORT',
  '127.0.0.1:PORT@example.org',
  '127.0.0.1:PORT, example.org',
  '127.0.0.1:0PORT',
  '127.1:PORT',
  '2130706433:PORT',
  '0.0.0.0:PORT',
  '::1:PORT',
  '[::]:PORT',
  '[::ffff:127.0.0.1]:PORT',
  'http://127.0.0.1:PORT',
])('the host %s is refused', async (host) => {
  const { status, text } = await ask('/', { host: host.replace('PORT', String(server.port)) })
  expect([400, 421]).toContain(status)
  expect(text).not.toContain('Studio')
})

test('this machine by its names', async () => {
  for (const name of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
    expect((await ask('/', { host: `${name}:${server.port}` })).status).toBe(200)
  }
})

test('no host, or two, is one too few or many', async () => {
  const own = `Host: 127.0.0.1:${server.port}`
  for (const lines of [[], [own, own], [own, 'Host: example.org'], ['host: example.org', own], ['Host:']]) {
    const { status } = read(await send(['GET / HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n')))
    expect([400, 421]).toContain(status)
  }
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'])(
  '%s is refused',
  async (method) => {
    for (const target of ['/', '/none']) {
      const { status, headers } = await ask(target, { method, more: ['Content-Length: 0'] })
      expect(status).toBe(405)
      expect(headers.allow).toBe('GET, HEAD')
    }
  },
)

test('what is not a method at all, a tunnel, an upgrade', async () => {
  const own = `Host: 127.0.0.1:${server.port}`
  expect((await ask('/', { method: 'BREW' })).status).toBe(400)
  expect((await ask('/', { method: 'get' })).status).toBe(400)
  const tunnel = read(await send(`CONNECT example.org:443 HTTP/1.1\r\n${own}\r\n\r\n`))
  expect(tunnel.status).toBe(405)
  const upgrade = await ask('/', { more: ['Connection: Upgrade', 'Upgrade: websocket'] })
  expect(upgrade.status).toBe(200)
  // A body that nobody wants does not keep the connection.
  const body = `POST / HTTP/1.1\r\n${own}\r\nContent-Length: 9999999\r\n\r\n${'x'.repeat(5000)}`
  expect(read(await send(body)).status).toBe(405)
})

test('HTTP/1.0, with a host, is answered and done', async () => {
  const answer = read(await send(`GET /icon.svg HTTP/1.0\r\nHost: localhost:${server.port}\r\n\r\n`))
  expect(answer).toMatchObject({ status: 200, text: '<svg/>' })
  expect(read(await send('GET /icon.svg HTTP/1.0\r\n\r\n')).status).toBe(400)
})

test.each([
  ['HTTP/0.9', 'GET /\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ['noise', Buffer.from(Array.from({ length: 400 }, (_, k) => (k * 73 + 11) % 256))],
  ['two lengths', 'GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['length and chunks', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n x: y\r\n\r\n'],
])('%s is refused, and the connection closed', async (_name, bytes) => {
  expect([400, 405, 421, 505]).toContain(read(await send(bytes)).status)
})

test('headers without end are cut off', async () => {
  const own = `Host: 127.0.0.1:${server.port}`
  expect((await ask('/', { more: [`X: ${'x'.repeat(20_000)}`] })).status).toBe(431)
  expect((await ask(`/${'a'.repeat(20_000)}`)).status).toBe(431)
  const many = Array.from({ length: 3000 }, (_, k) => `X${k}: y`)
  expect(read(await send(['GET / HTTP/1.1', own, ...many, '', ''].join('\r\n'))).status).toBe(431)
})

test('several requests on one connection, each judged for itself', async () => {
  const own = `Host: 127.0.0.1:${server.port}`
  const bytes = await send(
    `GET /icon.svg HTTP/1.1\r\n${own}\r\n\r\nGET /../secret.txt HTTP/1.1\r\n${own}\r\n\r\nGET / HTTP/1.1\r\n${own}\r\n\r\n`,
  )
  // After the one that was refused nothing more is answered.
  expect([...bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)].map((m) => m[1])).toEqual(['200', '404'])
})

test('who has said all there is to say, and closed that side, is answered', async () => {
  const bytes = await send(`GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`, { open: false })
  expect(read(bytes)).toMatchObject({ status: 200, text: '<svg/>' })
})

test('a client that says nothing, or never ends, is dropped', async () => {
  const { port } = hasty
  const host = `Host: 127.0.0.1:${port}`
  // Which of the two clocks runs out first, that of the request or that of the connection, is chance: words or none.
  expect((await send('', { port })).toString('latin1')).toMatch(/^(HTTP\/1\.1 408 [\s\S]*)?$/)
  // Half a request, and half a body after a whole one.
  for (const bytes of [
    'GET / HT',
    `GET / HTTP/1.1\r\n${host}\r\nX-`,
    `GET / HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\n\r\nab`,
  ]) {
    const answer = (await send(bytes, { port })).toString('latin1')
    expect(answer === '' || /^HTTP\/1\.1 (408|200|400)/.test(answer)).toBe(true)
  }
  // A connection that is kept, and not used.
  expect(read(await send(`GET /icon.svg HTTP/1.1\r\n${host}\r\n\r\n`, { port })).text).toBe('<svg/>')
  // And others are served all the same.
  expect(read(await send(`GET / HTTP/1.0\r\n${host}\r\n\r\n`, { port })).status).toBe(200)
})

test('a letter at a time is too slow', async () => {
  const socket = connect(hasty.port, '127.0.0.1')
  const closed = new Promise<void>((done) => socket.on('close', () => done()))
  socket.on('error', () => {})
  socket.resume()
  const line = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${hasty.port}\r\nX: ${'x'.repeat(100_000)}`
  let sent = 0
  const drip = setInterval(() => socket.write(line[sent++]!), 20)
  await closed
  clearInterval(drip)
  expect(sent).toBeLessThan(line.length)
})

test('it listens to this machine only, at one address', async () => {
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, address }) => family === 'IPv4' && address !== '127.0.0.1')
    .map(({ address }) => address)
  // On Linux all of 127.* is this machine.
  const hosts = process.platform === 'linux' ? [...others, '127.0.0.2', '::1'] : [...others, '::1']
  for (const host of hosts) {
    const reached = await new Promise<boolean>((done) => {
      const socket = connect(server.port, host)
      socket.on('connect', () => socket.destroy())
      socket.on('error', () => done(false))
      socket.on('close', (failed) => done(!failed))
    })
    expect(`${host}: ${reached}`).toBe(`${host}: false`)
  }
})

test('close ends connections that are open', async () => {
  const brief = await startStudioServer({ folder, port: 0 })
  const waiting = send('GET / HT', { port: brief.port })
  const kept = connect(brief.port, '127.0.0.1')
  const closed = once(kept, 'close')
  kept.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${brief.port}\r\n\r\n`)
  // Answered: the one that came before it is connected as well.
  await once(kept, 'data')
  kept.resume()
  await brief.close()
  await Promise.all([waiting, closed])
  await expect(send('', { port: brief.port })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('the map has the plain files and nothing else', async () => {
  const files = [...(await readStudio(folder)).keys()].sort()
  expect(files).toEqual([
    '/',
    '/assets/deep/data.json',
    '/assets/index-Ab_-12xY.js',
    '/assets/two%20words.bin',
    '/icon.svg',
    '/index.html',
  ])
})

test('what is not built is said, and what to do', async () => {
  for (const place of [join(above, 'none'), join(folder, 'index.html'), join(folder, 'assets')]) {
    await expect(readStudio(place)).rejects.toThrow(StudioNotBuiltError)
    await expect(startStudioServer({ folder: place, port: 0 })).rejects.toThrow(/not built.*`npm run build:studio`/)
  }
})

test('lists in headers', () => {
  expect(['gzip', 'br, gzip', 'GZIP;q=1', 'deflate,gzip;q=0.001'].map(takesGzip)).toEqual([true, true, true, true])
  expect([undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.000', 'xgzip'].map(takesGzip)).toEqual(Array(6).fill(false))
  expect(isKnown(undefined, '"a"') || isKnown('"b", "aa"', '"a"') || isKnown('', '"a"')).toBe(false)
  expect(isKnown('"b","a"', '"a"') && isKnown('W/"a"', '"a"') && isKnown('*', '"a"')).toBe(true)
})

test('ports', () => {
  expect([undefined, '0', '80', '65535', '00080'].map((text) => readPort(text))).toEqual([undefined, 0, 80, 65_535, 80])
  for (const text of ['', '-1', '65536', '8e3', '1.5', 'x', ' 80', '99999999']) {
    expect(() => readPort(text)).toThrow('--port must be a whole number from 0 to 65535')
  }
})

/** The built command: what it prints until it has an address, and how it ends when it is told to. */
async function run(signal: NodeJS.Signals, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, 'studio', ...args])
  let stdout = ''
  const address = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (data: Buffer) => {
      stdout += data
      const found = /http:\/\/\S+/.exec(stdout)?.[0]
      if (found !== undefined) done(found)
    })
    child.on('close', () => fail(new Error(`it ended: ${stdout}`)))
  })
  const page = await fetch(address)
  const text = await page.text()
  const ended = new Promise<number | null>((done) => child.on('close', done))
  child.kill(signal)
  return { stdout, address, text, policy: page.headers.get('content-security-policy'), code: await ended }
}

test.each(['SIGINT', 'SIGTERM'] as const)('the command prints its address, serves, and ends by %s', async (signal) => {
  const { stdout, address, text, policy, code } = await run(signal, '--port', '0')
  expect(stdout).toBe(`Limber studio: ${address} (Ctrl-C ends it)\n`)
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect(text).toContain('<div id="app">')
  expect(policy).toBe(CONTENT_POLICY)
  // The page of the build has the policy too, for other hosts.
  expect(text.replaceAll('&#39;', "'")).toContain(CONTENT_POLICY.replace("; frame-ancestors 'none'", ''))
  expect(code).toBe(0)
})

test('a port that is taken is said, and so is one that is none', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  const { port } = taken.address() as { port: number }
  const { code, stdout, stderr } = await limber('studio', '--port', String(port))
  taken.close()
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`limber: --port must be a free port, got ${port}`)
  expect((await limber('studio', '--port', 'x')).stderr).toBe(
    'limber: --port must be a whole number from 0 to 65535, got "x"\n',
  )
})
