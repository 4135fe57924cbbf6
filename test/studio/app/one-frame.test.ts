// One state, one frame: while something turns, what a label in the picture says is what the panel says.
import { expect } from 'vitest'
import { browserTest, type StudioPage, until } from '../browser.js'

interface Seen {
  /** Labels and panel that differed, at a frame. */
  readonly differences: string[]
  readonly frames: number
  readonly texts: number
}

/** Runs in the page before anything of the studio does: what was painted into labels last. */
function watchLabels(): void {
  const plain = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text: string, ...rest: [number, number]) {
    Object.assign(globalThis, { limberLabel: text })
    plain.call(this, text, ...rest)
  }
}

/** At every frame for a while: the label that was painted last beside a number of the panel. */
function compare({ page }: StudioPage, stat: string, milliseconds: number): Promise<Seen> {
  return page.evaluate(
    ([name, time]) =>
      new Promise<Seen>((done) => {
        const differences: string[] = []
        const texts = new Set<string>()
        let frames = 0
        interface Part {
          readonly isSprite?: true
          readonly visible: boolean
          traverse(visit: (part: Part) => void): void
        }
        const canvas = document.querySelector('.stage canvas')
        const { content } = (canvas as unknown as { limberStage: { content: Part } }).limberStage
        // Meshes that touch have no label.
        const isShown = (): boolean => {
          let found = false
          content.traverse(({ isSprite, visible }) => {
            found ||= isSprite === true && visible
          })
          return found
        }
        const until = performance.now() + Number(time)
        const look = (): void => {
          const panel = document.querySelector(`[data-stat="${name}"]`)?.textContent ?? ''
          const label = (globalThis as unknown as { limberLabel?: string }).limberLabel
          frames++
          if (label !== undefined && /\d/.test(panel)) {
            texts.add(panel)
            const said = isShown() ? label : '0'
            if (!panel.startsWith(said)) differences.push(`${said} in the picture, ${panel} in the panel`)
          }
          if (performance.now() < until) requestAnimationFrame(look)
          else done({ differences, frames, texts: texts.size })
        }
        requestAnimationFrame(look)
      }),
    [stat, milliseconds] as const,
  )
}

browserTest('labels and panel never disagree while something turns or is played', async (open) => {
  // As many frames as there are, small: what comes apart does so between two of them.
  const studio = await open('#/meshes?state={"triangles":600,"depth":-1,"pair":"boxes"}', {
    allFrames: true,
    width: 700,
    height: 520,
    scale: 0.25,
    before: watchLabels,
  })
  await studio.untilStat('distance', /\d/)
  if ((await studio.button('Turn').count()) > 0) await studio.press('Turn')
  const turning = await compare(studio, 'distance', 1500)
  expect(turning.differences).toEqual([])
  // It has turned meanwhile, or nothing was compared.
  expect(turning.texts).toBeGreaterThan(3)
  await studio.go('#/motion?state={"t":0.45}')
  // Without a verdict: a collision that was found would stand in the place of the distance.
  await until(() => studio.button('Stop').isDisabled()).toBe(false)
  await studio.press('Stop')
  await studio.untilStat('now', /mm/)
  await studio.press('Play')
  const played = await compare(studio, 'now', 1500)
  expect(played.differences).toEqual([])
  expect(played.texts).toBeGreaterThan(3)
})
