// A name or a value of any length was repeated in the message of the error: 61,374 letters for a BinaryCIF file whose encoding was a table.
import { expect, test } from 'vitest'
import { parseStructure } from '../../src/formats/molecules/structure.js'
import { parseSrdf } from '../../src/formats/robots/srdf.js'
import { bcif } from '../formats/molecules/bcif-samples.js'
import { mmcif, peptide } from '../formats/molecules/structure-samples.js'

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it was read')
}

test('messages say what was found, shortened', () => {
  const file = bcif(mmcif([peptide(2)]), 'plain', ({ dataBlocks }) => {
    const column = dataBlocks[0]!.categories[0]!.columns.find(({ name }) => name === 'Cartn_x')!
    column.data.encoding = [new Array(5000).fill(1)] as never
  })
  const messages = [
    messageOf(() => parseStructure(file, { name: 'a.bcif' })),
    messageOf(() => parseSrdf(`<${'a'.repeat(5000)}/>`)),
    messageOf(() => parseSrdf('', 'a'.repeat(5000))),
  ]
  for (const message of messages) {
    expect(message).toMatch(/…/)
    expect(message.length).toBeLessThan(1000)
  }
})
