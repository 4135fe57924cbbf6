// What every scene has, at both sizes and in both themes; the walk with the Tab key; and the studio in a folder of a plain server whose
// network is cut.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { readStudio } from '../../../cli/studio/studio-files.js'
import { scenes } from '../../../studio/scenes/index.js'
import { accessScript } from '../../studio/app/access-script.js'
import { toolsScript } from '../../studio/app/tools-script.js'
import { ALL_LOOKS, viewScript } from '../../studio/app/view-script.js'
import { browserTest, studioFolder } from '../../studio/browser.js'

for (const look of ALL_LOOKS) {
  const name = `${look.width} wide, ${look.theme}`
  browserTest(`all stages fit, turn by keys and have a legend: ${name}`, (open) => viewScript(open, look))
  browserTest(`measure, cut, save, copy: ${name}`, (open) => toolsScript(open, look))
  browserTest(`axe and the Tab key, in every scene: ${name}`, (open) => accessScript(open, look, true))
}

browserTest('every scene opens from a folder of a plain server, and again when the network is cut', async (open) => {
  const files = await readStudio(await studioFolder())
  const host = createServer(({ url = '' }, response) => {
    const file = files.get(url.replace('/some/folder', ''))
    const headers = { 'content-type': file?.type ?? 'text/plain', 'cache-control': 'max-age=600' }
    response.writeHead(file === undefined ? 404 : 200, headers)
    response.end(file?.plain.bytes)
  })
  await new Promise<void>((done) => {
    host.listen(0, '127.0.0.1', done)
  })
  try {
    const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}/some/folder/`
    const studio = await open('#/lab')
    studio.allow(base)
    await studio.page.goto(`${base}#/lab`)
    for (const isCut of [false, true]) {
      await studio.page.context().setOffline(isCut)
      for (const { id } of scenes) {
        await studio.go(`#/${id}`)
        await studio.page.locator('aside [data-stat]').filter({ hasText: /\d/ }).first().waitFor()
        expect(await studio.notices(), `${id}, ${isCut ? 'cut' : 'not cut'}`).toEqual([])
      }
    }
  } finally {
    host.closeAllConnections()
    host.close()
  }
})
