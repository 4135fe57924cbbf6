// readScene of limber/web said that nothing outside the scene's folder is fetched. A glTF mesh in it had its buffers fetched from
// anywhere: from a folder above by `../`, from other hosts where a space or a tab came before `//`; a redirect of a mesh was followed
// wherever it led. A server that sent without an end was read until there was no memory. A misspelt option `root` was no fence at all, and a scene of a blob: address ended in a TypeError.
import { expect, test } from 'vitest'
import { InvalidInputError } from '../../src/index.js'
import { readMesh, readPath, readScene } from '../../web/index.js'

const TRIANGLE = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
const SCENE = '{"limber":1,"obstacles":[{"name":"m","shape":{"kind":"mesh","file":"m.gltf"}}]}'
const EMPTY = '{"limber":1,"obstacles":[{"name":"b","shape":{"kind":"box","size":[1,1,1]}}]}'

function gltf(uri: string): string {
  const position = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }
  return JSON.stringify({
    ...{ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], accessors: [position] },
    ...{ meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], bufferViews: [{ buffer: 0, byteLength: 36 }] },
    buffers: [{ uri, byteLength: 36 }],
  })
}

/** A server with a scene, its mesh, and a buffer at every other address; `sent` is where it sends who asks for the mesh. */
function server(uri: string, sent?: string) {
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    const text = { 's.json': SCENE, 'm.gltf': gltf(uri) }[url.split('/').at(-1)!]
    const bytes = text === undefined ? TRIANGLE : new TextEncoder().encode(text)
    const from = sent !== undefined && url.endsWith('.gltf') ? sent : url
    const arrayBuffer = async (): Promise<ArrayBuffer> => Uint8Array.from(bytes).buffer
    return { ok: true, status: 200, url: from, headers: { get: () => null }, arrayBuffer }
  }
  return { asked, fetch }
}

test.each(['../b.bin', '%2e%2e/b.bin', ' //evil/b.bin', '\t//evil/b.bin', 'h\nttp://evil/b.bin', '/b.bin'])(
  'a buffer %j is not fetched',
  async (uri) => {
    const { asked, fetch } = server(uri)
    await expect(readScene('http://h/scenes/s.json', { fetch })).rejects.toThrow(/relative path|leads out/)
    await expect(readMesh('http://h/scenes/m.gltf', { fetch })).rejects.toThrow(/relative path|leads out/)
    expect(asked.filter((url) => !url.startsWith('http://h/scenes/'))).toEqual([])
  },
)

test('redirects are followed below the folder only, however it is written', async () => {
  const read = (sent: string) => readScene('http://h/a@1/s.json', { fetch: server('b.bin', sent).fetch })
  await expect(read('http://evil/m.gltf')).rejects.toThrow('leads out of http://h/a@1/')
  expect((await read('http://h/a%401/other.gltf')).world.objects).toEqual(['m'])
})

test('a file without an end is given up where it is too long', async () => {
  let sent = 0
  const pull = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
    stream.enqueue(new Uint8Array(2 ** 20).fill(32))
    sent++
  }
  const fetch = async () => new Response(new ReadableStream<Uint8Array>({ pull }))
  await expect(readScene('http://h/s.json', { fetch })).rejects.toThrow('a file of at most 67108864 bytes')
  expect(sent).toBeLessThan(80)
})

test('options and addresses from JavaScript', async () => {
  const { fetch } = server('b.bin')
  const odd = [null, 5, { fetch, rooot: 'http://h/' }] as never[]
  for (const options of odd) {
    await expect(readScene('http://h/s.json', options)).rejects.toThrow(InvalidInputError)
    await expect(readPath('http://h/s.json', options)).rejects.toThrow(InvalidInputError)
  }
  for (const url of [undefined, null, 5, {}] as never[]) {
    await expect(readScene(url, { fetch })).rejects.toThrow('url must be an address')
  }
  const root = 'http://h/scenes?x#y'
  expect((await readScene('http://h/scenes/s.json', { fetch, root })).world.objects).toEqual(['m'])
})

test('a scene of a blob: or data: address is read, and names no files', async () => {
  const address = (text: string): string => URL.createObjectURL(new Blob([text]))
  expect((await readScene(address(EMPTY))).world.objects).toEqual(['b'])
  expect((await readScene(`data:application/json,${encodeURIComponent(EMPTY)}`)).world.objects).toEqual(['b'])
  await expect(readScene(address(SCENE))).rejects.toThrow('expected something below blob:')
})
