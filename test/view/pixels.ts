// How much of a picture on a page has a colour.
import type { Locator } from 'playwright-core'

/** How many pixels of what is seen there are near `colour`: red, green, blue, 0 to 255. Counted in another page, which has no policy. */
export async function pixelsLike(place: Locator, colour: readonly number[], within = 60): Promise<number> {
  const png = (await place.screenshot()).toString('base64')
  const other = await place.page().context().browser()!.newPage()
  try {
    return await other.evaluate(
      `(async () => {
        const image = Object.assign(new Image(), { src: 'data:image/png;base64,${png}' })
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
        const context = canvas.getContext('2d')
        context.drawImage(image, 0, 0)
        const { data } = context.getImageData(0, 0, image.width, image.height)
        let count = 0
        for (let i = 0; i < data.length; i += 4) {
          if (${JSON.stringify(colour)}.every((c, k) => Math.abs(c - data[i + k]) < ${within})) count++
        }
        return count
      })()`,
    )
  } finally {
    await other.close()
  }
}
