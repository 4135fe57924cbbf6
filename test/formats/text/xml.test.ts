import { expect, test } from 'vitest'
import { parseXml } from '../../../src/formats/text/xml.js'

class Refused extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}

const parse = (text: string) =>
  parseXml(text, (line, expected, got) => {
    throw new Refused(line, `${expected}, got ${got}`)
  })

function expectRefused(text: string, line: number, message: string | RegExp): void {
  let found: unknown
  try {
    parse(text)
  } catch (error) {
    found = error
  }
  expect(found).toBeInstanceOf(Refused)
  expect((found as Refused).message).toMatch(message)
  expect((found as Refused).line).toBe(line)
}

test('elements, attributes, text and lines', () => {
  const root = parse(
    '<?xml version="1.0"?>\n<!-- <no> -->\n<a x="1" y=\'&lt;"2\'>\r\n <b>one &amp; two</b>\n <p>1 2\n3</p><c/>three</a>\n',
  )
  expect(root).toMatchObject({ name: 'a', line: 3, text: 'three' })
  expect([...root.attributes]).toEqual([
    ['x', '1'],
    ['y', '<"2'],
  ])
  expect(root.children.map(({ name, text, line }) => ({ name, text, line }))).toEqual([
    { name: 'b', text: 'one & two', line: 4 },
    { name: 'p', text: '1 2\n3', line: 5 },
    { name: 'c', text: '', line: 6 },
  ])
  expect(parse('<!DOCTYPE a SYSTEM "a.dtd"><a><![CDATA[<1>]]></a>').text).toBe('<1>')
})

test.each([
  ['<a>\n<b></a>', 2, 'unexpected close tag'],
  ['<a>\n<b', 2, 'unclosed tag'],
  ['<a>\n<b x=1/></a>', 2, 'XML'],
  ['<a>\n<b x="1" x="2"/></a>', 2, 'XML'],
  ['<a>\n&\n</a>', 3, 'XML'],
  ['<a/>\n<b/>', 2, 'only one root'],
  ['<a>\n<!-- </a>', 2, 'unclosed'],
  ['<a>\n<![CDATA[ </a>', 2, 'unclosed'],
  ['<?xml', 1, 'XML'],
  ['just text', 1, 'XML'],
  ['', 1, 'XML'],
  ['<a/>\nrest', 2, /./],
])('%j is refused in line %i', (text, line, message) => {
  expectRefused(text, line, message)
})

test('no declarations, so no bombs', () => {
  const entities = Array.from({ length: 10 }, (_, k) => `<!ENTITY e${k + 1} "${`&e${k};`.repeat(10)}">`)
  expectRefused(`<!DOCTYPE a [<!ENTITY e0 "x">${entities.join('')}]><a>&e10;</a>`, 1, 'undefined entity')
  expectRefused('<a>&lol;</a>', 1, 'undefined entity')
})

test('depth and number have bounds', () => {
  expectRefused('<a>'.repeat(1000) + '</a>'.repeat(1000), 1, 'at most 200 deep')
  expectRefused(`<a>${'<b/>'.repeat(1_000_001)}</a>`, 1, 'at most 1000000 elements')
  expect(parse(`<a><p>${'1 '.repeat(1_000_000)}</p></a>`).children[0]!.text.length).toBe(1_999_999)
  expect(parse(`<a>${'<b/>'.repeat(1000)}</a>`).children.length).toBe(1000)
})

test('names that mean something to JavaScript are harmless', () => {
  expect(parse('<a><__proto__ x="1"/></a>').children[0]).toMatchObject({ name: '__proto__' })
  expect(parse('<a __proto__="1"/>').attributes.get('__proto__')).toBe('1')
  expect(parse('<a hasOwnProperty="1" toString="2"/>').attributes.size).toBe(2)
})
