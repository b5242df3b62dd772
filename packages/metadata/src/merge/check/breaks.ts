import type { XmlDocument } from '../../xml/document.ts'
import type { Break } from './break.ts'
import type { ConsistencyRule } from './rule.ts'

import { overlappingCells } from './cells.ts'
import { copiesOfOneName, flagBreaks, impliedFlags, repeatedKeys } from './duplicates.ts'
import { numbersInLogic, wrongCounts } from './numbers.ts'
import { unknownPicklistValues } from './record-type-values.ts'
import { danglingReferences } from './references.ts'

/** Everything in a file that does not fit together by one rule. */
export function breaksBy(document: XmlDocument, rule: ConsistencyRule): Break[] {
  if (rule.kind === 'logic') return numbersInLogic(document)
  if (rule.kind === 'recordTypeValues') return unknownPicklistValues(document)
  if (rule.kind === 'unique') return repeatedKeys(document, rule)
  if (rule.kind === 'copies') return copiesOfOneName(document, rule)
  if (rule.kind === 'implies') return impliedFlags(document, rule)
  if (rule.kind === 'refers') return danglingReferences(document, rule)
  if (rule.kind === 'count') return wrongCounts(document, rule)
  return rule.kind === 'cellsApart' ? overlappingCells(document, rule) : flagBreaks(document, rule)
}
