import { parseSync, Visitor } from 'oxc-parser'
import type { Plugin } from 'vite'

interface Replacement {
  start: number
  end: number
  text: string
}

/** Properties of a route that only the server and its API reference read, with the value that the browser gets instead. */
const instead = new Map([
  ['summary', "''"],
  ['problems', '[]'],
])

/** Leaves out the summaries and the lists of problems of all routes, which no browser reads. */
export const leaveOutDocumentation: Plugin = {
  name: 'leave-out-documentation',
  apply: 'build',
  transform: {
    filter: { id: /\/packages\/contract\/dist\/[\w-]+[.]js$/, code: /\broute\(\{/ },
    handler: (code, id) => ({
      code: replacementsIn(code, id).reduceRight(
        (text, { start, end, text: by }) =>
          // Keeps the number of lines, so that the source map stays valid.
          text.slice(0, start) + by + text.slice(start, end).replace(/[^\n]/g, '') + text.slice(end),
        code,
      ),
      map: null,
    }),
  },
}

/** Finds the values to replace, in the order of the text. */
function replacementsIn(code: string, file: string): Replacement[] {
  const found: Replacement[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [definition] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'route') return
      if (definition?.type !== 'ObjectExpression') return
      for (const property of definition.properties) {
        if (property.type !== 'Property' || property.shorthand || property.key.type !== 'Identifier') continue
        const text = instead.get(property.key.name)
        const { start, end } = property.value
        if (text !== undefined) found.push({ start, end, text })
      }
    },
  }).visit(parseSync(file, code).program)
  return found
}
