// Is memory flat while something goes on for long? Bytes in use after a full collection, at even distances along the way.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median } from '../../bench/interleave.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** On the heap, and in the buffers of typed arrays and of WebAssembly. */
function bytesInUse(): number {
  // What finalisers let go is collected by the second.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

export class MemoryWatch {
  private readonly samples: number[] = []

  sample(): void {
    this.samples.push(bytesInUse())
  }

  /**
   * By how many bytes the median of the last third is above that of the middle one: what leaks in a third of the way. The first third is
   * for caches, tables and compiled code, which grow to a size of their own.
   */
  get growth(): number {
    const third = Math.floor(this.samples.length / 3)
    if (third < 3) throw new Error('too few samples for thirds')
    return median(this.samples.slice(-third)) - median(this.samples.slice(third, 2 * third))
  }

  describe(): string {
    const mega = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(2)} MiB`
    const third = Math.floor(this.samples.length / 3)
    const parts = [0, 1, 2].map((k) => {
      const part = this.samples.slice(k * third, k === 2 ? undefined : (k + 1) * third)
      return `${mega(Math.min(...part))} to ${mega(Math.max(...part))}`
    })
    return `memory by thirds: ${parts.join(', ')}`
  }
}
