import { z } from 'zod'
import { entityId, utc } from './fields.ts'
import { limits } from './limits.ts'
import { mergePreview, mergePreviewQuery, mergedComponentQuery } from './merge-preview.ts'
import { commitSummary, fileKind, hunk, shownLines } from './repository.ts'
import { route } from './route.ts'

/**
 * What is known of one side of a difference.
 * - `unknown`: nobody has looked at it yet, or there is nothing to compare with because no flow has ended.
 * - `looking`: somebody looks at it now; counts and list are those of the look before.
 * - `ready`: counts and list are as they were found at `lookedAtUtc`.
 * - `budgetSpent`: the calls of the day to this org are used up; "Check now" looks all the same.
 * - `failed`: the last look failed, `reason` says why; counts and list are those of the look before.
 */
export const differenceState = z.enum(['unknown', 'looking', 'ready', 'budgetSpent', 'failed'])
export type DifferenceState = z.infer<typeof differenceState>

const side = {
  state: differenceState,
  /** A sentence for the screen; null unless the state is `unknown`, `budgetSpent` or `failed`. */
  reason: z.string().nullable(),
  /** When the last look that succeeded ended; null before the first. */
  lookedAtUtc: utc.nullable(),
}

/** The difference between branch and org of one environment in numbers. Pushed whole by `pushDifferences`. */
export const environmentDifference = z.object({
  environmentId: entityId,
  stackId: entityId,
  /** Another one whenever the list of components or its numbers are others: the key under which a fetched list is kept. */
  revision: z.number().int(),
  /** Components of the branch that the org does not have; those on both sides count here too. Null while nothing is known. */
  toDeploy: z.number().int().nullable(),
  /** Of those to deploy the ones that people left out: a flow out leaves them out unless a person takes them in again. */
  leftOut: z.number().int().nullable(),
  /** Components that were changed in the org and are not in the branch; those on both sides count here too. */
  changedInOrg: z.number().int().nullable(),
  /** Components that were changed on both sides. */
  onBothSides: z.number().int().nullable(),
  /** Of those on both sides the ones that a merge cannot unite without a person. */
  conflicts: z.number().int().nullable(),
  branch: z.object({
    ...side,
    /** The commit that the org was offered last; the branch is compared with it. */
    sinceCommitHash: z.string().nullable(),
    headCommitHash: z.string().nullable(),
    /** How many commits the branch has that the org was never offered. */
    commitsAhead: z.number().int().nullable(),
  }),
  org: z.object({
    ...side,
    /** `changeLog`: source tracking of a sandbox; `list`: the dates of the org's list. Null before the first look. */
    method: z.enum(['changeLog', 'list']).nullable(),
  }),
})
export type EnvironmentDifference = z.infer<typeof environmentDifference>

const changeType = z.enum(['Added', 'Modified', 'Deleted'])

/** A change of a component on one side: who made it last and when, null where nothing tells. */
const componentChange = z.object({ changeType, who: z.string().nullable(), changedUtc: utc.nullable() })

/** The decision of a person that a component stays out of the org. */
export const leftOutByPerson = z.object({ byUserId: entityId.nullable(), utc: utc.nullable() })
export type LeftOutByPerson = z.infer<typeof leftOutByPerson>

/** A component that differs. At least one of `outbound` and `inbound` is there; both: it was changed on both sides. */
export const differenceComponent = z.object({
  componentType: z.string(),
  componentName: z.string(),
  /** What the branch has and the org has not; null where the branch did not change the component. */
  outbound: componentChange
    .extend({
      /** Whether an earlier flow out left the component out: its change is older than the commits ahead. */
      wasLeftOut: z.boolean(),
      /** Who left it out and when; it stays out until a person takes it in again. Null where nobody did. */
      leftOut: leftOutByPerson.nullable(),
      /** False where Salesforce never takes such a change, such as the deletion of a standard object. */
      isDeployable: z.boolean(),
    })
    .nullable(),
  /** What changed in the org; null where it did not. */
  inbound: componentChange.nullable(),
  /** Of a component on both sides: whether a trial merge unites the changes. Null otherwise. */
  merge: z.enum(['clean', 'conflict']).nullable(),
})
export type DifferenceComponent = z.infer<typeof differenceComponent>

/**
 * A component that branch and org have changed in the same way: no difference, but a flow out deploys it and a flow in brings it
 * all the same. Null on the side that did not change it.
 */
const sameComponent = z.object({
  componentType: z.string(),
  componentName: z.string(),
  outbound: changeType.nullable(),
  inbound: changeType.nullable(),
})
export type SameComponent = z.infer<typeof sameComponent>

/** Where a component stands in the list: the chips of the page. */
export type DifferenceDirection = 'outbound' | 'inbound' | 'both'

/** The direction of a component of the list. */
export function directionOf(component: DifferenceComponent): DifferenceDirection {
  if (component.outbound === null) return 'inbound'
  return component.inbound === null ? 'outbound' : 'both'
}

/** How one file of a component differs on one side. */
const differingFile = z.object({
  /** In the repository. */
  path: z.string(),
  changeType,
  kind: fileKind,
  /** Empty unless the kind is `text`. */
  hunks: z.array(hunk),
  /** Whether lines are left out at the end. */
  isCut: z.boolean(),
  /** Null for a file whose elements cannot be compared, or that is new or gone. */
  sentences: z.array(z.string()).nullable(),
  sentenceCount: z.number().int(),
  /** Whether other components lie in the file too: lines and sentences are about all of them. */
  isShared: z.boolean(),
})
export type DifferingFile = z.infer<typeof differingFile>

/** One sandbox that lacks something of production. */
const syncDebt = z.object({
  environmentId: entityId,
  /** Commits of production's branch that the sandbox's branch does not have. */
  commits: z.number().int(),
  /** Components that these commits changed. */
  components: z.number().int(),
  /** When the oldest of these commits was made; null without any. */
  oldestUtc: utc.nullable(),
})
export type SyncDebt = z.infer<typeof syncDebt>

/** How a predicted flow merge changes the files of one component. `unknown` says why the merge cannot be predicted. */
const mergedComponentFiles = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unknown'), reason: z.string() }),
  z.object({
    state: z.literal('predicted'),
    /** The files in the branch of the target before and after the merge; empty when the merge does not change them. */
    merged: z.array(differingFile),
    /** The files that the org of the target has, and those that are deployed; empty when the component is not deployed. */
    deployed: z.array(differingFile),
  }),
])
export type MergedComponentFiles = z.infer<typeof mergedComponentFiles>

const stackPath = '/workspaces/:workspaceId/stacks/:stackId/differences' as const
const environmentPath =
  '/workspaces/:workspaceId/stacks/:stackId/environments/:environmentId/difference' as const
const read = { method: 'GET', access: 'readWorkspace', rate: 'read' } as const

/** The cockpit: what differs between branches and orgs. */
export const differences = {
  /** Whoever shows something of the stack asks again at least every 90 seconds, only while the page is visible. */
  list: route({
    ...read,
    path: stackPath,
    summary:
      'What differs in each environment of a stack, in numbers; for two minutes the stack counts as looked at',
    response: z.object({ differences: z.array(environmentDifference) }),
    problems: ['entityNotFound'],
  }),
  listSyncDebt: route({
    ...read,
    path: `${stackPath}/sync-debt`,
    summary: 'What production has that the branches of the sandboxes lack',
    response: z.object({ sandboxes: z.array(syncDebt) }),
    problems: ['entityNotFound'],
  }),
  listComponents: route({
    ...read,
    path: environmentPath,
    summary: 'Every component that differs between branch and org, by type and name, and the commits ahead',
    response: z.object({
      difference: environmentDifference,
      components: z.array(differenceComponent),
      sameOnBothSides: z.array(sameComponent),
      /** The newest commits that the org was never offered, at most 50; `branch.commitsAhead` counts all. */
      commits: z.array(commitSummary),
    }),
    problems: ['entityNotFound'],
  }),
  getComponent: route({
    ...read,
    path: `${environmentPath}/component`,
    summary:
      'How the files of a component differ on each side, and the commits that changed it in the branch',
    query: z.object({
      componentType: z.string().min(1).max(limits.componentType),
      componentName: z.string().min(1).max(limits.componentName),
      lines: shownLines.optional(),
    }),
    response: z.object({
      component: differenceComponent,
      /** From what the org was offered to the branch. */
      outbound: z.array(differingFile),
      /** From what the org was known to have to what it has now. */
      inbound: z.array(differingFile),
      /** The newest commits ahead that changed its files, at most 50. */
      commits: z.array(commitSummary),
    }),
    problems: ['entityNotFound', 'repositoryNotSupported', 'tooManyRequests'],
  }),
  /** Costs Git work but no call to an org. Callers with the same commits share one merge. */
  previewMerge: route({
    ...read,
    path: `${environmentPath}/merge`,
    summary: 'What a flow merge from another environment into this one would merge and deploy',
    query: mergePreviewQuery,
    response: mergePreview,
    problems: ['entityNotFound', 'tooManyRequests'],
  }),
  /** Makes the predicted merge again, because the files of a prediction are not kept. */
  getMergedComponent: route({
    ...read,
    path: `${environmentPath}/merge/component`,
    summary: 'How a flow merge from another environment into this one would change the files of a component',
    query: mergedComponentQuery,
    response: mergedComponentFiles,
    problems: ['entityNotFound', 'repositoryNotSupported', 'tooManyRequests'],
  }),
  check: route({
    method: 'POST',
    access: 'readWorkspace',
    rate: 'read',
    path: `${environmentPath}/check`,
    summary: '"Check now": looks at branch and org at once, also when the calls of the day are used up',
    problems: ['entityNotFound'],
  }),
}
