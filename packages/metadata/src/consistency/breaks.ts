import type { XmlDocument } from '../xml/document.ts'
import type { Break } from './break.ts'
import type { ConsistencyRule } from './rule.ts'

import { overlappingCells } from './cells.ts'
import { flagBreaks, impliedFlags, repeatedKeys } from './duplicates.ts'
import { logicNames, numbersInLogic, wrongCounts } from './numbers.ts'
import { unknownPicklistValues } from './record-type-values.ts'
import { danglingReferences } from './references.ts'
import { consistencyRules } from './rules.ts'

/** Whether any rule can apply to what comes of a version: most files are not looked at again. */
export function canBreak(document: XmlDocument): boolean {
  return (
    Object.hasOwn(consistencyRules, document.nameOf(0)) ||
    logicNames.some((name) => document.text.includes(`<${name}>`))
  )
}

/** The rules for a file: those of its root, and that of every type. */
export function rulesFor(document: XmlDocument): ConsistencyRule[] {
  const root = document.nameOf(0)
  const rules = Object.hasOwn(consistencyRules, root) ? consistencyRules[root] : undefined
  return [...(rules ?? []), { kind: 'logic' }]
}

/** Everything in a file that does not fit together by one rule. */
export function breaksBy(document: XmlDocument, rule: ConsistencyRule): Break[] {
  if (rule.kind === 'logic') return numbersInLogic(document)
  if (rule.kind === 'recordTypeValues') return unknownPicklistValues(document)
  if (rule.kind === 'unique') return repeatedKeys(document, rule)
  if (rule.kind === 'implies') return impliedFlags(document, rule)
  if (rule.kind === 'refers') return danglingReferences(document, rule)
  if (rule.kind === 'count') return wrongCounts(document, rule)
  return rule.kind === 'cellsApart' ? overlappingCells(document, rule) : flagBreaks(document, rule)
}
