// Sessions over HTTP: a message is the body of a POST, and its answer that of the response. A WebSocket has a session of its own, with
// notifications; what it opened is closed with it. All POSTs share one session.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { InvalidInputError } from '../../src/index.js'
import { type Guard, judgePost, judgeRequest, type Refused, TOO_LARGE } from './judge-request.js'
import { isLoopback } from './own-host.js'
import { MOST_BYTES, Session, type SessionOptions } from './session.js'

export interface HttpOptions extends Omit<SessionOptions, 'notify'> {
  /** 0: any that is free. */
  readonly port: number
  /** 127.0.0.1 if left out. Another than this machine's own needs a token. */
  readonly host?: string | undefined
  /** What requests must have in their Authorization header. */
  readonly token?: string | undefined
}

export interface HttpServer {
  readonly port: number
  readonly address: string
  /** Ends it, every connection and all that is under way. */
  close(): Promise<void>
}

/** Bytes of the headers of a request. */
const MOST_HEADERS = 8192
const MOST_CONNECTIONS = 256
/** Bytes that may wait for a client to read them. */
const MOST_WAITING = 2 ** 20
/** Why a WebSocket is closed: RFC 6455, section 7.4.1. */
const NOT_TEXT = 1003
/** Letters of a token: fewer could be guessed. */
const LEAST_TOKEN = 16
/** Milliseconds that the headers of a request, and all of it, may take to come in. */
const HEADER_PATIENCE = 10_000
const BODY_PATIENCE = 60_000

/** Rejects with the system's error (`code` EADDRINUSE and so on) where it cannot listen. */
export async function serveHttp({ port, host = '127.0.0.1', token, ...options }: HttpOptions): Promise<HttpServer> {
  const isLocal = isLoopback(host)
  if (!isLocal && token === undefined) {
    throw new InvalidInputError('--host', host, 'this machine (127.0.0.1), or given with --token')
  }
  if (token !== undefined && !new RegExp(`^[\\x21-\\x7e]{${LEAST_TOKEN},}$`).test(token)) {
    throw new InvalidInputError('--token', token.length, `${LEAST_TOKEN} letters, digits or signs, or more`)
  }
  const session = new Session(options)
  const server = createServer({
    maxHeaderSize: MOST_HEADERS,
    headersTimeout: HEADER_PATIENCE,
    requestTimeout: BODY_PATIENCE,
    // Ours is better worded.
    requireHostHeader: false,
  })
  server.maxConnections = MOST_CONNECTIONS
  const guard = (): Guard => ({ port: (server.address() as AddressInfo).port, isLocal, token })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refused = judgePost(request, guard())
    if (refused === undefined) void post(session, request, response)
    else refuse(response, refused)
  })
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES, perMessageDeflate: false })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A connection that breaks ends its session, and nothing else.
    socket.on('error', () => socket.destroy())
    const refused = judgeRequest(request, guard())
    if (refused === undefined) {
      return webSockets.handleUpgrade(request, socket, head, (webSocket) => serveSocket(webSocket, options))
    }
    const { status, words } = refused
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: ${words.length}\r\n\r\n${words}`)
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen({ port, host }, () => {
      server.off('error', fail)
      done()
    })
  })
  const { port: actual } = guard()
  return {
    port: actual,
    address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/`,
    close: () =>
      new Promise((done) => {
        session.close()
        for (const webSocket of webSockets.clients) webSocket.terminate()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function serveSocket(webSocket: WebSocket, options: SessionOptions): void {
  const send = (text: string): void => {
    if (webSocket.readyState !== webSocket.OPEN) return
    webSocket.send(text, () => webSocket.resume())
    // A client that reads slowly is read slowly.
    if (webSocket.bufferedAmount > MOST_WAITING) webSocket.pause()
  }
  const session = new Session({ ...options, notify: send })
  webSocket.on('message', async (data, isBinary) => {
    if (isBinary) return webSocket.close(NOT_TEXT)
    const answer = await session.handle(data.toString())
    if (answer !== undefined) send(answer)
  })
  // It closes by itself: `close` follows.
  webSocket.on('error', () => {})
  webSocket.once('close', () => session.close())
}

async function post(session: Session, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const stop = new AbortController()
  // A client that goes away wants no answer any more.
  response.once('close', () => stop.abort())
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size > MOST_BYTES) return refuse(response, TOO_LARGE)
      parts.push(part)
    }
  } catch {
    // It went away while it was sending.
    return
  }
  const answer = await session.handle(Buffer.concat(parts).toString(), stop.signal)
  if (answer === undefined) response.writeHead(204).end()
  else response.writeHead(200, { ...HEADERS, 'content-type': 'application/json' }).end(answer)
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function refuse(response: ServerResponse, { status, words }: Refused): void {
  const more = status === 405 ? { allow: 'POST' } : status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  // What else comes on this connection is not read.
  const type = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
  response.writeHead(status, { ...HEADERS, ...more, ...type }).end(`${words}\n`)
}
