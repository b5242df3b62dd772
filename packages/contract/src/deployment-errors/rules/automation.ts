import type { ErrorRule } from '../error-rule.ts'

/** What flows, rules and processes do not allow. */
export const automationRules: readonly ErrorRule[] = [
  {
    id: 'flow-version-active',
    pattern: /version of the flow you're updating is active and can't be overwritten/i,
    title: 'An active flow version cannot be overwritten',
    meaning: 'The file names one version of a flow, and that version is active in the org.',
    wayOut: 'Use files without version numbers (API version 44 or newer), so that a new version is made.',
  },
  {
    id: 'matching-rule-active',
    pattern: /Before you change a matching rule, you must deactivate it/i,
    title: 'An active matching rule cannot change',
    meaning: 'Salesforce changes a matching rule only while it is inactive.',
    wayOut:
      'Deactivate the matching rule, and the duplicate rules that use it, in Setup of the org and deploy again.',
  },
  {
    id: 'matching-rule-status',
    pattern: /Change the matching rule status separately/i,
    title: 'Status and content of a matching rule must change separately',
    meaning: 'A deployment either activates a matching rule or changes what it compares.',
    wayOut:
      'Deploy the content with the status that the org has now, and change the status in a second flow out.',
  },
  {
    id: 'rule-order',
    pattern: /in sequential order from 1/i,
    title: 'The order of rules has gaps',
    meaning: 'Duplicate rules of an object are numbered from 1 without gaps, those of the org included.',
    wayOut: 'Number the rules of the object in the branch anew, and bring all of them along.',
  },
  {
    id: 'workflow-object',
    pattern: /Cannot delete a workflow object; Workflow Rules and Actions must be deleted individually/i,
    title: 'The workflow of an object cannot be deleted as a whole',
    meaning: 'Rules, alerts, updates and tasks of a workflow are deleted one by one.',
    wayOut: 'Delete the single rules and actions instead of the file.',
  },
]
