// A session over standard input and output: one message a line.
import type { Readable, Writable } from 'node:stream'
import { MOST_BYTES, type Session, tooLarge } from './session.js'

const NEWLINE = 10

/** Answers lines until the input ends, and what was asked by then. `sessionFor` receives the function that sends lines. */
export async function serveLines(
  input: Readable,
  output: Writable,
  sessionFor: (send: (text: string) => void) => Session,
): Promise<void> {
  const send = (text: string): void => {
    // A reader that is slow slows down what is read.
    if (!output.write(`${text}\n`) && !input.isPaused()) {
      input.pause()
      output.once('drain', () => input.resume())
    }
  }
  const session = sessionFor(send)
  const pending = new Set<Promise<void>>()
  const handle = (line: string | undefined): void => {
    if (line?.trim() === '') return
    const work = (line === undefined ? Promise.resolve(tooLarge()) : session.handle(line)).then((answer) => {
      if (answer !== undefined) send(answer)
      pending.delete(work)
    })
    pending.add(work)
  }
  const lines = new Lines(handle)
  input.on('data', (bytes: Buffer) => lines.add(bytes))
  await new Promise((ended) => input.once('close', ended).once('end', ended))
  lines.end()
  await Promise.all(pending)
}

/** Cuts bytes into lines. One that is too long is not kept: undefined takes its place. */
class Lines {
  private parts: Buffer[] = []
  private length = 0

  constructor(private readonly tell: (line: string | undefined) => void) {}

  add(bytes: Buffer): void {
    let from = 0
    for (;;) {
      const to = bytes.indexOf(NEWLINE, from)
      if (to === -1) break
      this.keep(bytes.subarray(from, to))
      this.end()
      from = to + 1
    }
    this.keep(bytes.subarray(from))
  }

  end(): void {
    if (this.length > MOST_BYTES) this.tell(undefined)
    else if (this.length > 0) {
      this.tell(this.parts.length === 1 ? this.parts[0]!.toString() : Buffer.concat(this.parts).toString())
    }
    this.parts = []
    this.length = 0
  }

  private keep(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.length += bytes.length
    if (this.length > MOST_BYTES) this.parts = []
    else this.parts.push(bytes)
  }
}
