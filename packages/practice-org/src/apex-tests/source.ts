/**
 * A class or trigger whose tests or lines matter. `id` is that of its ApexClass or ApexTrigger
 * record.
 */
export interface ApexSource {
  id: string
  name: string
  kind: 'Class' | 'Trigger'
  text: string
}

/** A test method and where it begins; lines are 1-based. */
export interface TestMethod {
  name: string
  body: string
  line: number
}

/** The same text with comments and string contents blanked out, so that patterns meet code only. Offsets stay. */
export function codeOnly(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'/g, (found) =>
    found.startsWith("'")
      ? `'${' '.repeat(Math.max(0, found.length - 2))}'`
      : found.replaceAll(/[^\n]/g, ' '),
  )
}

/**
 * True for a class that holds tests: it does not count in coverage. The annotation may have
 * arguments and any letter case.
 */
export function isTestClass(source: ApexSource): boolean {
  return source.kind === 'Class' && /^[\s\S]{0,2000}?@istest\b[^{]*\bclass\b/i.test(codeOnly(source.text))
}

/**
 * The test methods of a class, with `@IsTest` or the older `testMethod`; setup methods are
 * none.
 */
export function testMethodsOf(source: ApexSource): TestMethod[] {
  const code = codeOnly(source.text)
  const methods: TestMethod[] = []
  const pattern =
    /(?:@istest\b(?:\s*\([^)]*\))?\s+(?:(?:public|private|global|protected)\s+)?static\s+void|\bstatic\s+testmethod\s+void|\btestmethod\s+static\s+void)\s+(\w+)\s*\(\s*\)\s*\{/gi
  for (const match of code.matchAll(pattern)) {
    const name = match[1]
    if (name === undefined) continue
    const start = match.index + match[0].length
    const end = closingBrace(code, start)
    const line = code.slice(0, start).split('\n').length
    methods.push({ name, body: source.text.slice(start, end), line })
  }
  return methods
}

/** The place of the brace that closes the block; the end of the text when none does. */
function closingBrace(code: string, from: number): number {
  let depth = 1
  for (let index = from; index < code.length; index++) {
    if (code[index] === '{') depth++
    else if (code[index] === '}' && --depth === 0) return index
  }
  return code.length
}

/** Numbers of the lines that a run could execute: statements, not declarations, braces or comments. */
export function executableLines(source: ApexSource): number[] {
  const lines = codeOnly(source.text).split('\n')
  const numbers: number[] = []
  for (const [index, line] of lines.entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || /^[{}()\];,]+$/.test(trimmed) || trimmed.startsWith('@')) continue
    if (
      /^(?:(?:public|private|global|protected|static|final|virtual|abstract|with|without|inherited|sharing|override|transient)\s+)*(?:class|interface|enum|trigger)\b/i.test(
        trimmed,
      )
    )
      continue
    if (/^(?:SELECT|FROM|WHERE|WITH|ORDER|LIMIT|AND|OR)\b/.test(trimmed)) continue
    if (/[;{]\s*$/.test(trimmed)) numbers.push(index + 1)
  }
  return numbers
}

/** Names of other sources that a text mentions, in lower case; comments and texts do not count. */
export function mentions(text: string, names: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  for (const [word] of codeOnly(text).matchAll(/\b[A-Za-z]\w*\b/g))
    if (names.has(word.toLowerCase())) found.add(word.toLowerCase())
  return found
}
