// WebAssembly as files of their own. The library has its modules as text in base64 (src/**/*-wasm-bytes.ts), so that it needs
// nothing but itself; text of that kind hardly gets smaller when it is packed. In the studio's build each is a file next to the
// scripts, fetched before the first line of whatever uses it runs. Where that fails, the text is empty: the library then finds
// that it cannot have its twin, and calculates the same without.
import type { Plugin } from 'vite'

const BYTES = /export const (\w+) =\s*'([A-Za-z0-9+/=]+)'/

export function wasmFiles(): Plugin {
  return {
    name: 'wasm-files',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const [, file] = /([\w-]+)-wasm-bytes\.ts$/.exec(id) ?? []
      if (file === undefined) return
      const [, name, text] = BYTES.exec(code) ?? this.error(`${id} is not as scripts/build-wasm.mjs writes it`)
      const emitted = this.emitFile({ type: 'asset', name: `${file}.wasm`, source: Buffer.from(text!, 'base64') })
      const answer = `fetch(import.meta.ROLLUP_FILE_URL_${emitted})`
      const bytes = `${answer}.then((found) => (found.ok ? found.arrayBuffer() : new ArrayBuffer(0)))`
      return {
        code: `const bytes = await ${bytes}.catch(() => new ArrayBuffer(0))
export const ${name} = btoa(String.fromCharCode(...new Uint8Array(bytes)))`,
        map: null,
      }
    },
  }
}
