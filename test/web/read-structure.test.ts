// readStructure of limber/web: over a server that is a map, from files that somebody has chosen, and over HTTP.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { InvalidInputError, parseStructure, StructureFileError } from '../../src/entries/molecules.js'
import { type ChosenFile, type Fetch, readStructure } from '../../web/index.js'
import { gzipped, pdb } from '../formats/molecules/frames-samples.js'
import { mmcif, peptide } from '../formats/molecules/structure-samples.js'
import { bytesOf } from '../formats/samples.js'

const MODELS = [peptide(3), peptide(3, { from: 5 })]
const TEXTS = [
  ['a.pdb', pdb(MODELS)],
  ['a.cif', mmcif(MODELS)],
] as const

const HOST = 'https://proteins.example'

function server(files: Readonly<Record<string, Uint8Array>>, type = 'chemical/x-pdb'): Fetch {
  return async (url) => {
    const bytes = files[url.replace(HOST, '').replace(/\?.*/, '')]
    const headers = new Map([
      ['content-type', type],
      ['content-length', `${bytes?.length ?? 0}`],
    ])
    return {
      ...{ ok: bytes !== undefined, status: bytes === undefined ? 404 : 200, url },
      headers: { get: (name) => headers.get(name) ?? null },
      arrayBuffer: async () => Uint8Array.from(bytes ?? []).buffer,
    }
  }
}

const chosen = (name: string, bytes: Uint8Array): ChosenFile => new File([Uint8Array.from(bytes)], name)

async function refusal(from: Parameters<typeof readStructure>[0], options = {}): Promise<string> {
  const error = await readStructure(from, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StructureFileError)
  return (error as Error).message
}

test.each(TEXTS)('fetches %s, zipped or not, and reads it from a file', async (name, text) => {
  const wanted = parseStructure(text, { name })
  const fetch = server({ [`/${name}`]: bytesOf(text), [`/${name}.gz`]: gzipped(text) })
  for (const end of ['', '.gz']) {
    const read = await readStructure(`${HOST}/${name}${end}`, { fetch })
    expect(read).toEqual({ ...wanted, name: name === 'a.cif' ? '1ABC' : `${HOST}/${name}${end}` })
    const one = await readStructure(new URL(`${HOST}/${name}${end}?version=2`), { fetch, model: 1 })
    expect(one.models.map((model) => model[0])).toEqual([5])
    const bytes = end === '' ? bytesOf(text) : gzipped(text)
    const file = await readStructure(chosen(`${name}${end}`, bytes))
    expect(file).toEqual({ ...wanted, name: name === 'a.cif' ? '1ABC' : `${name}${end}` })
  }
})

test('what cannot be had is said by its address or name', async () => {
  const fetch = server({ '/b.pdb': bytesOf(pdb(MODELS)), '/c.pdb': bytesOf('ATOM\n') })
  const page = server({ '/b.pdb': bytesOf('<html>') }, 'text/html; charset=utf-8')
  const none = 'expected a file that can be read, got no such file'
  expect(await refusal(`${HOST}/none.pdb`, { fetch })).toBe(`${HOST}/none.pdb: ${none}`)
  expect(await refusal(`${HOST}/b.pdb`, { fetch: page })).toBe(`${HOST}/b.pdb: ${none}`)
  expect(await refusal(`${HOST}/b.pdb`, { fetch, maxBytes: 10 })).toContain('a file of at most 10 bytes')
  expect(await refusal(`${HOST}/c.pdb`, { fetch })).toContain(`${HOST}/c.pdb, line 1: expected coordinates`)
  const lost = async (): Promise<never> => Promise.reject(new TypeError('no network'))
  expect(await refusal(`${HOST}/b.pdb`, { fetch: lost })).toContain('a file that can be fetched, got no network')
  expect(await refusal(chosen('d.pdb', bytesOf(pdb(MODELS))), { maxBytes: 10 })).toContain('d.pdb: expected a file of')
  const gone: ChosenFile = { name: 'e.pdb', size: 5, arrayBuffer: lost }
  expect(await refusal(gone)).toBe('e.pdb: expected a file that can be read, got no network')
  await expect(readStructure('http://[')).rejects.toThrow(InvalidInputError)
  await expect(readStructure(`${HOST}/b.pdb`, { fetch, kind: 1 } as never)).rejects.toThrow('options.kind')
})

test('over HTTP', async () => {
  const web = createServer((_, response) => response.end(pdb(MODELS)))
  await new Promise<void>((done) => {
    web.listen(0, '127.0.0.1', done)
  })
  try {
    const { port } = web.address() as AddressInfo
    expect((await readStructure(`http://127.0.0.1:${port}/a.pdb`)).atoms.count).toBe(12)
  } finally {
    web.closeAllConnections()
    await new Promise((done) => web.close(done))
  }
})
