// The server's side of a WebSocket (RFC 6455), for text messages: the answer to the handshake, and frames.
import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'

/** RFC 6455, section 1.3. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const CONTINUATION = 0
const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10

/** Reasons to close. */
const PROTOCOL_ERROR = 1002
const NOT_TEXT = 1003
const BAD_TEXT = 1007
const TOO_LARGE = 1009

/** The head of the answer that makes a connection a WebSocket; undefined where the request is none for this version. */
export function handshake(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const key = headers['sec-websocket-key']
  const isGood =
    typeof key === 'string' && headers['sec-websocket-version'] === '13' && /^websocket$/i.test(`${headers.upgrade}`)
  if (!isGood) return undefined
  const accept = createHash('sha1')
    .update(key + MAGIC)
    .digest('base64')
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
}

/** Text messages over a connection, from when the handshake was answered. */
export class WebSocketConnection {
  private bytes: Buffer = Buffer.alloc(0)
  /** What came after `bytes`, put together only when there is a whole frame: a long one comes in a thousand pieces. */
  private later: Buffer[] = []
  private there = 0
  private needed = 2
  private parts: Buffer[] = []
  private size = 0
  private isClosed = false

  constructor(
    private readonly socket: Duplex,
    private readonly most: number,
    private readonly onText: (text: string) => void,
  ) {
    socket.on('data', (bytes: Buffer) => this.add(bytes))
  }

  send(text: string): void {
    if (this.isClosed || !this.socket.writable) return
    // A reader that is slow slows down what is read.
    if (!this.frame(TEXT, Buffer.from(text)) && !this.socket.isPaused()) {
      this.socket.pause()
      this.socket.once('drain', () => this.socket.resume())
    }
  }

  private add(bytes: Buffer): void {
    this.later.push(bytes)
    this.there += bytes.length
    if (this.there < this.needed) return
    this.bytes = Buffer.concat([this.bytes, ...this.later])
    this.later = []
    while (!this.isClosed && this.take());
    this.there = this.bytes.length
  }

  /** Takes one whole frame off the bytes that are there; false where there is none. */
  private take(): boolean {
    const { bytes } = this
    if (bytes.length < 2) return this.wait(2)
    const [first, second] = [bytes[0]!, bytes[1]!]
    // Extensions were not agreed on, and clients mask what they send.
    if ((first & 0x70) !== 0 || (second & 0x80) === 0) return this.close(PROTOCOL_ERROR)
    const short = second & 0x7f
    const head = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0)
    if (bytes.length < head + 4) return this.wait(head + 4)
    const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
    if (this.size + length > this.most) return this.close(TOO_LARGE)
    const end = head + 4 + length
    if (bytes.length < end) return this.wait(end)
    const mask = bytes.subarray(head, head + 4)
    const payload = Buffer.from(bytes.subarray(head + 4, end))
    for (let k = 0; k < length; k++) payload[k]! ^= mask[k & 3]!
    this.bytes = bytes.subarray(end)
    return this.receive(first & 0xf, (first & 0x80) !== 0, payload)
  }

  private wait(needed: number): false {
    this.needed = needed
    return false
  }

  private receive(kind: number, isLast: boolean, payload: Buffer): boolean {
    if (kind >= CLOSE) {
      if (!isLast || payload.length > 125) return this.close(PROTOCOL_ERROR)
      if (kind === CLOSE) return this.close(payload.length >= 2 ? payload.readUInt16BE(0) : 1000)
      if (kind === PING) this.frame(PONG, payload)
      return true
    }
    if (kind !== TEXT && kind !== CONTINUATION) return this.close(NOT_TEXT)
    if ((kind === CONTINUATION) !== this.parts.length > 0) return this.close(PROTOCOL_ERROR)
    this.parts.push(payload)
    this.size += payload.length
    if (!isLast) return true
    const whole = this.parts.length === 1 ? payload : Buffer.concat(this.parts)
    this.parts = []
    this.size = 0
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole)
    } catch {
      return this.close(BAD_TEXT)
    }
    this.onText(text)
    return true
  }

  /** False: the connection has more to send than it takes at once. */
  private frame(kind: number, payload: Buffer): boolean {
    const { length } = payload
    const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
    head[0] = 0x80 | kind
    head[1] = length < 126 ? length : length < 65_536 ? 126 : 127
    if (head.length === 4) head.writeUInt16BE(length, 2)
    if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
    this.socket.write(head)
    return this.socket.write(payload)
  }

  /** Says why, and ends the connection. */
  private close(code: number): false {
    this.isClosed = true
    const payload = Buffer.alloc(2)
    payload.writeUInt16BE(code)
    this.frame(CLOSE, payload)
    this.socket.end()
    return false
  }
}
