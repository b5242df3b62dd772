import { z } from 'zod'
import { changeType, componentIdentity, componentProblem } from './component.ts'
import { entityId, utc } from './fields.ts'

/**
 * Why a component stays out of the org.
 * - `DeploymentProblems`: the org refused it, or something that it needs.
 * - `LeftOut`: a person left it out; no later flow out takes it in until a person does.
 * - `OfferedAgain`: nothing is wrong with it, and later flows out offer it; a person took it in again, or chose others for a flow out.
 */
export const undeployedReason = z.enum([
  'ComponentIsNotDeployable',
  'ComponentTypeIsSilentDeleteFailure',
  'DeploymentProblems',
  'LeftOut',
  'OfferedAgain',
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
  /** Who left it out, and when; null unless the reason is `LeftOut`, and where that is not known any more. */
  leftOutByUserId: entityId.nullable(),
  leftOutUtc: utc.nullable(),
  problems: z.array(componentProblem),
})
export type UndeployedComponent = z.infer<typeof undeployedComponent>

/** What is pushed of the current set of one environment; its components come by `environments.listUndeployedComponents`. */
export const undeployedComponentSet = z.object({
  environmentId: entityId,
  /** Another one whenever the components are others; null when there has been no set yet. */
  revisionId: entityId.nullable(),
  totalCount: z.number().int(),
  /** How many of them have a problem of the type Error; excluded ones carry only Info. */
  withErrorsCount: z.number().int(),
})
export type UndeployedComponentSet = z.infer<typeof undeployedComponentSet>

/** The reasons in the words of the screen. */
export const undeployedReasonLabels: Record<UndeployedComponent['reason'], string> = {
  ComponentIsNotDeployable: 'Standard/packaged',
  ComponentTypeIsSilentDeleteFailure: 'Not deletable',
  DeploymentProblems: 'Failed',
  LeftOut: 'Left out',
  OfferedAgain: 'Offered again',
}

/** One page of a set. Sets are replaced whole, so the pages of one set fit together whatever happens between the calls. */
export const undeployedComponentPage = z.object({
  /** The set that the page is of. */
  revisionId: entityId.nullable(),
  /** By first failure, severity, reason, package, type and name; at most `limits.undeployedComponents`. */
  components: z.array(undeployedComponent),
  /** What `after` is for the next page; null on the last one. */
  nextAfter: entityId.nullable(),
})
export type UndeployedComponentPage = z.infer<typeof undeployedComponentPage>
