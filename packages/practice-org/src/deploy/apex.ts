import { createHash } from 'node:crypto'
import { ApexErrorListener, ApexParserFactory } from '@apexdevtools/apex-parser'
import { wording } from './wording.ts'

/** A compile error; line and column are 1-based. */
export interface ApexProblem {
  message: string
  line: number
  column: number
}

/** Verdicts by content, because whole branches are deployed again and again. */
const verdicts = new Map<string, ApexProblem | null>()
const keptVerdicts = 20_000

class FirstError extends ApexErrorListener {
  problem: ApexProblem | undefined
  override apexSyntaxError(line: number, column: number, message: string): void {
    this.problem ??= { message: rewrite(message), line, column: column + 1 }
  }
}

/** Checks the syntax of a class or trigger and that its name is the file's. Returns the first problem. */
export async function checkApex(
  type: 'ApexClass' | 'ApexTrigger',
  fullName: string,
  source: string,
): Promise<ApexProblem | undefined> {
  const key = createHash('sha1').update(`${type}/${fullName}\n${source}`).digest('base64')
  const known = verdicts.get(key)
  if (known !== undefined) return known ?? undefined
  await new Promise((resolve) => setImmediate(resolve))
  const problem = parse(type, fullName, source)
  if (verdicts.size > keptVerdicts) verdicts.clear()
  verdicts.set(key, problem ?? null)
  return problem
}

function parse(type: 'ApexClass' | 'ApexTrigger', fullName: string, source: string): ApexProblem | undefined {
  const listener = new FirstError()
  const { parser } = ApexParserFactory.createLexerAndParser(source, listener)
  if (type === 'ApexClass') parser.compilationUnit()
  else parser.triggerUnit()
  return listener.problem ?? nameProblem(type, fullName, source)
}

function nameProblem(
  type: 'ApexClass' | 'ApexTrigger',
  fullName: string,
  source: string,
): ApexProblem | undefined {
  const blank = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'/g, (text) =>
    text.replaceAll(/[^\n]/g, ' '),
  )
  const pattern = type === 'ApexClass' ? /\b(?:class|interface|enum)\s+(\w+)/i : /\btrigger\s+(\w+)/i
  const match = pattern.exec(blank)
  const name = match?.[1]
  if (!match || name === undefined || name.toLowerCase() === fullName.toLowerCase()) return undefined
  const start = blank.slice(0, match.index + match[0].length - name.length)
  const line = start.split('\n').length
  return { message: wording.className(name), line, column: start.length - start.lastIndexOf('\n') }
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
