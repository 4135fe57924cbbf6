// limber/web over a server that is a map: what it answers is what servers answer.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { RobotFileError } from '../../src/errors.js'
import { type Fetch, type FetchedResponse, readMesh, readRobot, robotFromFiles } from '../../web/index.js'
import { expectSame } from '../formats/meshes/expect-mesh.js'
import { FIGURE } from '../formats/robots/bvh-samples.js'
import { collision, RICH_FILES, refused, urdf } from '../formats/robots/robot-samples.js'
import { binaryStl, bytesOf, gltfParts, TETRAHEDRON } from '../formats/samples.js'

const HOST = 'https://robots.example'
const STL = binaryStl(TETRAHEDRON)

interface Answer {
  readonly status?: number
  readonly bytes?: Uint8Array
  readonly type?: string
  readonly length?: number
  /** Where the server has sent us. */
  readonly url?: string
}

/** A server, and what was asked of it. */
function server(files: Readonly<Record<string, Uint8Array | Answer>>): { fetch: Fetch; asked: string[] } {
  const asked: string[] = []
  const fetch: Fetch = async (url) => {
    asked.push(url)
    const found = files[url.replace(HOST, '')]
    const answer: Answer =
      found === undefined ? { status: 404 } : found instanceof Uint8Array ? { bytes: found } : found
    const { status = 200, bytes = new Uint8Array(), type = 'application/octet-stream' } = answer
    const headers = new Map([
      ['content-type', type],
      ['content-length', `${answer.length ?? bytes.length}`],
    ])
    const response: FetchedResponse = {
      ...{ ok: status >= 200 && status < 300, status, url: answer.url ?? url },
      headers: { get: (name) => headers.get(name) ?? null },
      arrayBuffer: async () => Uint8Array.from(bytes).buffer,
    }
    return response
  }
  return { fetch, asked }
}

const meshUrdf = (filename: string): Uint8Array =>
  bytesOf(urdf(`<link name="a">${collision(`<mesh filename="${filename}"/>`)}</link>`))

describe('readRobot', () => {
  test('the figure of a motion-capture clip, fetched or dropped', async () => {
    const { fetch, asked } = server({ '/clips/clip.bvh': bytesOf(FIGURE) })
    const fetched = await readRobot(`${HOST}/clips/clip.bvh`, { fetch, figure: { thickness: 0.2 } })
    const dropped = await robotFromFiles({ 'clip.bvh': bytesOf(FIGURE) }, 'clip.bvh', { figure: { thickness: 0.2 } })
    expect(fetched.links).toEqual(dropped.links)
    expect(fetched.dof).toBe(15)
    expect(asked).toEqual([`${HOST}/clips/clip.bvh`])
  })

  test('a robot, its SRDF where it is named, and only its collision meshes', async () => {
    const files = Object.fromEntries(Object.entries(RICH_FILES).map(([name, bytes]) => [`/${name}`, bytes]))
    const { fetch, asked } = server(files)
    const robot = await readRobot(`${HOST}/rich/urdf/rich.urdf`, { srdf: `${HOST}/rich/urdf/rich.srdf`, fetch })
    const same = await robotFromFiles(RICH_FILES, undefined, { srdf: 'rich.srdf' })
    const auto = await readRobot(`${HOST}/rich/urdf/rich.urdf`, { srdf: 'auto', fetch })
    expect(auto.allowed).toEqual(same.allowed)
    expect(robot.links).toEqual(same.links)
    expect(robot.allowed).toEqual(same.allowed)
    expect(robot.groups).toEqual(same.groups)
    expect(asked.filter((url) => url.endsWith('.dae'))).toEqual([])
    const bare = await readRobot(new URL(`${HOST}/rich/urdf/rich.urdf`), { fetch })
    expect(bare.groups).toEqual([])
  })

  test.each([
    ['../m/a%20b.stl', '/r/m/a%20b.stl'],
    ['package://r/m/a%20b.stl', '/r/m/a%20b.stl'],
    ['package://m/a%20b.stl', '/r/m/a%20b.stl'],
    ['package://lost/r/m/x.stl', '/r/m/x.stl'],
    ['/r/m/x.stl', '/r/m/x.stl'],
    [`${HOST}/r/m/x.stl`, '/r/m/x.stl'],
  ])('finds %s', async (filename, path) => {
    const { fetch } = server({ '/r/urdf/a.urdf': meshUrdf(filename), [path]: STL })
    const robot = await readRobot(`${HOST}/r/urdf/a.urdf?v=1`.replace('?v=1', ''), { fetch })
    expect(robot.links[0]!.geometry).toHaveLength(1)
  })

  test('packages on another server, and an address with a question mark', async () => {
    const { fetch, asked } = server({
      '/r/a.urdf?key=1': meshUrdf('package://p/m.stl'),
      'https://cdn.example/p/m.stl': STL,
    })
    const robot = await readRobot(`${HOST}/r/a.urdf?key=1`, { packages: { p: 'https://cdn.example/p/' }, fetch })
    expect(robot.links[0]!.geometry).toHaveLength(1)
    expect(asked).toEqual([`${HOST}/r/a.urdf?key=1`, 'https://cdn.example/p/m.stl'])
  })

  test.each([
    ['../../../x.stl', `a path inside ${HOST}/x/r (option root)`],
    ['https://evil.example/a.stl', `a path inside ${HOST}/x/r (option root, option allowAbsolute)`],
    [`${HOST}/secret.stl`, `a path inside ${HOST}/x/r (option root, option allowAbsolute)`],
    ['/secret.stl', `a path inside ${HOST}/x/r (option root, option allowAbsolute)`],
    ['package://r/../../secret.stl', 'a path that stays inside its package'],
    ['data:text/plain,x', 'package://, model://, file://, http(s):// or a path'],
  ])('[robot-paths] refuses %s', async (filename, expected) => {
    const { fetch, asked } = server({ '/x/r/urdf/a.urdf': meshUrdf(filename), '/secret.stl': STL })
    const error = await refused(readRobot(`${HOST}/x/r/urdf/a.urdf`, { fetch }))
    expect(error.message).toBe(
      `${HOST}/x/r/urdf/a.urdf, line 2, link "a" <mesh> ${JSON.stringify(filename)}: expected ${expected}`,
    )
    expect(asked).toHaveLength(1)
  })

  test('[robot-paths] an answer from elsewhere is refused', async () => {
    const sent = { bytes: STL, url: 'https://evil.example/m.stl' }
    const { fetch } = server({ '/r/urdf/a.urdf': meshUrdf('m.stl'), '/r/urdf/m.stl': sent })
    expect((await refused(readRobot(`${HOST}/r/urdf/a.urdf`, { fetch }))).message).toContain(
      `expected a file inside ${HOST}/r (option root), got an address that leads out of it`,
    )
  })

  test('what is missing, and what servers say instead', async () => {
    const page = { bytes: bytesOf('<html></html>'), type: 'text/html; charset=utf-8' }
    for (const answer of [undefined, { status: 404 }, { status: 410 }, { status: 403 }, page]) {
      const { fetch } = server({
        '/r/a.urdf': meshUrdf('m.stl'),
        ...(answer === undefined ? {} : { '/r/m.stl': answer }),
      })
      const error = await refused(readRobot(`${HOST}/r/a.urdf`, { fetch }))
      expect(error.missing).toEqual([{ filename: 'm.stl', link: 'a', line: 2, reason: undefined }])
    }
    const failing = server({ '/r/a.urdf': meshUrdf('m.stl'), '/r/m.stl': { status: 500 } }).fetch
    expect((await refused(readRobot(`${HOST}/r/a.urdf`, { fetch: failing }))).message).toContain(
      'link "a" <mesh> "m.stl": expected a file that can be fetched, got HTTP status 500',
    )
    expect((await refused(readRobot(`${HOST}/none.urdf`, { fetch: failing }))).message).toBe(
      `${HOST}/none.urdf: expected a file that can be read, got no such file`,
    )
    const off: Fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    expect((await refused(readRobot(`${HOST}/r/a.urdf`, { fetch: off }))).message).toBe(
      `${HOST}/r/a.urdf: expected a file that can be fetched, got Failed to fetch`,
    )
  })

  test('files that are too large, whatever they say', async () => {
    for (const length of [undefined, 0]) {
      const answer = { bytes: meshUrdf('m.stl'), ...(length === undefined ? {} : { length }) }
      const { fetch } = server({ '/r/a.urdf': answer })
      const error = await refused(readRobot(`${HOST}/r/a.urdf`, { fetch, maxBytes: 10 }))
      expect(error.message).toContain('expected a file of at most 10 bytes (option maxBytes), got')
    }
  })

  test('what is not an address, or not an option', async () => {
    for (const url of ['', 'robot.urdf', 'ftp://x/y.urdf', `${HOST}/`, 'file:///a.urdf']) {
      await expect(readRobot(url)).rejects.toMatchObject({ name: 'InvalidInputError', field: 'url' })
    }
    await expect(readRobot(`${HOST}/a.urdf`, { sdrf: '' } as never)).rejects.toMatchObject({ field: 'options.sdrf' })
    await expect(readRobot(`${HOST}/a.urdf`, { packages: { p: 'x' } })).rejects.toMatchObject({
      field: 'options.packages.p',
    })
    await expect(readRobot(`${HOST}/a.urdf`, { srdf: 'x' })).rejects.toMatchObject({ field: 'options.srdf' })
  })
})

describe('readMesh', () => {
  test('by its address, with its buffers', async () => {
    const { document, buffer } = gltfParts(TETRAHEDRON)
    document.buffers[0].uri = 'parts/a%20b.bin'
    const { fetch } = server({
      '/m.stl': STL,
      '/g/m.gltf': bytesOf(JSON.stringify(document)),
      '/g/parts/a%20b.bin': buffer,
    })
    expectSame(await readMesh(`${HOST}/m.stl`, { fetch }), TETRAHEDRON)
    expectSame(await readMesh(new URL(`${HOST}/g/m.gltf`), { fetch }), TETRAHEDRON)
  })

  test('says what is wrong, by the address', async () => {
    const { document } = gltfParts(TETRAHEDRON)
    document.buffers[0].uri = 'https://evil.example/a.bin'
    const { fetch } = server({ '/g/m.gltf': bytesOf(JSON.stringify(document)), '/x.off': bytesOf('OFF\n1 0 0\n0 x 0') })
    await expect(readMesh(`${HOST}/g/m.gltf`, { fetch })).rejects.toThrow('or one by a relative path')
    await expect(readMesh(`${HOST}/none.stl`, { fetch })).rejects.toThrow(
      `${HOST}/none.stl: expected a file that can be read, got no such file`,
    )
    await expect(readMesh(`${HOST}/x.off`, { fetch })).rejects.toMatchObject({ name: 'MeshFileError', line: 3 })
    await expect(readMesh('nowhere', { fetch })).rejects.toMatchObject({ field: 'url' })
  })
})

test('over a real server, by the fetch that is there', async () => {
  const files = new Map(Object.entries(RICH_FILES).map(([name, bytes]) => [`/${name}`, bytes]))
  const listening = createServer((request, response) => {
    const bytes = files.get(request.url ?? '')
    response.writeHead(bytes === undefined ? 404 : 200, { 'content-type': 'model/stl' }).end(bytes)
  })
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve)
  })
  try {
    const { port } = listening.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/rich/urdf/rich.urdf`
    const robot = await readRobot(url, { srdf: url.replace('.urdf', '.srdf') })
    const { links, allowed } = await robotFromFiles(RICH_FILES, undefined, { srdf: 'rich.srdf' })
    expect(robot.links).toEqual(links)
    expect(robot.allowed).toEqual(allowed)
    expectSame(await readMesh(`http://127.0.0.1:${port}/rich/meshes/part.stl`), TETRAHEDRON)
  } finally {
    listening.close()
    listening.closeAllConnections()
  }
})

test('the errors of limber/web are those of limber', async () => {
  await expect(robotFromFiles({})).rejects.toBeInstanceOf(RobotFileError)
})
