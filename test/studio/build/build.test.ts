// What the studio's build puts in the place of modules that no scene uses.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { LEFT_OUT } from '../../../studio/build/left-out.js'
import { root } from '../browser.js'

test.each(Object.entries(LEFT_OUT))('%s: what stands for it in the studio is what it exports', async (path, names) => {
  const module = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>
  for (const name of names) expect(module[name]).toBeTypeOf('function')
})
