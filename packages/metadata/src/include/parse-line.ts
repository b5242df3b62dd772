import { allTypeNames, findType } from '../registry.ts'

/** A remark on a line; its column counts from 1 in the line with its comment. */
export interface LineProblem {
  readonly column: number
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** A line that says something, taken apart at its slashes. */
export interface SpecLine {
  readonly negated: boolean
  /** Null when the line has no effect. */
  readonly segments: readonly string[] | null
  readonly problems: readonly LineProblem[]
}

const wildcard = /[*?[]/u
let typesByFoldedName: Map<string, string> | null = null

/**
 * One line of the include specs without its comment; null for a line that says nothing.
 * Columns count from 1. Never throws: what is wrong with a line is in `problems`.
 */
export function parseSpecLine(lineText: string): SpecLine | null {
  const uncommented = lineText.split('#')[0] ?? ''
  const body = uncommented.trim()
  if (body === '') return null
  const column = uncommented.length - uncommented.trimStart().length + 1
  const negated = body.startsWith('!')
  const path = negated ? body.slice(1).trimStart() : body
  const start = column + body.length - path.length
  const segments = path.replace(/\/$/u, '').split('/')
  const problems = check(segments, start)
  const fails = problems.some((problem) => problem.severity === 'error')
  return { negated, segments: fails || isTypeAlone(segments) ? null : segments, problems }
}

function check(segments: readonly string[], start: number): LineProblem[] {
  const [packageName = '', prefix, typeName] = segments
  const problem = (severity: LineProblem['severity'], index: number, message: string): LineProblem[] => [
    { column: columnOf(segments, index, start), message, severity },
  ]
  if (packageName === '' || packageName === '~')
    return problem('error', 0, 'A spec starts with a package name, such as "unpackaged".')
  if (isTypeAlone(segments)) {
    const message = `"${packageName}" is a metadata type and has no effect. Write "unpackaged/~/${packageName}".`
    return problem('warning', 0, message)
  }
  if (wildcard.test(packageName))
    return problem('error', 0, 'The package name must be written out: wildcards are not allowed in it.')
  const empty = segments.indexOf('')
  if (empty > 0) return problem('error', empty, 'A segment between two slashes is empty.')
  const blank = segments.findIndex((segment) => segment !== segment.trim())
  if (blank >= 0) return problem('error', blank, 'There is a blank beside a slash.')
  if (prefix !== undefined && isTypeName(prefix))
    return problem('warning', 1, `"${prefix}" stands where the namespace prefix does. Write "~/${prefix}".`)
  return typeName === undefined ? [] : checkType(segments, typeName, problem)
}

/** An unknown type is a warning only: the registry may be older than the org. */
function checkType(
  segments: readonly string[],
  typeName: string,
  problem: (severity: LineProblem['severity'], index: number, message: string) => LineProblem[],
): LineProblem[] {
  if (wildcard.test(typeName)) return []
  const known = typesByName().get(typeName.toLowerCase())
  if (known === undefined) return problem('warning', 2, `"${typeName}" is not a known metadata type.`)
  const type = findType(known)
  const contentType = type?.folderContentType ?? null
  if (contentType !== null)
    return problem('warning', 2, `Folders come with what lies in them. Write "${contentType}".`)
  if (segments.length > 4 && type?.inFolder !== true) {
    const message = `Components of type "${known}" do not lie in folders: one name follows the type.`
    return problem('error', 4, message)
  }
  return []
}

function columnOf(segments: readonly string[], index: number, start: number): number {
  return start + segments.slice(0, index).reduce((sum, segment) => sum + segment.length + 1, 0)
}

/** `!ListView`: examples of the product that others move over from have it, where it does nothing. */
function isTypeAlone([packageName = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 && isTypeName(packageName)
}

function isTypeName(word: string): boolean {
  return typesByName().has(word.toLowerCase())
}

function typesByName(): Map<string, string> {
  typesByFoldedName ??= new Map(allTypeNames().map((name) => [name.toLowerCase(), name]))
  return typesByFoldedName
}
