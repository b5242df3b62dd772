import type { ApexTestResult } from '@sluice/contract/apex-test-run'

/** The results of a run in the JUnit format: one suite for each class. */
export function jUnitReport(results: readonly ApexTestResult[]): string {
  const classes = new Map<string, ApexTestResult[]>()
  for (const result of results) {
    const name = fullNameOf(result)
    classes.set(name, [...(classes.get(name) ?? []), result])
  }
  const suites = [...classes].map(([name, methods]) => suiteOf(name, methods)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${countsOf(results)}>\n${suites}</testsuites>\n`
}

const fullNameOf = ({ apexClassNamespace, apexClassName }: ApexTestResult): string =>
  apexClassNamespace === null ? apexClassName : `${apexClassNamespace}.${apexClassName}`

const suiteOf = (name: string, methods: readonly ApexTestResult[]): string =>
  `  <testsuite name="${escaped(name)}"${countsOf(methods)}>\n${methods.map((one) => caseOf(name, one)).join('')}  </testsuite>\n`

function countsOf(results: readonly ApexTestResult[]): string {
  const failures = results.filter((result) => result.isFailed).length
  const skipped = results.filter((result) => result.outcome === 'Skip').length
  const milliseconds = results.reduce((total, result) => total + (result.duration ?? 0), 0)
  return ` tests="${results.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(milliseconds)}"`
}

function caseOf(className: string, result: ApexTestResult): string {
  const { methodName, duration } = result
  const head = `    <testcase classname="${escaped(className)}" name="${escaped(methodName)}" time="${seconds(duration ?? 0)}"`
  const inside = contentOf(result)
  return inside === '' ? `${head}/>\n` : `${head}>${inside}</testcase>\n`
}

function contentOf({ outcome, isFailed, message, stackTrace }: ApexTestResult): string {
  if (outcome === 'Skip') return '<skipped/>'
  if (!isFailed) return ''
  return `<failure message="${escaped(message ?? '')}">${escaped(stackTrace ?? '')}</failure>`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** As text or attribute value; characters that XML 1.0 does not know are left out. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- control characters are what has to go
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/[&<>"\n\r\t]/g, (character) => entities[character] ?? character)
