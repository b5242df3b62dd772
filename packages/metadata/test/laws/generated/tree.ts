import { SaxesParser } from 'saxes'

/** An element as the tests think of it: a leaf has a value and no children, a parent the other way round. */
export interface Tree {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly value: string
  readonly children: readonly Tree[]
}

export function leaf(name: string, value: string): Tree {
  return { name, attributes: {}, value, children: [] }
}

export function parent(name: string, children: readonly Tree[]): Tree {
  return { name, attributes: {}, value: '', children }
}

interface Growing {
  readonly name: string
  readonly attributes: Record<string, string>
  value: string
  readonly children: Growing[]
}

/**
 * Reads a document with an independent strict reader. Blanks between elements are left out, and so is what stays between
 * the tags of a parent when its last child goes.
 */
export function readTree(text: string): Tree {
  const parser = new SaxesParser({ xmlns: false })
  const top: Growing = { name: '', attributes: {}, value: '', children: [] }
  const open = [top]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Growing = { name, attributes: { ...attributes }, value: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const add = (piece: string): void => {
    const element = open.at(-1)
    if (element !== undefined) element.value += piece
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  const root = top.children[0]
  if (root === undefined) throw new Error('no root')
  return withoutBlanks(root)
}

function withoutBlanks({ name, attributes, value, children }: Growing): Tree {
  const isEmptied = /^\s*\n\s*$/u.test(value)
  return {
    name,
    attributes,
    value: children.length > 0 || isEmptied ? '' : value,
    children: children.map(withoutBlanks),
  }
}

/** The text of every comment, blanks at its ends and line ends apart. */
export function commentsIn(text: string): string[] {
  const comments: string[] = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on('comment', (comment) => void comments.push(comment))
  parser.write(text).close()
  return comments
}
