// How much of a picture on a page has a colour.
import type { Locator } from 'playwright-core'

/** How many pixels of what is seen there are near `colour`: red, green, blue, 0 to 255. */
export async function pixelsLike(place: Locator, colour: readonly number[], within = 60): Promise<number> {
  return (await like(place, colour, within)).count
}

/** Of the picture's width and height, how much a box around all that is not like `background` takes up. */
export async function drawnShare(
  place: Locator,
  background: readonly number[],
  within = 20,
): Promise<{ readonly width: number; readonly height: number }> {
  const { x, y, size } = await like(place, background, within)
  return { width: (x[1] - x[0] + 1) / size[0], height: (y[1] - y[0] + 1) / size[1] }
}

interface Like {
  readonly count: number
  /** The first and the last column, and row, of what is not like the colour. */
  readonly x: readonly [number, number]
  readonly y: readonly [number, number]
  readonly size: readonly [number, number]
}

/** Counted in another page, which has no policy. */
async function like(place: Locator, colour: readonly number[], within: number): Promise<Like> {
  const png = (await place.screenshot()).toString('base64')
  const other = await place.page().context().browser()!.newPage()
  try {
    return await other.evaluate(
      `(async () => {
        const image = Object.assign(new Image(), { src: 'data:image/png;base64,${png}' })
        await image.decode()
        const { width, height } = image
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')
        context.drawImage(image, 0, 0)
        const { data } = context.getImageData(0, 0, width, height)
        const out = { count: 0, x: [width, -1], y: [height, -1], size: [width, height] }
        for (let i = 0; i < data.length; i += 4) {
          if (${JSON.stringify(colour)}.every((c, k) => Math.abs(c - data[i + k]) < ${within})) {
            out.count++
            continue
          }
          const [column, row] = [(i / 4) % width, Math.floor(i / 4 / width)]
          out.x = [Math.min(out.x[0], column), Math.max(out.x[1], column)]
          out.y = [Math.min(out.y[0], row), Math.max(out.y[1], row)]
        }
        return out
      })()`,
    )
  } finally {
    await other.close()
  }
}
