import { parseSync, Visitor } from 'oxc-parser'

export interface FunctionFact {
  readonly name: string
  readonly line: number
  readonly lines: number
  readonly parameters: number
}

export interface SourceFacts {
  readonly lines: number
  readonly commentLines: number
  /** Exported values; the types that describe them are erased and do not count. */
  readonly exports: number
  readonly anyTypes: number
  readonly assertions: number
  readonly functions: readonly FunctionFact[]
  readonly identifiers: ReadonlySet<string>
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Counts of one source file that the budgets and the word rule judge, read from its syntax tree. */
export function sourceFacts(path: string, text: string): SourceFacts {
  const lineOf = lineIndex(text)
  const { program, comments, module } = parseSync(path, text)
  const counts = { anyTypes: 0, assertions: 0 }
  const functions: FunctionFact[] = []
  const identifiers = new Set<string>()
  const addFunction = (node: Span & { params: readonly unknown[] }, name: string) => {
    const line = lineOf(node.start)
    functions.push({ name, line, lines: lineOf(node.end) - line + 1, parameters: node.params.length })
  }
  new Visitor({
    FunctionDeclaration: (node) => addFunction(node, node.id?.name ?? 'function'),
    FunctionExpression: (node) => addFunction(node, 'function'),
    ArrowFunctionExpression: (node) => addFunction(node, 'arrow'),
    TSAnyKeyword: () => void (counts.anyTypes += 1),
    TSAsExpression: (node) => void (counts.assertions += isConst(node.typeAnnotation) ? 0 : 1),
    Identifier: (node) => void identifiers.add(node.name),
  }).visit(program)
  return {
    lines: text.split('\n').length - 1,
    commentLines: comments.reduce((sum, comment) => sum + lineOf(comment.end) - lineOf(comment.start) + 1, 0),
    exports: module.staticExports.flatMap(({ entries }) => entries).filter((entry) => !entry.isType).length,
    functions,
    identifiers,
    ...counts,
  }
}

function isConst(type: { type: string }): boolean {
  return type.type === 'TSTypeReference' && 'typeName' in type && nameOf(type.typeName) === 'const'
}

function nameOf(node: unknown): string | undefined {
  return typeof node === 'object' && node !== null && 'name' in node && typeof node.name === 'string'
    ? node.name
    : undefined
}

/** Positions are UTF-16 offsets; a binary search over line starts turns one into a line number. */
function lineIndex(text: string): (offset: number) => number {
  const starts = [0]
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
