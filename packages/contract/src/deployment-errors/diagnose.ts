import { accessRules } from './rules/access.ts'
import { apexRules } from './rules/apex.ts'
import { automationRules } from './rules/automation.ts'
import { deletionRules } from './rules/deletions.ts'
import type { ErrorRule } from './error-rule.ts'
import { fieldRules } from './rules/fields-and-formulas.ts'
import { fileRules } from './rules/files.ts'
import { missingFeatures } from './rules/missing-features.ts'
import { missingReferences } from './rules/missing-references.ts'
import { pageRules } from './rules/pages-and-layouts.ts'
import { testRules } from './rules/tests-and-org.ts'

/** The rule book. The order counts: the first rule that matches holds. */
export const errorRules: readonly ErrorRule[] = [
  ...missingFeatures,
  ...missingReferences,
  ...deletionRules,
  ...pageRules,
  ...apexRules,
  ...fieldRules,
  ...accessRules,
  ...automationRules,
  ...fileRules,
  ...testRules,
]

/** What a message of Salesforce means. */
export interface Diagnosis {
  /** Null for a message that no rule knows; its title is then the whole message. */
  readonly ruleId: string | null
  readonly title: string
  readonly meaning: string | null
  readonly wayOut: string | null
  /** The component that is missing, as `type name`. */
  readonly missing: string | null
}

/** Only the beginning of a message is matched: it names the fault, and patterns would take seconds on very long texts. */
const judgedCharacters = 2000

/**
 * @param message what Salesforce said about a component
 * @param componentName the component that it said this about
 */
export function diagnose(message: string, componentName = ''): Diagnosis {
  const text = innermost(message.replaceAll(/\s+/g, ' ').trim())
  const judged = text.slice(0, judgedCharacters)
  for (const rule of errorRules) {
    const match = rule.pattern.exec(judged)
    if (match === null) continue
    const values = { ...match.groups, parent: parentOf(componentName) }
    return {
      ruleId: rule.id,
      title: fill(rule.title, values),
      meaning: fill(rule.meaning, values),
      wayOut: fill(rule.wayOut, values),
      missing: rule.missing === undefined ? null : fill(rule.missing, values),
    }
  }
  return { ruleId: null, title: text, meaning: null, wayOut: null, missing: null }
}

const chain = /Dependent class is invalid and needs recompilation:\s*/gi
const place =
  /^(?:Class(?:\.| )[\w.<>]+\s*:\s*(?:line \d+, column \d+\s*)?|[\w.]+: line \d+, column \d+:\s*)+/i

/** What stands at the end of a chain of classes that do not compile because of one another. */
function innermost(text: string): string {
  const last = [...text.matchAll(chain)].at(-1)
  if (last === undefined) return text
  const start = last.index + last[0].length
  const rest = text
    .slice(start, start + judgedCharacters)
    .replace(place, '')
    .trim()
  return rest === '' ? text : rest
}

/** The object that a layout, field or other part of an object is named after. */
const parentOf = (componentName: string): string => componentName.split(/[-.]/)[0] ?? ''

function fill(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]?.trim().replace(/[.,;]$/, '') ?? '?')
}
