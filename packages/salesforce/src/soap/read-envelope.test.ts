import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SalesforceError } from '../errors.ts'
import { soapDocument } from '../testing/scripted-server.ts'
import { readEnvelope } from './read-envelope.ts'
import { childText, type XmlElement } from './xml.ts'

async function* pieces(text: string, cuts: readonly number[] = []): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  for (const [index, edge] of edges.entries()) yield bytes.subarray(edge, edges[index + 1] ?? bytes.length)
}

async function readPassedOn(text: string, cuts: readonly number[] = []) {
  let passedOn = ''
  const write = async (piece: string) => void (passedOn += piece)
  const content = await readEnvelope(pieces(text, cuts), { textSink: { element: 'zipFile', write } })
  return { content, passedOn }
}

const reply = soapDocument(
  '<checkResponse><result><a>Grün &amp; <![CDATA[<zipFile>no</zipFile>]]></a><!-- <zipFile> -->' +
    '<id xsi:nil="true"/><zipFile>UEsDBAoAAAA=</zipFile><z>after</z></result></checkResponse>',
)

test('a reply reads the same however it is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 40 }), async (cuts) => {
      const { content, passedOn } = await readPassedOn(reply, cuts)
      const [result] = content.children
      expect(passedOn).toBe('UEsDBAoAAAA=')
      expect(result && childText(result, 'a')).toBe('Grün & <zipFile>no</zipFile>')
      expect(result && childText(result, 'id')).toBeNull()
      expect(result && childText(result, 'z')).toBe('after')
    }),
  )
})

test('the text that is passed on is never part of the tree', async () => {
  const { content } = await readPassedOn(reply)
  expect(JSON.stringify(content)).not.toContain('UEsDB')
})

test('an empty archive element diverts nothing', async () => {
  const { passedOn } = await readPassedOn(
    soapDocument('<r><result><zipFile xsi:nil="true"/><b>text</b></result></r>'),
  )
  expect(passedOn).toBe('')
})

const list = soapDocument(
  '<r>\n <result><a>1</a><b/></result>\n <other>x</other> <result>\n<a>two</a>\n</result><result/>\n</r>',
)

test('elements are handed over one by one as they are, and the tree has the rest', async () => {
  const whole = (await readEnvelope(pieces(list))).children
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 40 }), async (cuts) => {
      const taken: XmlElement[] = []
      const take = (element: XmlElement) => void taken.push(element)
      const rest = await readEnvelope(pieces(list, cuts), { elementSink: { element: 'result', take } })
      expect(taken).toEqual(whole.filter(({ name }) => name === 'result'))
      expect(rest).toEqual({ name: 'r', text: '\n ', isNil: false, children: [{ ...whole[1] }] })
    }),
  )
})

const bomb = '<!DOCTYPE e [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
const refused: [string, string][] = [
  ['a document type', soapDocument('<r/>').replace('<soapenv:Envelope', '<!DOCTYPE x><soapenv:Envelope')],
  ['an entity bomb', `${bomb}<e>&b;</e>`],
  ['an external entity', '<!DOCTYPE e [<!ENTITY a SYSTEM "file:///etc/hostname">]><e>&a;</e>'],
  ['an unknown entity', soapDocument('<r>&nbsp;</r>')],
  ['deep nesting', soapDocument('<a>'.repeat(100_000))],
  ['many attributes', soapDocument(`<r ${Array.from({ length: 200 }, (_, n) => `a${n}=""`).join(' ')}/>`)],
  ['a text without end', soapDocument(`<r>${'x'.repeat(5_000_000)}</r>`)],
  ['a tag without end', soapDocument(`<r ${'x'.repeat(200_000)}`)],
  ['an unclosed element', soapDocument('<r>')],
  ['two roots', `${soapDocument('<r/>')}<second/>`],
  ['a duplicate attribute', soapDocument('<r a="1" a="2"/>')],
  ['a NUL', soapDocument('<r>\0</r>')],
  ['an unbound prefix', soapDocument('<q:r/>')],
  ['an HTML page', '<html><body>Down for maintenance</body></html>'],
  ['another document', '<a><b/></a>'],
  ['an empty body', soapDocument('')],
  ['nothing', ''],
  ['plain text', 'Service unavailable'],
]

test.each(refused)('refuses %s', async (_, text) => {
  await expect(readEnvelope(pieces(text, [100, 2_000, 60_000]))).rejects.toMatchObject({
    code: 'badResponse',
  })
  const passedOn = await readPassedOn(text).catch((error: unknown) => error)
  expect(passedOn instanceof SalesforceError && passedOn.code).toBe('badResponse')
})

test('refuses bytes that are not UTF-8', async () => {
  const bytes = Readable.from([Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe])])
  await expect(readEnvelope(bytes)).rejects.toMatchObject({ code: 'badResponse' })
})
