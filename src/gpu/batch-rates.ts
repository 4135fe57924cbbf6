// Device, or exact answers alone: which is faster is measured while a world is asked, and the faster one answers the rest. It changes
// where an answer is made, never what it is.

/** A call whose parts either can answer. */
export interface SharedRun {
  /** On the device, first of all. */
  all(first: number, end: number): Promise<void>
  exactly(first: number, end: number): Promise<void>
}

/** Configurations, or segments, of a thread that exact answers are timed by, and the least that times the device. */
const SLICE = 256
const LEAST_TIMED = 1024

/** After this many calls the one that was slower is measured again. */
const AGAIN = 16

/** How many a second, for one question about a world as it is. Of the device by size of the batch, in powers of four. */
export class BatchRates {
  exact: number | undefined
  /** Is the device yet to be asked for the first time? Its first chunk times drivers and buffers. */
  isCold = true
  private readonly device = new Map<number, number>()
  private calls = 0

  constructor(private readonly what: 'configurations' | 'segments') {}

  /** To be called before each batch. */
  begin(count: number): void {
    if (++this.calls % AGAIN !== 0) return
    if (this.isExactFaster(count)) this.device.delete(sizeOf(count))
    else this.exact = undefined
  }

  knowsDevice(count: number): boolean {
    return this.device.has(sizeOf(count))
  }

  setDevice(count: number, rate: number): void {
    this.device.set(sizeOf(count), rate)
  }

  /** False as long as one of them is not known. */
  isExactFaster(count: number): boolean {
    const device = this.device.get(sizeOf(count))
    return device !== undefined && this.exact !== undefined && this.exact > device
  }

  /** Both rates, in words. */
  why(count: number): string {
    const device = inWords(this.device.get(sizeOf(count))!)
    return `the processor is faster: ${inWords(this.exact!)} ${this.what} a second, the device ${device}`
  }
}

/** What is known of one of two questions. */
export function ratesOf(
  rates: Map<boolean, BatchRates>,
  question: boolean,
  what: 'configurations' | 'segments',
): BatchRates {
  const known = rates.get(question) ?? new BatchRates(what)
  rates.set(question, known)
  return known
}

/** A batch by whichever is faster, measured on its first parts where that is not known. Why the processor was chosen; empty where not. */
export async function fasterRun(
  run: SharedRun,
  rates: BatchRates,
  count: number,
  how: { readonly chunk: number; readonly threads: number; readonly clock: () => number },
): Promise<string> {
  const { chunk, threads, clock } = how
  const rateOf = async (many: number, work: Promise<void>, start: number): Promise<number> => {
    await work
    return (1000 * many) / Math.max(1e-6, clock() - start)
  }
  rates.begin(count)
  if (rates.isExactFaster(count)) {
    const start = clock()
    rates.exact = await rateOf(count, run.exactly(0, count), start)
    return rates.why(count)
  }
  let from = 0
  if (rates.exact === undefined) {
    const end = Math.min(SLICE * Math.max(1, threads), count >> 3)
    const start = clock()
    rates.exact = await rateOf(end, run.exactly(0, end), start)
    from = end
  }
  if (rates.isCold) {
    const end = Math.min(count, from + chunk)
    await run.all(from, end)
    rates.isCold = false
    from = end
  }
  if (!rates.knowsDevice(count) && count - from >= LEAST_TIMED) {
    const end = Math.min(count, from + 2 * chunk)
    const start = clock()
    rates.setDevice(count, await rateOf(end - from, run.all(from, end), start))
    from = end
    if (rates.isExactFaster(count) && from < count) {
      await run.exactly(from, count)
      return `${rates.why(count)}; it answered those after the first ${from}`
    }
  }
  if (from === count) return ''
  const start = clock()
  const rate = await rateOf(count - from, run.all(from, count), start)
  if (2 * (count - from) >= count) rates.setDevice(count, rate)
  return ''
}

function sizeOf(count: number): number {
  return Math.floor(Math.log2(count) / 2)
}

function inWords(rate: number): string {
  return Number(rate.toPrecision(2)).toLocaleString('en')
}
