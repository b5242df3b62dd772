import { ApexErrorListener, ApexParserFactory } from '@apexdevtools/apex-parser'
import { wording } from '../wording.ts'

/** What a source is; anonymous blocks have no name of their own. */
export type ApexKind = 'ApexClass' | 'ApexTrigger' | 'anonymous'

/** A compile error as DeployMessage shows it; line and column are 1-based. */
export interface ApexProblem {
  message: string
  line: number
  column: number
}

/** Keeps the first error only: the service reports one problem per class. */
class FirstError extends ApexErrorListener {
  problem: ApexProblem | undefined
  override apexSyntaxError(line: number, column: number, message: string): void {
    this.problem ??= { message: rewrite(message), line, column: column + 1 }
  }
}

/**
 * The first problem of a class or trigger: its syntax, or a name that is not the file's;
 * undefined when there is none. Types and variables are not looked up. A large class takes up
 * to a second: callers on the main thread use `checkApex`.
 */
export function parseApex(type: ApexKind, fullName: string, source: string): ApexProblem | undefined {
  const listener = new FirstError()
  const { parser } = ApexParserFactory.createLexerAndParser(source, listener)
  if (type === 'ApexClass') parser.compilationUnit()
  else if (type === 'ApexTrigger') parser.triggerUnit()
  else parser.anonymousUnit()
  if (type === 'anonymous') return listener.problem
  return listener.problem ?? nameProblem(type, fullName, source)
}

/**
 * Names are compared without regard to case. Comments and texts are blanked out first, offsets
 * stay, so that a word in a comment is not taken for the declaration.
 */
function nameProblem(type: ApexKind, fullName: string, source: string): ApexProblem | undefined {
  const blank = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'/g, (text) =>
    text.replaceAll(/[^\n]/g, ' '),
  )
  const pattern = type === 'ApexClass' ? /\b(?:class|interface|enum)\s+(\w+)/i : /\btrigger\s+(\w+)/i
  const match = pattern.exec(blank)
  const name = match?.[1]
  if (!match || name === undefined || name.toLowerCase() === fullName.toLowerCase()) return undefined
  const start = blank.slice(0, match.index + match[0].length - name.length)
  const line = start.split('\n').length
  return { message: wording.deploy.className(name), line, column: start.length - start.lastIndexOf('\n') }
}

/** Says in the compiler's words what the parser found; its own list every token that would have been possible. */
function rewrite(message: string): string {
  const missing = /^missing (.+?) at (.+)$/s.exec(message)
  if (missing) return `Missing ${missing[1]} at ${missing[2]}`
  const extraneous = /^extraneous input (.+?) expecting/s.exec(message)
  if (extraneous) return `Extra ${extraneous[1]}, at ${extraneous[1]}.`
  if (/token recognition error/.test(message))
    return 'Illegal string literal: Line breaks are not allowed in string literals'
  const mismatched = /^mismatched input '([\s\S]*?)' expecting/.exec(message)
  if (mismatched) return `Unexpected token '${mismatched[1]}'.`
  const alternative = /^no viable alternative at input '([\s\S]*)'$/.exec(message)
  if (alternative) return `Unexpected token '${alternative[1]?.trim().split(/\s+/).at(-1) ?? ''}'.`
  return message
}
