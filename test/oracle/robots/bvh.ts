// Motion capture, the plain way: split at blanks, 4 × 4 matrices, degrees. Where every joint and end site is in every frame, as
// Biovision describes it: a joint's matrix is its parent's, times the translation by OFFSET (plus position channels), times one rotation
// for each rotation channel, in the order of the channels.

type Matrix = readonly (readonly number[])[]

export interface OraclePoint {
  /** The joint's name; of an end site, that of its joint with ` end`. */
  readonly name: string
  readonly matrix: Matrix
}

interface Node {
  readonly name: string
  readonly offset: number[]
  readonly channels: string[]
  readonly parent: Node | undefined
}

function multiply(a: Matrix, b: Matrix): number[][] {
  return [0, 1, 2, 3].map((i) =>
    [0, 1, 2, 3].map((j) => [0, 1, 2, 3].reduce((sum, k) => sum + a[i]![k]! * b[k]![j]!, 0)),
  )
}

function translation([x, y, z]: readonly number[]): number[][] {
  return [[1, 0, 0, x!], [0, 1, 0, y!], [0, 0, 1, z!], [0, 0, 0, 1]] // biome-ignore format: a matrix
}

function rotation(axis: string, degrees: number): number[][] {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  if (axis === 'X') return [[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]] // biome-ignore format: a matrix
  if (axis === 'Y') return [[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]] // biome-ignore format: a matrix
  return [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] // biome-ignore format: a matrix
}

/** By frame: every joint and end site, in the order of the file. */
export function oracleFrames(text: string): OraclePoint[][] {
  const [head, motion] = text.split('MOTION') as [string, string]
  const words = head.split(/\s+/)
  const nodes: Node[] = []
  let parent: Node | undefined
  for (let k = 0; k < words.length; k++) {
    if (words[k] === 'ROOT' || words[k] === 'JOINT' || words[k] === 'End') {
      const name = words[k] === 'End' ? `${parent!.name} end` : words[k + 1]!
      parent = { name, offset: [], channels: [], parent }
      nodes.push(parent)
    }
    if (words[k] === 'OFFSET') parent!.offset.push(...words.slice(k + 1, k + 4).map(Number))
    if (words[k] === 'CHANNELS') parent!.channels.push(...words.slice(k + 2, k + 2 + Number(words[k + 1])))
    if (words[k] === '}') parent = parent!.parent
  }
  const lines = motion.split('\n').map((line) => line.trim())
  const numbers = lines
    .filter((line) => line !== '' && !line.startsWith('Frame'))
    .map((line) => line.split(/\s+/).map(Number))
  return numbers.map((values) => {
    const at = new Map<Node, number[][]>()
    let place = 0
    return nodes.map((node) => {
      const moved = [...node.offset]
      let turned = translation([0, 0, 0])
      for (const channel of node.channels) {
        const value = values[place++]!
        if (channel.endsWith('position')) moved['XYZ'.indexOf(channel[0]!)]! += value
        else turned = multiply(turned, rotation(channel[0]!, value))
      }
      const above = node.parent === undefined ? translation([0, 0, 0]) : at.get(node.parent)!
      const matrix = multiply(multiply(above, translation(moved)), turned)
      at.set(node, matrix)
      return { name: node.name, matrix }
    })
  })
}
