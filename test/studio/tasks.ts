// What a new user does with the studio, by scripts that use nothing but the words on the screen: three tasks, each with its answer. They
// count clicks, keys and files chosen. `npm run bench:studio` prints the counts; tasks.test.ts compares the answers with the library's.
import { readFileSync } from 'node:fs'
import { strToU8, unzipSync, zipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { writeXtc } from '../../src/entries/molecules.js'

export interface Chosen {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Counted {
  readonly clicks: number
  readonly keys: number
  readonly files: number
}

/** A user who reads, clicks and chooses files. */
export class Newcomer {
  private clicks = 0
  private keys = 0
  private files = 0

  constructor(readonly page: Page) {}

  get counted(): Counted {
    const { clicks, keys, files } = this
    return { clicks, keys, files }
  }

  /** What can be pressed and says this. */
  private words(text: string): Locator {
    const { page } = this
    const exact = { name: text, exact: true } as const
    return page
      .getByRole('link', exact)
      .or(page.getByRole('button', exact))
      .or(page.locator('button, summary').filter({ hasText: new RegExp(`^${text.replace(/[()]/g, '\\$&')}$`) }))
      .filter({ visible: true })
      .first()
  }

  /** Whether it is on the screen now. */
  async sees(text: string): Promise<boolean> {
    return (await this.words(text).count()) > 0
  }

  async click(text: string): Promise<void> {
    this.clicks++
    await this.words(text).click()
  }

  /** Clicks what opens a dialogue for files, and chooses some. */
  async choose(text: string, files: readonly Chosen[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.click(text)])
    this.files += files.length
    await chooser.setFiles(files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: Buffer.from(bytes) })))
  }

  /** Clicks what saves a file, and has it. */
  async save(text: string): Promise<Chosen> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.click(text)])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }

  /** Waits for words anywhere: all that stands in one place, or a part that fits. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
  }

  /** A sentence of the panel, by its parts. */
  async sentence(pattern: RegExp): Promise<RegExpExecArray> {
    const found = this.page.getByText(pattern).filter({ visible: true }).first()
    await found.waitFor()
    return pattern.exec(((await found.textContent()) ?? '').trim())!
  }

  /** What stands beside a name in the panel, when it says something. */
  async beside(name: string): Promise<string> {
    const row = this.page.getByText(name, { exact: true }).filter({ visible: true }).first()
    const value = row.locator('xpath=following-sibling::*[1]').filter({ hasText: /[^–\s]/ })
    await value.waitFor()
    return ((await value.textContent()) ?? '').trim()
  }
}

export interface Task {
  readonly name: string
  /** Does it from the studio's first page, and returns what was found. */
  run(user: Newcomer): Promise<unknown>
}

/** A box that turns on another; a tool of two meshes. In a folder, as people keep them. */
const ROBOT = `<robot name="turner">
  <link name="foot"><collision><geometry><mesh filename="meshes/block.stl" scale="1 1 0.5"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0 0 0.4"/><geometry><mesh filename="meshes/block.stl"/></geometry></collision></link>
  <link name="hand"><collision><origin xyz="0.9 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="waist" type="revolute"><parent link="foot"/><child link="arm"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="wrist" type="revolute"><parent link="arm"/><child link="hand"/><origin xyz="0 0 0.35"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
`

/** A cube of 0.4, as text. */
function block(): string {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2].map((b) => 0.4 * b - 0.2))
  const faces = '021 123 456 576 014 154 263 367 042 246 135 375'.split(' ')
  const facet = (face: string): string =>
    `facet normal 0 0 0\nouter loop\n${[...face].map((k) => `vertex ${corners[Number(k)]!.join(' ')}`).join('\n')}\nendloop\nendfacet`
  return `solid block\n${faces.map(facet).join('\n')}\nendsolid block\n`
}

export const ROBOT_FILES: Readonly<Record<string, Uint8Array>> = {
  'turner/turner.urdf': strToU8(ROBOT),
  'turner/meshes/block.stl': strToU8(block()),
}

/** Two arms of a hairpin, which come together: beads 3.8 Å apart along the chain, and the arms nearer frame by frame. */
export const HAIRPIN = { beads: 25, frames: 40 } as const

export function hairpin(frame: number): Float64Array {
  const { beads } = HAIRPIN
  const half = Math.floor(beads / 2)
  const gap = 12 - 0.25 * frame
  return Float64Array.from({ length: 3 * beads }, (_, i) => {
    const [bead, axis] = [Math.floor(i / 3), i % 3]
    const along = bead < half ? bead : beads - 1 - bead
    const side = bead < half ? -1 : bead > half ? 1 : 0
    if (axis === 0) return 3.8 * (side === 0 ? half + 2 : along)
    return axis === 1 ? (side * gap) / 2 : 0
  })
}

/** In nanometres, as GROMACS has it. */
function hairpinGro(): string {
  const { beads } = HAIRPIN
  const first = hairpin(0)
  const lines = Array.from({ length: beads }, (_, k) => {
    const at = [0, 1, 2].map((axis) => (first[3 * k + axis]! / 10).toFixed(3).padStart(8)).join('')
    const number = String(k + 1).padStart(5)
    return `${number}ALA     CA${number}${at}`
  })
  return `hairpin\n${beads}\n${lines.join('\n')}\n   0.00000   0.00000   0.00000\n`
}

export const TASKS: readonly Task[] = [
  {
    name: 'open your own URDF and find the closest pair',
    async run(user) {
      await user.choose('Open', [{ name: 'turner.zip', bytes: zipSync({ ...ROBOT_FILES }) }])
      await user.reads('turner.urdf is open.')
      const [, pair, distance] = await user.sentence(/^Closest pair: (.+), (.+) apart$/)
      return { distance, pair }
    },
  },
  {
    name: 'prove a motion and save its certificate',
    async run(user) {
      await user.click('Motion')
      await user.reads('Collision')
      await user.click('Plan')
      await user.reads('Free at every instant: proved')
      await user.reads(/verified independently/)
      if (await user.sees('Save certificate')) return filesIn(await user.save('Save certificate'))
      await user.click('Save')
      return filesIn(await user.save('Scene, path, certificate (zip)'))
    },
  },
  {
    name: 'open a trajectory and find the first contact',
    async run(user) {
      await user.click('Rope')
      const frames = Array.from({ length: HAIRPIN.frames }, (_, k) => hairpin(k))
      await user.choose('Open', [
        { name: 'hairpin.gro', bytes: strToU8(hairpinGro()) },
        { name: 'hairpin.xtc', bytes: writeXtc(frames) },
      ])
      const radius = await user.beside('Radius: half the usual spacing')
      await user.click('First contact')
      // The timeline goes there.
      const frame = user.page.getByRole('slider', { name: 'Frame' })
      await frame.and(user.page.locator(':not([aria-valuetext^="frame 0 "])')).waitFor()
      const at = await frame.inputValue()
      return { radius: Number.parseFloat(radius), at: Number(at) }
    },
  },
]

/** Of an archive, by name; or the one file. */
function filesIn({ name, bytes }: Chosen): Readonly<Record<string, Uint8Array>> {
  return /\.zip$/.test(name) ? unzipSync(bytes) : { [name]: bytes }
}
