// `limber merge part1.jsonl part2.jsonl …`: the outputs of shards, put together in the order of the jobs.
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Command } from 'commander'
import { InvalidInputError } from '../src/index.js'
import { EXIT_CODE_HELP } from './exit-codes.js'

const HELP = `
The files are the outputs of "limber batch --shard 1/n" to "--shard n/n", in that order.
The result is what "limber batch" without --shard writes, to the byte.`

export function addMergeCommand(program: Command): void {
  program
    .command('merge')
    .description('join the outputs of the shards of a batch')
    .argument('<parts...>', 'the outputs of shards 1/n to n/n, in this order')
    .option('--out <file>', 'the file to write; default: standard output')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (parts: string[], { out }: { readonly out?: string }) => {
      const twice = parts.find((part, k) => parts.indexOf(part) !== k)
      if (twice !== undefined) throw new InvalidInputError('parts', twice, 'given once')
      for (const part of parts) {
        if (!existsSync(part)) throw new InvalidInputError('part', part, 'a file that exists')
        if (existsSync(`${part}.journal`)) {
          throw new InvalidInputError('part', part, 'the output of a whole run; its journal says that it was stopped')
        }
      }
      if (out === undefined) return mergeParts(parts, process.stdout)
      const file = createWriteStream(out, { flags: 'wx' })
      await once(file, 'open').catch((error: NodeJS.ErrnoException) => {
        throw new InvalidInputError('--out', out, error.code === 'EEXIST' ? 'a new file' : 'a file that can be written')
      })
      await mergeParts(parts, file)
      file.end()
      await finished(file)
    })
}

/** Line k of all parts, then line k + 1. Parts that end may not be followed by longer ones. */
export async function mergeParts(parts: readonly string[], out: Writable): Promise<void> {
  const lines = parts.map((part) => createInterface({ input: createReadStream(part) })[Symbol.asyncIterator]())
  let ended: string | undefined
  for (let line = 1; ended === undefined; line++) {
    for (const [k, part] of parts.entries()) {
      const next = await lines[k]!.next()
      if (next.done === true) {
        ended ??= part
        continue
      }
      if (ended !== undefined) {
        throw new InvalidInputError(
          'parts',
          part,
          `as long as ${ended}, or shorter by one line; line ${line} is too many`,
        )
      }
      if (!out.write(`${next.value}\n`)) await once(out, 'drain')
    }
  }
  for (const [k, part] of parts.entries()) {
    if ((await lines[k]!.next()).done !== true) throw new InvalidInputError('parts', part, `as long as ${ended}`)
  }
}
