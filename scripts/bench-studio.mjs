// The studio in Chromium, drawn by the processor: when the first view of every scene is there, what JavaScript it loads, and how often
// the chain of ten thousand beads is drawn while its worker folds it. Whether drawing harms the engine is seen by folding the same
// chain with one frame a second. A frame of the Panda among 20 boxes is dragged (bench-studio-drag.mjs). Rounds are interleaved; medians
// are reported. What shifts while a scene opens, and the clicks that a new user needs for three tasks (test/studio/tasks.ts), are counted
// once. `npm run bench:studio -- --quick` for a short one.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { startStudioServer } from '../dist/cli/studio/studio-server.js'
import { findChromium, HOW_TO_GET_IT } from '../dist/test/chromium/browser.js'
import { Newcomer, TASKS } from '../dist/test/studio/tasks.js'
import { watched, watchPage } from '../dist/test/studio/watch.js'
import { countFrames, dragPanda, pandaAmongBoxes } from './bench-studio-drag.mjs'

// As test/studio/browser.ts has them, except the page itself, which is put together as it is for users.
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
const SIZE = { width: 1280, height: 720 }
const PATIENCE = 60_000

const executablePath = findChromium()
if (executablePath === undefined) {
  console.error(`bench: ${HOW_TO_GET_IT}`)
  process.exit(2)
}
const quick = process.argv.includes('--quick')
const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'studio')
const server = await startStudioServer({ folder, port: 0 })
const browser = await chromium.launch({ executablePath, args: FLAGS })
try {
  const sizes = weigh(join(folder, 'assets'))
  const all = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  const rounds = quick ? 1 : 5
  const views = await raceViews(sizes, rounds)
  const chains = await raceChain(rounds, quick ? 4 : 8)
  const drag = await raceDrag(rounds, quick ? 4 : 8)
  const tasks = await doTasks()
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  console.log(table(views, chains, all))
  console.log(drag)
  console.log(tasks)
} finally {
  await browser.close()
  await server.close()
}

function show(share, label) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${Math.round(share * 100)} % ${label}`)
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function weigh(assets) {
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return new Map(names.map((name) => [name, gzipSync(readFileSync(join(assets, name)), { level: 9 }).length]))
}

async function withPage(before, use) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'dark' })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    await page.addInitScript(before)
    return await use(page)
  } finally {
    await context.close()
  }
}

async function raceViews(sizes, rounds) {
  // What the page links to. Once before it is timed: the browser itself has just been started.
  const scenes = await withPage(watchPage, async (page) => {
    await page.goto(server.address)
    const links = page.locator('nav a')
    await links.first().waitFor()
    return links.evaluateAll((all) => all.map((link) => ({ link: link.getAttribute('href'), title: link.textContent })))
  })
  const seen = scenes.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [k, { link, title }] of scenes.entries()) {
      show((0.5 * (round + k / scenes.length)) / rounds, `first view of ${title}`)
      seen[k].push(await withPage(watchPage, (page) => view(page, server.address + link, title, sizes)))
    }
  }
  return seen.map((list) => ({
    scene: list[0].scene,
    firstPaint: median(list.map(({ firstPaint }) => firstPaint)),
    drawn: list[0].drawn === undefined ? undefined : median(list.map(({ drawn }) => drawn)),
    script: list[0].script,
    shift: Math.max(...list.map(({ shift }) => shift)),
  }))
}

async function view(page, address, title, sizes) {
  const loaded = new Set()
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname.split('/').at(-1)))
  await page.goto(address)
  // The lab has tables and plots only, and asks its engine for nothing before the user starts it.
  await page.waitForFunction(
    () =>
      globalThis.limberNotes.drawn !== undefined || document.querySelector('.lab-page table, .lab-page svg') !== null,
  )
  // What still moves when the first answer is there.
  await page.waitForTimeout(500)
  const { drawn, firstPaint, shift } = await watched({ page })
  const script = [...loaded].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
  return { scene: title, firstPaint, drawn, script, shift }
}

/** Runs in the page: one frame a second is drawn, and the engine has the rest. */
function drawOnceASecond() {
  globalThis.requestAnimationFrame = (work) => window.setTimeout(() => work(performance.now()), 1000)
  globalThis.cancelAnimationFrame = (id) => window.clearTimeout(id)
}

async function raceChain(rounds, seconds) {
  const ways = [
    { drawing: 'as often as it can be', before: () => {} },
    { drawing: 'once a second', before: drawOnceASecond },
  ]
  const seen = ways.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [k, { drawing, before }] of ways.entries()) {
      show(0.5 + (0.5 * (round + k / 2)) / rounds, `10,000 beads, drawn ${drawing}`)
      // Without the grid beside it, which folds the same chain with the same processor.
      seen[k].push(
        await withPage(before, async (page) => {
          await page.goto(`${server.address}#/chain?state={"rival":"none"}`)
          const number = async (id) =>
            Number((await page.locator(`[data-stat="${id}"]`).textContent())?.replace(/[^\d.]/g, ''))
          await page.waitForFunction(() => /\d/.test(document.querySelector('[data-stat="rate"]')?.textContent ?? ''))
          await page.waitForTimeout(1500)
          const steps = []
          const frames = []
          for (let second = 0; second < seconds; second++) {
            await page.waitForTimeout(1000)
            steps.push(await number('rate'))
            frames.push(await number('fps'))
          }
          return { frames: median(frames), steps: median(steps) }
        }),
      )
    }
  }
  return ways.map(({ drawing }, k) => ({
    drawing,
    framesPerSecond: median(seen[k].map(({ frames }) => frames)),
    stepsPerSecond: Math.round(median(seen[k].map(({ steps }) => steps))),
  }))
}

async function raceDrag(rounds, seconds) {
  const cell = await pandaAmongBoxes()
  if (cell.words !== undefined) return cell.words
  const seen = []
  for (let round = 0; round < rounds; round++) {
    show(round / rounds, 'dragging a frame of the Panda')
    seen.push(await withPage(countFrames, (page) => dragPanda(page, server.address, cell, seconds)))
  }
  const frames = median(seen.map((one) => one.frames))
  const millis = median(seen.map((one) => one.proofMillis))
  return `a frame of the Panda among 20 boxes, dragged for ${seconds} s, ${rounds} times: ${frames.toFixed(0)} frames a second, drawn by the processor; a proof of the straight motion takes ${millis.toFixed(1)} ms in the median, in the page's worker`
}

function table(views, chains, all) {
  const ms = (time) => (time === undefined ? '–' : `${time.toFixed(0)} ms`)
  const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`
  const lines = [
    `the studio at ${SIZE.width}×${SIZE.height}, drawn by the processor`,
    'scene      first paint   engine’s answer drawn   JavaScript, gzipped   layout shift',
    ...views.map(
      ({ scene, firstPaint, drawn, script, shift }) =>
        `${scene.padEnd(10)} ${ms(firstPaint).padStart(11)}   ${ms(drawn).padStart(21)}   ${kB(script).padStart(19)}   ${shift.toFixed(3).padStart(12)}`,
    ),
    `all scenes together: ${kB(all)} of JavaScript`,
    ...chains.map(
      ({ drawing, framesPerSecond, stepsPerSecond }) =>
        `10,000 beads drawn ${drawing}: ${framesPerSecond} frames and ${stepsPerSecond.toLocaleString('en')} steps a second`,
    ),
    `steps a second while it is drawn: ${(chains[0].stepsPerSecond / chains[1].stepsPerSecond).toFixed(2)} of those when it is hardly drawn`,
  ]
  return lines.join('\n')
}

/** What a new user does, with the words on the screen: clicks, keys, files chosen. A task that this studio cannot do is said. */
async function doTasks() {
  const lines = ['a new user’s tasks                                clicks   keys   files']
  for (const [k, { name, run }] of TASKS.entries()) {
    show(1, `task ${k + 1}: ${name}`)
    const counted = await withPage(
      () => {},
      async (page) => {
        page.setDefaultTimeout(PATIENCE)
        await page.goto(server.address)
        const user = new Newcomer(page)
        try {
          await run(user)
          return user.counted
        } catch (error) {
          return String(error).split('\n')[0]
        }
      },
    )
    const { clicks, keys, files } = counted
    lines.push(
      typeof counted === 'string'
        ? `${name}: not done: ${counted}`
        : `${name.padEnd(48)} ${`${clicks}`.padStart(7)} ${`${keys}`.padStart(6)} ${`${files}`.padStart(7)}`,
    )
  }
  return lines.join('\n')
}
