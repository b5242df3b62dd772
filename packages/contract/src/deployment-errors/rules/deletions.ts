import type { ErrorRule } from '../error-rule.ts'

/** Why something cannot be deleted. */
export const deletionRules: readonly ErrorRule[] = [
  {
    id: 'delete-referenced',
    pattern: /This (?<what>[\w ]+?) is (?:referenced elsewhere in salesforce\.com|used by another feature)/i,
    title: 'Something still uses the {what}',
    meaning:
      'Salesforce deletes a component only when nothing uses it. The message lists what does; old flow versions count.',
    wayOut: 'Remove the use first. Old versions of flows that use it have to be deleted in the org.',
  },
  {
    id: 'delete-absent',
    pattern: /No (?<type>\w+) named:\s*(?<name>.+?) found/i,
    title: '{type} {name} is gone already',
    meaning: 'The deployment was to delete a component that the org does not have.',
    wayOut: 'Nothing has to be done in the org. Flow in, so that the branch knows.',
  },
  {
    id: 'delete-record-type',
    pattern: /Cannot delete record type through API/i,
    title: 'Record types cannot be deleted by a deployment',
    meaning: 'Salesforce deletes record types only in Setup, because their records need another one.',
    wayOut: 'Delete the record type in Setup of the org, then flow in.',
  },
  {
    id: 'delete-standard',
    pattern: /The (?<type>\w+) called '(?<name>[^']+)' is standard and cannot be deleted/i,
    title: '{name} is standard and cannot be deleted',
    meaning: 'The branch lacks a file of a standard component, which every org keeps.',
    wayOut: 'Restore the file in the branch, or stop tracking it in .sluiceinclude.',
  },
]
