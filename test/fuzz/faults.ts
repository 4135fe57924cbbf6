// Readers that are broken on purpose: the runner must report each of them (fault-rounds.ts), or it would report nothing else either.
import { LimberError } from '../../src/errors.js'
import { type FuzzFormat, single } from './format.js'

let kept: unknown[] = []

function broken(name: string, read: FuzzFormat['read']): FuzzFormat {
  return {
    name,
    corpus: () => [single('file', 'some text\n')],
    damage: ['text'],
    // Files before and behind the fault are read.
    read: (given, variant) => (variant === 3 ? read(given, variant) : undefined),
  }
}

export const FORMATS: readonly FuzzFormat[] = [
  broken('sound', () => undefined),
  broken('refuses', () => {
    throw new LimberError('refused')
  }),
  broken('throws', () => {
    throw new TypeError('x is not a function')
  }),
  broken('overflows', function deeper(given, variant): unknown {
    return [deeper(given, variant)]
  }),
  broken('wrong', () => 'a coordinate of NaN'),
  broken('hangs', () => {
    for (;;) kept = []
  }),
  broken('hangs and waits', async () => {
    for (;;) await new Promise((resolve) => setImmediate(resolve))
  }),
  broken('never ends', () => new Promise(() => {})),
  broken('exits', () => process.exit(0)),
  broken('eats memory', () => {
    for (;;) kept.push(new Float64Array(1e6).fill(1))
  }),
  broken('eats the heap', () => {
    for (;;) kept.push({ kept, more: [kept.length, `${kept.length}`] })
  }),
]
