import * as fc from 'fast-check'

import type { Tree } from './tree.ts'

/** How a document is written; none of it changes what the document says, comments apart. */
export interface Spelling {
  readonly bom: boolean
  readonly declaration: string
  readonly indent: string
  readonly lineEnd: '\n' | '\r\n'
  readonly escapes: 'all' | 'few' | 'numbers' | 'cdata'
  readonly empty: '/>' | ' />' | 'open'
  readonly comments: readonly string[]
  readonly end: string
}

/** What the service writes. */
export const serviceSpelling: Spelling = {
  bom: false,
  declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
  indent: '    ',
  lineEnd: '\n',
  escapes: 'all',
  empty: '/>',
  comments: [],
  end: '\n',
}

/** Without comments: ways to write one and the same document. */
export const plainSpellings: fc.Arbitrary<Spelling> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(serviceSpelling) },
  {
    weight: 3,
    arbitrary: fc.record({
      bom: fc.boolean(),
      declaration: fc.constantFrom(
        serviceSpelling.declaration,
        '',
        "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n\n",
      ),
      indent: fc.constantFrom('    ', '  ', '\t', ''),
      lineEnd: fc.constantFrom<Spelling['lineEnd'][]>('\n', '\r\n'),
      escapes: fc.constantFrom<Spelling['escapes'][]>('all', 'few', 'numbers', 'cdata'),
      empty: fc.constantFrom<Spelling['empty'][]>('/>', ' />', 'open'),
      comments: fc.constant([]),
      end: fc.constantFrom('\n', '', '\n\n'),
    }),
  },
)

const comments = fc.array(fc.constantFrom(' kept ', ' two\nlines ', '<a>&', ''), { maxLength: 2 })

/** Ways to write a document, comments between elements included. */
export const spellings: fc.Arbitrary<Spelling> = fc
  .tuple(plainSpellings, comments)
  .map(([spelling, found]) => ({ ...spelling, comments: found }))

/** The document's text. */
export function write(tree: Tree, spelling: Spelling): string {
  const { bom, declaration, lineEnd, comments: found, end } = spelling
  const [first] = found
  const head = first === undefined ? '' : `<!--${first}-->\n`
  const text = `${declaration}${head}${element(tree, '', spelling)}${end}`
  return `${bom ? '\uFEFF' : ''}${text.replaceAll('\n', lineEnd)}`
}

function element(tree: Tree, indent: string, spelling: Spelling): string {
  const { name, attributes, value, children } = tree
  const quoted = Object.entries(attributes).map(([key, text]) => ` ${key}="${escapedAll(text)}"`)
  const tag = `${name}${quoted.join('')}`
  if (children.length === 0) {
    if (value !== '') return `<${tag}>${written(value, spelling)}</${name}>`
    return spelling.empty === 'open' ? `<${tag}></${name}>` : `<${tag}${spelling.empty}`
  }
  const inner = `${indent}${spelling.indent}`
  const lines = children.flatMap((child, index) => {
    const comment = spelling.comments[index % 4]
    const text = `${inner}${element(child, inner, spelling)}`
    return comment === undefined ? [text] : [`${inner}<!--${comment}-->`, text]
  })
  return `<${tag}>\n${lines.join('\n')}\n${indent}</${name}>`
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
}

function escapedAll(text: string): string {
  return text.replace(/[&<>'"]/gu, (sign) => named[sign] ?? sign).replaceAll('\r', '&#13;')
}

function written(value: string, { escapes }: Spelling): string {
  if (escapes === 'cdata' && !/\]\]>|\r/u.test(value)) return `<![CDATA[${value}]]>`
  if (escapes === 'few' || escapes === 'cdata')
    return value.replace(/[&<>]/gu, (sign) => named[sign] ?? sign).replaceAll('\r', '&#13;')
  if (escapes === 'all') return escapedAll(value)
  return value.replace(/[&<>'"\r]/gu, (sign) => `&#${sign === '"' ? 'x22' : sign.charCodeAt(0)};`)
}
