/** The part of saxes that building a tree takes. */
export interface SaxesModule {
  readonly SaxesParser: new (options: object) => {
    on(event: 'opentag', handler: (tag: { name: string; attributes: Record<string, string> }) => void): void
    on(event: 'closetag', handler: () => void): void
    on(event: 'text' | 'cdata', handler: (text: string) => void): void
    write(text: string): { close(): void }
  }
}

interface Growing {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Growing[]
  text: string
}

/** The same object tree as ours, put together from the events of a strict parser; it throws for malformed input. */
export function treeBySaxes(saxes: SaxesModule, xml: string): Growing {
  const parser = new saxes.SaxesParser({ xmlns: false, position: false })
  const top: Growing = { name: '', attributes: {}, children: [], text: '' }
  const open: Growing[] = [top]
  const addText = (text: string) => {
    const node = open.at(-1)
    if (node !== undefined && node.children.length === 0) node.text += text
  }
  parser.on('opentag', ({ name, attributes }) => {
    const node: Growing = { name, attributes, children: [], text: '' }
    const parent = open.at(-1)
    if (parent !== undefined) {
      parent.children.push(node)
      parent.text = ''
    }
    open.push(node)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return top.children[0] ?? top
}
