import type { Token } from './highlight/highlight.ts'
import type { Mark } from './numbered-lines.ts'
import { visibleText } from './visible-text.ts'

interface CodeTextProps {
  tokens: readonly Token[]
  /** The characters of the line that are marked. */
  mark?: Mark | null
  markClassName?: string | undefined
}

/** The text of a line with the colours of its tokens, and with its mark. */
export const CodeText = ({ tokens, mark = null, markClassName = '' }: CodeTextProps) =>
  cutAt(tokens, mark).map((token, index) => (
    // The parts of a line never change their order, so that their index identifies them.
    // oxlint-disable-next-line react/no-array-index-key
    <TokenText key={index} token={token} className={token.isMarked ? markClassName : ''} />
  ))

interface Part extends Token {
  isMarked: boolean
}

/** The tokens, cut where the mark begins and ends. */
function cutAt(tokens: readonly Token[], mark: Mark | null): Part[] {
  if (mark === null) return tokens.map((token) => ({ ...token, isMarked: false }))
  const { from, to } = mark
  let start = 0
  return tokens.flatMap(({ text, kind }) => {
    const at = (place: number) => Math.min(Math.max(place - start, 0), text.length)
    const parts = [
      { text: text.slice(0, at(from)), kind, isMarked: false },
      { text: text.slice(at(from), at(to)), kind, isMarked: true },
      { text: text.slice(at(to)), kind, isMarked: false },
    ]
    start += text.length
    return parts.filter((part) => part.text !== '')
  })
}

const colours: Readonly<Record<Token['kind'], string>> = {
  plain: '',
  comment: 'text-fg-3 italic',
  string: 'text-green-text',
  keyword: 'text-blue-text',
  name: 'text-violet-text',
  number: 'text-amber-text',
}

const TokenText = ({ token: { text, kind }, className }: { token: Token; className: string }) => {
  // Colours that are readable on the line are not on every mark.
  const classes = className === '' ? colours[kind] : className
  return classes === '' ? visibleText(text) : <span className={classes}>{visibleText(text)}</span>
}
