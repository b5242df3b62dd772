import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../http/request.ts'

/** What a person wrote down about the tests of an org, in `test-rules.json` of its folder. */
export interface TestRules {
  /** `Class.method` or `Class.*` -> what happens. */
  outcomes: Record<string, { outcome: 'Pass' | 'Fail' | 'CompileFail' | 'Skip'; message?: string }>
  /** Class or trigger name -> percentage of its lines that are covered when a test reaches it. */
  coverage: Record<string, number>
  /** The percentage for everything else. */
  usualCoverage: number
}

/**
 * Reads the rules of an org; without a file every test passes and reached code is covered to
 * 90 %. Entries of the wrong shape are ignored. Throws SyntaxError for a file that is not
 * JSON: a person wrote it and wants to know.
 */
export async function readTestRules(orgFolder: string): Promise<TestRules> {
  const text = await readFile(join(orgFolder, 'test-rules.json'), 'utf8').catch(() => '{}')
  const given: unknown = JSON.parse(text)
  const rules: TestRules = { outcomes: {}, coverage: {}, usualCoverage: 90 }
  if (!isRecord(given)) return rules
  if (typeof given.usualCoverage === 'number') rules.usualCoverage = given.usualCoverage
  for (const [name, value] of Object.entries(isRecord(given.coverage) ? given.coverage : {}))
    if (typeof value === 'number') rules.coverage[name] = value
  for (const [name, value] of Object.entries(isRecord(given.outcomes) ? given.outcomes : {})) {
    if (!isRecord(value)) continue
    const { outcome, message } = value
    if (outcome === 'Pass' || outcome === 'Fail' || outcome === 'CompileFail' || outcome === 'Skip')
      rules.outcomes[name] = { outcome, ...(typeof message === 'string' ? { message } : {}) }
  }
  return rules
}
