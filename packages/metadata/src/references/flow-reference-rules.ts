import type { ReferenceRule } from './reference-rule.ts'

import { fieldOf } from './field-rules.ts'

const recordNodes = ['recordLookups', 'recordCreates', 'recordUpdates', 'recordDeletes', 'start']

/** Children of a node that name fields of the object that the node works on. */
const fieldLists: readonly (readonly [entries: string, name: string])[] = [
  ['filters', 'field'],
  ['inputAssignments', 'field'],
  ['outputAssignments', 'field'],
  ['queriedFields', ''],
  ['sortField', ''],
]

/** What a flow names in other files. */
export const flowRules: readonly ReferenceRule[] = [
  ...recordNodes.flatMap((node): ReferenceRule[] => [
    { entries: node, name: 'object', to: ['CustomObject'] },
    ...fieldLists.map(([entries, name]) => fieldOf('object', `${node}/${entries}`, name)),
  ]),
  { entries: 'actionCalls', name: 'actionName', to: ['ApexClass', 'WorkflowAlert', 'QuickAction'] },
  { entries: 'subflows', name: 'flowName', to: ['Flow'] },
  { entries: 'variables', name: 'objectType', to: ['CustomObject'] },
  { entries: 'variables', name: 'apexClass', to: ['ApexClass'] },
]
