// What of a batch is done, in a file beside its output: a run that was killed goes on from there.
//
// Answers are written to the output first; then a line of the journal says which jobs they answer and how long the output is now. A
// run that goes on cuts the output off where the last whole line of the journal says, so that no answer is there twice or in part.
import { type FileHandle, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { LimberError } from '../../src/index.js'

/** A journal of another run, or files that cannot be written. */
export class JournalError extends LimberError {}

/** What must be the same for a run to go on. */
export interface JournalHead {
  readonly limber: 1
  readonly kind: 'batch-journal'
  readonly version: string
  /** SHA-256 of the job file. */
  readonly jobs: string
  readonly ordered: boolean
}

interface JournalLine {
  /** Place of the first of these jobs, and how many. */
  readonly first: number
  readonly count: number
  /** Of the output, in bytes, with their answers. Left out: they were sent, and not answered yet. */
  readonly bytes?: number
  /** How many of their answers are errors. */
  readonly failed?: number
}

export class Journal {
  private constructor(
    private readonly path: string,
    private readonly output: FileHandle,
    private readonly journal: FileHandle,
    /** Of the output. */
    private bytes: number,
    private readonly spans: readonly Span[],
    /** How many jobs were sent together, by the place of the first. */
    readonly sent: ReadonlyMap<number, number>,
    /** Jobs that are answered by an error already. */
    readonly failed: number,
  ) {}

  /** Opens the journal of an output. Without one the output is made new; what is in its place must be empty. */
  static async open(output: string, head: JournalHead): Promise<Journal> {
    const path = `${output}.journal`
    const lines = await linesOf(path)
    const [first, ...rest] = lines
    if (first !== undefined) checkHead(path, parsed<JournalHead>(path, first), head)
    const all = rest.map((line) => parsed<JournalLine>(path, line))
    const spans = all.filter(({ bytes }) => bytes !== undefined)
    const sent = new Map(all.filter(({ bytes }) => bytes === undefined).map(({ first, count }) => [first, count]))
    if (first === undefined && (await sizeOf(output)) > 0) {
      throw new JournalError(`${output}: expected a new file, or one with its journal ${path}, got another file`)
    }
    const failed = spans.reduce((sum, one) => sum + (one.failed ?? 0), 0)
    const bytes = spans.at(-1)?.bytes ?? 0
    const size = await sizeOf(output)
    if (size < bytes) {
      const advice = `delete ${path} to start again`
      throw new JournalError(`${output}: expected ${bytes} bytes or more, as its journal says, got ${size}; ${advice}`)
    }
    const journal = await opened(path, 'a')
    if (first === undefined) await writeAll(journal, `${JSON.stringify(head)}\n`)
    else await truncate(path, Buffer.byteLength(lines.map((line) => `${line}\n`).join('')))
    const out = await opened(output, size > 0 ? 'r+' : 'w')
    await out.truncate(bytes)
    return new Journal(path, out, journal, bytes, joined(spans), sent, failed)
  }

  /** Jobs that are answered already. */
  get done(): number {
    return this.spans.reduce((sum, { count }) => sum + count, 0)
  }

  isDone(place: number): boolean {
    return this.spans.some(({ first, count }) => place >= first && place < first + count)
  }

  /** `failed`: how many of the answers are errors. */
  async add(first: number, answers: readonly string[], failed: number): Promise<void> {
    const text = Buffer.from(answers.map((answer) => `${answer}\n`).join(''))
    await writeAll(this.output, text, this.bytes)
    this.bytes += text.length
    const line: JournalLine = { first, count: answers.length, bytes: this.bytes, failed }
    await writeAll(this.journal, `${JSON.stringify(line)}\n`)
  }

  /** These jobs are sent together: a run that goes on sends them together again. */
  async addSent(first: number, count: number): Promise<void> {
    await writeAll(this.journal, `${JSON.stringify({ first, count })}\n`)
  }

  /** Closes both; the journal is taken away where everything is done. */
  async close(isWhole: boolean): Promise<void> {
    await this.output.close()
    await this.journal.close()
    if (isWhole) await rm(this.path, { force: true })
  }
}

/** Jobs that follow on one another: ten million of them, answered in order, are one span. */
type Span = Omit<JournalLine, 'bytes'>

function joined(lines: readonly JournalLine[]): Span[] {
  const spans: Span[] = []
  for (const { first, count } of [...lines].sort((a, b) => a.first - b.first)) {
    const last = spans.at(-1)
    if (last === undefined || last.first + last.count !== first) spans.push({ first, count })
    else spans[spans.length - 1] = { first: last.first, count: last.count + count }
  }
  return spans
}

async function opened(path: string, flags: string): Promise<FileHandle> {
  return open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw new JournalError(`${path}: expected a file that can be written, got ${error.code}`)
  })
}

/** All of it: a single write may end early where a disk is full. `at`: left out, at the end. */
async function writeAll(file: FileHandle, data: string | Buffer, at?: number): Promise<void> {
  const bytes = Buffer.from(data)
  for (let done = 0; done < bytes.length; ) {
    const place = at === undefined ? null : at + done
    const { bytesWritten } = await file
      .write(bytes, done, bytes.length - done, place)
      .catch((error: NodeJS.ErrnoException) => {
        throw new JournalError(`the output cannot be written (${error.code}); make room, then give the command again`)
      })
    done += bytesWritten
  }
}

/** Of a file in bytes; 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )
}

/** Whole lines only: the last one may have been cut off. */
async function linesOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').slice(0, -1)
}

function parsed<T>(path: string, line: string): T {
  try {
    return JSON.parse(line) as T
  } catch {
    throw new JournalError(`${path}: expected a journal, got other text; delete it to start again`)
  }
}

function checkHead(path: string, found: JournalHead, wanted: JournalHead): void {
  const refuse = (what: string): never => {
    throw new JournalError(`${path}: expected the journal of this run, got one of ${what}; delete it to start again`)
  }
  if (found.kind !== wanted.kind) refuse('something else')
  if (found.version !== wanted.version) refuse(`version ${found.version}`)
  if (found.jobs !== wanted.jobs) refuse('another job file')
  if (found.ordered !== wanted.ordered) refuse('a run with another order of answers')
}
