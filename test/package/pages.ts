// Pages of users of the package, for bundlers.
import { type Packed, PROGRAM } from './pack.js'

/** What pages do with an answer. */
export const SHOW = `function show(text) {
  document.body.append(Object.assign(document.createElement('p'), { textContent: text }))
}
show(answer())
`

/** A page that shows its answer and that of a worker, for bundlers. */
export function bundled(packed: Packed): string {
  return packed.folder({
    'answer.js': PROGRAM,
    'worker.js': "import { answer } from './answer.js'\npostMessage(answer())\n",
    'main.js': `import { answer } from './answer.js'
${SHOW}const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
worker.onmessage = ({ data }) => show(data)\n`,
    'index.html': '<!doctype html><body><script type="module" src="./main.js"></script>',
  })
}
