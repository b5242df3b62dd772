import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { normaliseFile } from './normalise.ts'
import { bytes, metadataXml, text } from './testing/text.ts'

const path = 'unpackaged/objects/Car__c.object'
const normalise = (source: string): string | null => text(normaliseFile({ path, content: bytes(source) }))

describe('normalising', () => {
  test('leaves what the service wrote as it is, the same bytes', () => {
    const content = bytes(
      metadataXml(
        'CustomObject',
        '<fields>',
        '    <fullName>A&apos;s__c</fullName>',
        '    <x/>',
        '    <y></y>',
        '</fields>',
      ),
    )
    expect(normaliseFile({ path, content })).toBe(content)
  })

  test('brings indent, line ends, declaration and entities to the form of the service', () => {
    const odd = `\uFEFF<?xml version='1.0' encoding='utf-8'?>\r\n<CustomObject xmlns='http://soap.sforce.com/2006/04/metadata'>\r\n\t<label>a "b" 'c' &#62; d</label><x />\r\n</CustomObject>`
    expect(normalise(odd)).toBe(
      metadataXml('CustomObject', '<label>a &quot;b&quot; &apos;c&apos; &gt; d</label>', '<x/>'),
    )
  })

  test('keeps values, comments and blanks that are content', () => {
    const content = metadataXml(
      'CustomObject',
      '<!-- mine -->',
      '<label>  two  lines\n  here </label>',
      '<name><!-- not translated --></name>',
    )
    expect(normalise(content)).toBe(content)
  })

  test('brings line ends inside comments and values to LF, writes CDATA as text and keeps comments that look closed', () => {
    const odd = '<a><b><![CDATA[<x>\r\n]]>é&#233;</b><c><!--->\r\n--></c></a>'
    const normal = ['<b>&lt;x&gt;\néé</b>', '<c><!--->\n--></c>'].map((line) => `    ${line}\n`).join('')
    expect(normalise(odd)).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n<a>\n${normal}</a>\n`)
  })

  test('keeps text beside elements untouched', () => {
    const content = metadataXml('CustomObject', '<odd>text <b>1</b>  more</odd>')
    expect(normalise(content)).toBe(content)
  })

  test('keeps an instruction that is no declaration, and a no-break space between elements', () => {
    const body = '<a>\u00A0<b>1</b></a>\n'
    expect(normalise(`<?xml-stylesheet href="a"?>\n${body}`)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="a"?>\n${body}`,
    )
  })

  test('leaves code, markup and broken XML alone', () => {
    for (const [file, source] of [
      ['unpackaged/classes/A.cls', 'class A {\r\n}'],
      ['unpackaged/aura/P/P.cmp', '<aura:component>\r\n</aura:component>'],
      ['unpackaged/objects/A.object', '<<<<<<< ours\r\n'],
    ] as const) {
      const content = bytes(source)
      expect(normaliseFile({ path: file, content })).toBe(content)
    }
  })
})

/** Documents with every oddity that real files have. */
const documents = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom('a', 'b', 'fields'),
      fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(
          '',
          ' ',
          '\r\n',
          'x &amp; "y"',
          "it's &#39;",
          '<!-- c -->',
          'a\r\nb',
          '<![CDATA[<&>]]>',
          '&#13;',
        ),
        fc
          .array(fc.tuple(fc.constantFrom('', ' ', '\n  ', '<!-- d -->'), tie('element')), { maxLength: 3 })
          .map((list) => list.flat().join('')),
      ),
      fc.boolean(),
    )
    .map(([name, inner, short]) =>
      inner === '' && short ? `<${name} />` : `<${name} x='1'>${inner}</${name}>`,
    ),
}))

test('normalising twice changes nothing', () => {
  fc.assert(
    fc.property(documents.element, (source) => {
      const once = normalise(source)
      expect(normalise(once ?? '')).toBe(once)
    }),
    { numRuns: 1000 },
  )
})
