// The package as users get it: packed by npm once, unpacked outside the checkout, with nothing beside it but the dependencies that its
// manifest names. Each caller gets a folder of its own.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface Manifest {
  readonly version: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}

/** What `npm pack --json` says. */
interface Listing {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

export class Packed {
  readonly #top = mkdtempSync(join(tmpdir(), 'limber-packed-'))
  readonly listing: Listing
  readonly tarball: string
  readonly manifest: Manifest
  #folders = 0

  constructor() {
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', this.#top]
    const windows = process.platform === 'win32'
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
    const said = execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: windows, stdio })
    this.listing = (JSON.parse(said) as Listing[])[0]!
    this.tarball = join(this.#top, this.listing.filename)
    execFileSync('tar', ['-xzf', this.listing.filename], { cwd: this.#top })
    mkdirSync(this.path('node_modules'))
    renameSync(this.path('package'), this.path('node_modules/limber'))
    this.manifest = manifestOf(this.path('node_modules/limber'))
    this.#install(this.manifest)
  }

  /** Of a file where the package is installed. */
  path(name: string): string {
    return join(this.#top, name)
  }

  /** Copies the dependencies of a package, and theirs, from the checkout. */
  #install({ dependencies = {} }: Manifest): void {
    for (const name of Object.keys(dependencies)) {
      const from = join(root, 'node_modules', name)
      cpSync(from, this.path(`node_modules/${name}`), { recursive: true })
      this.#install(manifestOf(from))
    }
  }

  /** A new folder with these files, in which the package is installed, and links to more packages of the checkout. */
  folder(files: Readonly<Record<string, string>>, others: readonly string[] = []): string {
    const folder = this.path(`user-${this.#folders++}`)
    mkdirSync(folder)
    symlinkSync(this.path('node_modules'), join(folder, 'node_modules'), 'junction')
    for (const name of others) {
      const place = this.path(`node_modules/${name}`)
      mkdirSync(dirname(place), { recursive: true })
      rmSync(place, { force: true })
      symlinkSync(join(root, 'node_modules', name), place, 'junction')
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }

  remove(): void {
    rmSync(this.#top, { recursive: true, force: true })
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** A program that all users run, JavaScript and TypeScript at once: what it answers is the same everywhere, to the bit. */
export const PROGRAM = `import { box, ChainTree, checkMotion, sphere, World } from 'limber'
import { freeBody, poseConfiguration, worldDocument } from 'limber/robots'
import { verifyCertificate } from 'limber/verify'

export function answer() {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 8, 0, 0, 8, 4, 0, 4, 4, 0, 0, 4, 0], 1)
  const closest = chain.closestPair()?.distance
  chain.rotate(2, Math.PI / 2, [0, 0, 1])
  const world = new World({
    robots: [freeBody({ name: 'ball', shape: sphere({ radius: 0.1 }) })],
    obstacles: [{ name: 'rod', shape: box({ size: [0.001, 0.001, 2] }) }],
  })
  const past = checkMotion(world, [poseConfiguration({ at: [-3, 0.2, 0] }), poseConfiguration({ at: [3, 0.2, 0] })])
  const into = checkMotion(world, [poseConfiguration({ at: [-3, 0, 0] }), poseConfiguration({ at: [3, 0, 0] })])
  const proof = past.outcome === 'free' ? verifyCertificate(worldDocument(world), past.certificate()).valid : undefined
  return JSON.stringify({ closest, folded: chain.selfCollides(), past: past.outcome, proof, into: into.outcome })
}
`

export const ANSWER = '{"closest":1.9999999999999996,"folded":true,"past":"free","proof":true,"into":"collision"}'

/** What a program prints; its complaint is the error where it fails, or takes more than `timeout` milliseconds. */
export function output(program: string, args: readonly string[], folder: string, timeout = 120_000): string {
  try {
    return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout })
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
  }
}
