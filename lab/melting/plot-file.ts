// The file of the picture: checked before minutes are spent on it, then written.
import { open, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InvalidInputError } from '../../src/index.js'
import { MELTING_PLOT_START } from './plot.js'

/** Refuses a folder that is not there, and a file that is anything but a picture of ours. */
export async function checkPlotFile(file: string): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined)
  if (folder?.isDirectory() !== true) throw new InvalidInputError('--plot', file, 'a file in a folder that is there')
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || found.isCharacterDevice()) return
  if (!found.isFile()) throw new InvalidInputError('--plot', file, 'a file')
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MELTING_PLOT_START.length))
    if (bytesRead > 0 && buffer.toString('latin1', 0, bytesRead) !== MELTING_PLOT_START) {
      throw new InvalidInputError('--plot', file, 'a new file, or a plot of this experiment to be replaced')
    }
  } finally {
    await handle.close()
  }
}

export function writePlotFile(file: string, text: string): Promise<void> {
  return writeFile(file, text)
}
