import type { XmlDocument } from './document.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', apos: "'", quot: '"' }

/** The text of ASCII bytes, for a few of them. */
export function asciiBetween(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to && at < bytes.length; at += 1) text += String.fromCharCode(bytes[at] ?? 0)
  return text
}

/** Characters that are decoded at a time: each entity makes garbage, and some values hold a million of them. */
const pieceLength = 1 << 16

/** Resolves entities and brings line ends to LF, as XML prescribes for text. */
export function decodeText(raw: string): string {
  if (!raw.includes('&') && !raw.includes('\r')) return raw
  return inPieces(raw, cutBefore, decodePiece)
}

/** What `change` makes of a text, piece by piece; `cut` gives the last offset up to another at which one may end. */
function inPieces(
  text: string,
  cut: (text: string, to: number) => number,
  change: (piece: string) => string,
): string {
  if (text.length <= pieceLength) return change(text)
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    const to = from + pieceLength < text.length ? cut(text, from + pieceLength) : text.length
    pieces.push(change(text.slice(from, to)))
    from = to
  }
  return pieces.join('')
}

/** The last offset up to `to` at which neither a reference nor CR LF is cut in two. */
function cutBefore(raw: string, to: number): number {
  const near = to - longestReference + 1
  const reference = raw.slice(near, to).lastIndexOf('&')
  const cut = reference < 0 ? to : near + reference
  return raw[cut - 1] === '\r' ? cut - 1 : cut
}

/** Characters of `&#x10FFFF;`. */
const longestReference = 10

function decodePiece(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/gu, '\n') : raw
  if (!text.includes('&')) return text
  return text.replace(/&(#?\w+);/gu, (whole, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(Number.parseInt(name.slice(1), 10))
    return named[name] ?? whole
  })
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Escapes as the service does: all five named entities, CR as a number. */
export function escapeText(text: string): string {
  return /[&<>'"\r]/u.test(text) ? inPieces(text, (_, to) => to, escapePiece) : text
}

function escapePiece(text: string): string {
  return text.replace(/[&<>'"\r]/gu, (character) => escapes[character] ?? character)
}

/** A piece of what stands inside an element. */
interface ContentPiece {
  readonly kind: 'text' | 'comment' | 'instruction' | 'tag'
  readonly value: string
}

/** What stands inside an element: text (decoded; CDATA counts as text), comments, instructions and tags (as written), in order. */
export function piecesOf(raw: string): ContentPiece[] {
  const pieces: ContentPiece[] = []
  let at = 0
  while (at < raw.length) {
    const next = raw.indexOf('<', at)
    const end = next < 0 ? raw.length : next
    if (end > at) pieces.push({ kind: 'text', value: decodeText(raw.slice(at, end)) })
    if (next < 0) break
    const { kind, close } = markupAt(raw, next)
    // `<!-->` does not end there.
    const found = raw.indexOf(close, kind === 'comment' ? next + 4 : next + 2)
    const stop = found < 0 ? raw.length : found + close.length
    if (kind === 'text') pieces.push({ kind, value: raw.slice(next + 9, stop - 3).replace(/\r\n?/gu, '\n') })
    else pieces.push({ kind, value: raw.slice(next, stop) })
    at = stop
  }
  return pieces
}

function markupAt(raw: string, at: number): { readonly kind: ContentPiece['kind']; readonly close: string } {
  if (raw.startsWith('<!--', at)) return { kind: 'comment', close: '-->' }
  if (raw.startsWith('<![CDATA[', at)) return { kind: 'text', close: ']]>' }
  return raw.startsWith('<?', at) ? { kind: 'instruction', close: '?>' } : { kind: 'tag', close: '>' }
}

/** Bytes of content that stand for something else (1). */
const special = new Uint8Array(256)
for (const character of '<&\r') special[character.charCodeAt(0)] = 1

/** Whether a range is its own text: quicker seen in bytes than in three searches for most values, which are short. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from
  while (at < to && special[bytes[at] ?? 0] === 0) at += 1
  return at === to
}

/** The value of an element without children: decoded text without comments. */
export function textOf(document: XmlDocument, element: number): string {
  const { source } = document
  const from = source.contentStartOf(element)
  const to = source.contentEndOf(element)
  const raw = document.between(from, to)
  if (isPlain(source.bytes, from, to)) return raw
  if (!raw.includes('<')) return decodeText(raw)
  return piecesOf(raw)
    .map((piece) => (piece.kind === 'text' ? piece.value : ''))
    .join('')
}

/** An attribute, its value decoded. */
interface Attribute {
  readonly name: string
  readonly value: string
}

/** The attributes of an element in the order written, values decoded. Empty for nearly all metadata. */
export function attributesOf(document: XmlDocument, element: number): Attribute[] {
  const { source } = document
  const [nameEnd, contentStart] = [source.nameEndOf(element), source.contentStartOf(element)]
  // The shortest attribute is ` a=""`; without one, `>` or `/>` follows the name at once.
  return contentStart - nameEnd <= 5 ? [] : attributesIn(document.between(nameEnd, contentStart))
}

/** The attributes in what stands between the name of a start tag and the content. */
export function attributesIn(raw: string): Attribute[] {
  if (!raw.includes('=')) return []
  return [...raw.matchAll(/([^ \t\r\n=]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/gu)].map((found) => ({
    name: found[1] ?? '',
    value: decodeText((found[2] ?? found[3] ?? '').replace(/[\t\r\n]/gu, ' ')),
  }))
}
