// The server of `limber studio`: the studio's files, to this machine only.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { hostsOf } from '../../node/serve/own-host.js'
import type { LiveFeed } from './live-feed.js'
import { readStudio, type ServedFile } from './studio-files.js'
import { SAFE_HEADERS } from './studio-policy.js'
import { isKnown, judge, takesGzip } from './studio-request.js'

export interface StudioServer {
  readonly port: number
  /** `http://127.0.0.1:port/` */
  readonly address: string
  /** Ends it, and every connection. */
  close(): Promise<void>
}

export interface StudioServerOptions {
  /** The built studio. */
  readonly folder: string
  /** 0: any that is free. */
  readonly port: number
  /** Milliseconds that a request may take to come in, and that a connection may be silent. */
  readonly patience?: number
  /** What its pages follow. Left out: nothing. */
  readonly live?: LiveFeed | undefined
}

/** Bytes of the headers of a request: a browser's are under 2 kB. */
const MOST_HEADERS = 8192
const MOST_CONNECTIONS = 256

/** Rejects with the system's error (`code` EADDRINUSE and so on) where it cannot listen. */
export async function startStudioServer({
  folder,
  port,
  patience = 10_000,
  live,
}: StudioServerOptions): Promise<StudioServer> {
  const files = await readStudio(folder)
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADERS,
      headersTimeout: patience,
      requestTimeout: patience,
      keepAliveTimeout: patience,
      connectionsCheckingInterval: Math.min(1000, patience),
      // Ours are better worded, and HTTP/1.0 is judged by the same rule.
      requireHostHeader: false,
    },
    (request, response) => answer(request, response, files, portOf(server), live),
  )
  server.maxConnections = MOST_CONNECTIONS
  // A client that neither sends nor takes anything for this long is gone.
  server.setTimeout(patience)
  server.on('clientError', refuseBroken)
  server.on('connect', (_request: IncomingMessage, socket: Socket) => end(socket, '405 Method Not Allowed'))
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', fail)
      done()
    })
  })
  return {
    port: portOf(server),
    address: `http://127.0.0.1:${portOf(server)}/`,
    close: () =>
      new Promise((done) => {
        live?.close()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, ServedFile>,
  port: number,
  live: LiveFeed | undefined,
): void {
  const { method, url: target, headers, rawHeaders } = request
  const site = headers['sec-fetch-site']?.toString()
  const judged = judge({ method, target, hosts: hostsOf(rawHeaders), site }, port, files, live)
  const allow = judged.status === 405 ? { allow: 'GET, HEAD' } : {}
  if (judged.status !== 200) {
    // What else comes on this connection is not read.
    response.writeHead(judged.status, {
      ...SAFE_HEADERS,
      ...allow,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    })
    response.end(`${judged.words}\n`)
    return
  }
  if (judged.live === true) {
    const type = 'text/event-stream; charset=utf-8'
    response.writeHead(200, { ...SAFE_HEADERS, 'content-type': type, 'cache-control': 'no-store' })
    if (!live!.open(response)) response.end()
    return
  }
  const { file } = judged
  const small = file.gzipped !== undefined && takesGzip(headers['accept-encoding'])
  const { bytes, etag } = small ? file.gzipped : file.plain
  const shared = { ...SAFE_HEADERS, etag, 'cache-control': file.cache, vary: 'accept-encoding' }
  if (isKnown(headers['if-none-match'], etag)) {
    response.writeHead(304, shared).end()
    return
  }
  response.writeHead(200, {
    ...shared,
    'content-type': file.type,
    'content-length': bytes.length,
    ...(small ? { 'content-encoding': 'gzip' } : {}),
  })
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** What is not HTTP, too long, or too slow. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const long = error.code === 'HPE_HEADER_OVERFLOW'
  end(socket, late ? '408 Request Timeout' : long ? '431 Request Header Fields Too Large' : '400 Bad Request')
}

function end(socket: Socket, status: string): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const allow = status.startsWith('405') ? 'Allow: GET, HEAD\r\n' : ''
  socket.end(`HTTP/1.1 ${status}\r\n${allow}Content-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy())
}
