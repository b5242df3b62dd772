import { z } from 'zod'
import { changeType, componentIdentity, componentProblem } from './component.ts'
import { entityId, utc } from './fields.ts'

/** Why a component stays out of the org. */
export const undeployedReason = z.enum([
  'ComponentIsNotDeployable',
  'ComponentTypeIsSilentDeleteFailure',
  'DeploymentProblems',
])

/** A component of the branch that the org does not have ("component deployment failure" in the specification). */
export const undeployedComponent = componentIdentity.extend({
  id: entityId,
  workspaceId: entityId,
  environmentId: entityId,
  /** The set that the row belongs to; sets are replaced whole. */
  revisionId: entityId,
  createdUtc: utc,
  changeType,
  componentId: z.string().nullable(),
  reason: undeployedReason,
  /** Since when and since which commit, kept over later failures of the same component. */
  failingSinceUtc: utc.nullable(),
  failingSinceCommitHash: z.string().nullable(),
  problems: z.array(componentProblem),
})
export type UndeployedComponent = z.infer<typeof undeployedComponent>

/** The current set of one environment, always whole or cut at `limits.pushedComponents`. */
export const undeployedComponentSet = z.object({
  environmentId: entityId,
  revisionId: entityId.nullable(),
  totalCount: z.number().int(),
  components: z.array(undeployedComponent),
})
export type UndeployedComponentSet = z.infer<typeof undeployedComponentSet>

/** The reasons in the words of the screen. */
export const undeployedReasonLabels: Record<UndeployedComponent['reason'], string> = {
  ComponentIsNotDeployable: 'Standard/packaged',
  ComponentTypeIsSilentDeleteFailure: 'Not deletable',
  DeploymentProblems: 'Failed',
}

/** Whether the component counts as one with errors; excluded ones carry only Info. */
export const hasErrors = (c: Pick<UndeployedComponent, 'problems'>): boolean =>
  c.problems.some((p) => p.type === 'Error')
