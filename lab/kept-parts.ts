// Parts of a stopped run, in a file. Parts of another plan or another build do not count.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { KeptPart, KeptParts } from './experiment.js'

export class KeptFile implements KeptParts {
  private constructor(
    private readonly path: string,
    private readonly of: string,
    private readonly parts: Record<string, KeptPart>,
  ) {}

  /** `of`: what the parts must have been made of and by. */
  static async open(path: string, of: string): Promise<KeptFile> {
    const text = await readFile(path, 'utf8').catch(() => '{}')
    const found = JSON.parse(text) as { of?: string; parts?: Record<string, KeptPart> }
    return new KeptFile(path, of, found.of === of ? (found.parts ?? {}) : {})
  }

  get size(): number {
    return Object.keys(this.parts).length
  }

  get(part: string): KeptPart | undefined {
    return this.parts[part]
  }

  async set(part: string, kept: KeptPart): Promise<void> {
    this.parts[part] = kept
    await mkdir(dirname(this.path), { recursive: true })
    await writeFile(`${this.path}.new`, JSON.stringify({ of: this.of, parts: this.parts }))
    await rename(`${this.path}.new`, this.path)
  }

  /** Once the run is complete. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }
}
