import { codeOnly } from './source.ts'
import type { ApexSource, TestMethod } from './source.ts'
import type { TestRules } from './rules.ts'

/** How one test method ended. `message` and `stackTrace` are null when it passed. */
export interface MethodOutcome {
  source: ApexSource
  method: string
  outcome: 'Pass' | 'Fail' | 'CompileFail' | 'Skip'
  message: string | null
  stackTrace: string | null
  /** Milliseconds; made up from the names, so that the same test always takes the same time. */
  runTime: number
}

/**
 * Nothing is executed: a test passes unless a rule says otherwise or its text cannot pass. A
 * rule for the method comes before one for the class (`Class.*`), both before the text.
 */
export function outcomeOf(source: ApexSource, method: TestMethod, rules: TestRules): MethodOutcome {
  const rule = rules.outcomes[`${source.name}.${method.name}`] ?? rules.outcomes[`${source.name}.*`]
  const found = rule ? { ...rule, line: method.line } : impossible(method)
  const runTime = 5 + ((source.name.length * 31 + method.name.length * 17) % 180)
  if (!found || found.outcome === 'Pass')
    return { source, method: method.name, outcome: 'Pass', message: null, stackTrace: null, runTime }
  return {
    source,
    method: method.name,
    outcome: found.outcome,
    message: found.message ?? 'System.AssertException: Assertion Failed',
    stackTrace: `Class.${source.name}.${method.name}: line ${found.line}, column 1`,
    runTime,
  }
}

interface Impossible {
  outcome: 'Fail'
  message: string
  line: number
}

/**
 * Recognises assertions about literals that cannot hold, and literal exceptions outside of a
 * try. Undefined when the text may pass.
 */
function impossible(method: TestMethod): Impossible | undefined {
  const code = codeOnly(method.body)
  const lineOf = (index: number): number => method.line + code.slice(0, index).split('\n').length - 1
  const fixed =
    /\b(?:System\.assert\s*\(\s*false\b|Assert\.fail\s*\(|Assert\.isTrue\s*\(\s*false\b|Assert\.isFalse\s*\(\s*true\b)/i.exec(
      code,
    )
  if (fixed)
    return { outcome: 'Fail', message: 'System.AssertException: Assertion Failed', line: lineOf(fixed.index) }
  const equals =
    /\b(?:System\.assertEquals|Assert\.areEqual)\s*\(\s*(-?\d+|true|false|null|'[^']*')\s*,\s*(-?\d+|true|false|null|'[^']*')\s*[,)]/i.exec(
      method.body,
    )
  if (equals && equals[1] !== equals[2]) {
    const [expected, actual] = [unquoted(equals[1]), unquoted(equals[2])]
    const message = `System.AssertException: Assertion Failed: Expected: ${expected}, Actual: ${actual}`
    return { outcome: 'Fail', message, line: lineOf(equals.index) }
  }
  const thrown = /(?<=^[ \t]*)throw\s+new\s+([\w.]+)\s*\(\s*(?:'([^']*)')?\s*\)/m.exec(method.body)
  if (!thrown || /\btry\b/i.test(code)) return undefined
  return {
    outcome: 'Fail',
    message: `${thrown[1]}: ${thrown[2] ?? 'Script-thrown exception'}`,
    line: lineOf(thrown.index),
  }
}

function unquoted(literal: string | undefined): string {
  return (literal ?? '').replace(/^'(.*)'$/, '$1')
}
