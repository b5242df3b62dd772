import { codeOnly } from '../apex-tests/source.ts'
import { wording } from '../wording.ts'
import type { ApexProblem } from './apex-syntax.ts'

/** A place where a source names a type. */
interface Mention {
  name: string
  index: number
  /** Behind `new`, before a static call, or behind `extends` and `implements`. */
  kind: 'created' | 'called' | 'inherited'
}

const created = /\bnew\s+([A-Za-z]\w*)(?=(?:\s*\.\s*\w+)*\s*[(<[{])/gi
const inherited = /\b(?:extends|implements)\s+([A-Za-z][\w.<>, ]*?)\s*(?=\{|\bimplements\b)/gi
const called = /(?<![\w.)\]'])([A-Z]\w*)\s*\.\s*\w+\s*\(/g

/**
 * The first name of a class or trigger that nothing stands behind, in the words of the compiler;
 * undefined when all are known. Only what shows without a compiler is looked at: `new X()`,
 * `extends X`, `implements X` and `X.call()`. What is inherited may have any name, so in a class
 * that extends another only that other one is looked at.
 */
export function unknownApexName(source: string, isKnown: (name: string) => boolean): ApexProblem | undefined {
  const code = codeOnly(source)
  const own = declaredIn(code)
  const extendsAnother = /\bextends\b/i.test(code)
  for (const { name, index, kind } of mentionsOf(code)) {
    if (own.has(name.toLowerCase()) || isKnown(name)) continue
    if (kind !== 'inherited' && extendsAnother) continue
    if (kind === 'called' && isVariable(code, name)) continue
    const before = code.slice(0, index)
    const message = kind === 'called' ? wording.deploy.variable(name) : wording.deploy.invalidType(name)
    return { message, line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
  }
  return undefined
}

/** In the order of the source. */
function mentionsOf(code: string): Mention[] {
  const mentions: Mention[] = []
  for (const match of code.matchAll(created)) mentions.push(at(match, match[1] ?? '', 'created'))
  for (const match of code.matchAll(called)) mentions.push(at(match, match[1] ?? '', 'called'))
  for (const match of code.matchAll(inherited))
    for (const [name] of (match[1] ?? '').replaceAll(/\.\s*\w+/g, '').matchAll(/[A-Za-z]\w*/g))
      mentions.push(at(match, name, 'inherited'))
  return mentions.toSorted((a, b) => a.index - b.index)
}

function at(match: RegExpMatchArray, name: string, kind: Mention['kind']): Mention {
  const start = match.index ?? 0
  return { name, kind, index: start + Math.max(0, match[0].indexOf(name)) }
}

/** Classes, interfaces and enums that the source declares itself, in lower case. */
function declaredIn(code: string): Set<string> {
  const names = new Set<string>()
  for (const [, name] of code.matchAll(/\b(?:class|interface|enum|trigger)\s+(\w+)/gi))
    if (name !== undefined) names.add(name.toLowerCase())
  return names
}

/** True when anything with this name is declared: a field, a property, a parameter, a local variable. */
function isVariable(code: string, name: string): boolean {
  return new RegExp(`[\\w>\\]]\\s+${name}\\s*(?:[;=,):{]|$)`, 'im').test(code)
}
