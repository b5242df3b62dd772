import type { DifferenceComponent, EnvironmentDifference } from '@sluice/contract/difference'
import type { Answers } from './answers.ts'
import { id } from './samples.ts'

const moment = '2026-01-31T12:00:00.000Z'
const heads = { sinceCommitHash: 'a'.repeat(40), headCommitHash: 'b'.repeat(40) }
const looked = { state: 'ready', reason: null, lookedAtUtc: moment } as const

/** Three components to deploy, two changed in the org, one of them on both sides and in conflict. */
export const sampleDifference = (changes: Partial<EnvironmentDifference> = {}): EnvironmentDifference => ({
  environmentId: id(30),
  stackId: id(2),
  revision: 1,
  toDeploy: 3,
  leftOut: 0,
  changedInOrg: 2,
  onBothSides: 1,
  conflicts: 1,
  branch: { ...looked, ...heads, commitsAhead: 2 },
  org: { ...looked, method: 'list' },
  ...changes,
})

/** Neither side has anything that the other lacks. */
export const sameOnBothSides = (): EnvironmentDifference =>
  sampleDifference({
    toDeploy: 0,
    leftOut: 0,
    changedInOrg: 0,
    onBothSides: 0,
    conflicts: 0,
    branch: { ...looked, ...heads, commitsAhead: 0 },
  })

/** A look that has not succeeded yet, for this reason. */
export const notLookedAt = (
  state: 'unknown' | 'budgetSpent' | 'failed',
  reason: string,
): EnvironmentDifference['org'] => ({ state, reason, lookedAtUtc: null, method: null })

const inGit = {
  changeType: 'Modified',
  who: 'Mara Lindqvist',
  changedUtc: moment,
  wasLeftOut: false,
  leftOut: null,
  isDeployable: true,
} as const
const inOrg = { changeType: 'Modified', who: 'Jonas Becker', changedUtc: moment } as const

export const sampleComponents: DifferenceComponent[] = [
  {
    componentType: 'ApexClass',
    componentName: 'ErpSync',
    outbound: inGit,
    inbound: inOrg,
    merge: 'conflict',
  },
  {
    componentType: 'ApexClass',
    componentName: 'Pricing',
    outbound: { ...inGit, changeType: 'Added', wasLeftOut: true, leftOut: null },
    inbound: null,
    merge: null,
  },
  {
    componentType: 'CustomField',
    componentName: 'Account.Rating__c',
    outbound: { ...inGit, changeType: 'Deleted' },
    inbound: null,
    merge: null,
  },
  {
    componentType: 'ValidationRule',
    componentName: 'Order.Limit',
    outbound: null,
    inbound: { ...inOrg, changeType: 'Added', who: null },
    merge: null,
  },
]

const commits = ['Let the batch retry', 'Drop the rating'].map((subject, index) => ({
  hash: `${index}`.repeat(40),
  subject,
  authorName: 'Mara Lindqvist',
  authoredUtc: moment,
}))

const file = {
  path: 'src/unpackaged/classes/ErpSync.cls',
  changeType: 'Modified' as const,
  kind: 'text' as const,
  isCut: false,
  sentences: ['the method run changed'],
  sentenceCount: 1,
  isShared: false,
  hunks: [{ oldStart: 1, newStart: 1, lines: [' class ErpSync {', '-  tries = 1;', '+  tries = 3;', ' }'] }],
}

/** What the pages of a difference are answered. */
export const differenceAnswers = {
  list: { differences: [] },
  listSyncDebt: { sandboxes: [] },
  listComponents: {
    difference: sampleDifference(),
    components: sampleComponents,
    sameOnBothSides: [],
    commits,
  },
  getComponent: ({ query }: { query: { componentName: string } }) => ({
    component: sampleComponents.find(({ componentName }) => componentName === query.componentName) ?? {
      ...query,
      componentType: 'ApexClass',
      outbound: null,
      inbound: inOrg,
      merge: null,
    },
    outbound: [file],
    inbound: [{ ...file, sentences: null, sentenceCount: 0, isShared: true }],
    commits,
  }),
} satisfies NonNullable<Answers['differences']>
