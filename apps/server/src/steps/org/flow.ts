import type { CheckedOrg } from './check-org.ts'
import type { OrgRevisions } from './org-revisions.ts'
import type { TargetEnvironment } from '../session/flow-target.ts'
import type { JobSession } from '../session/job-session.ts'

/** A flow between an org and its branch: what its first steps found. Made once per job and passed whole to the later steps. */
export interface Flow<Input> {
  readonly session: JobSession
  readonly input: Input
  readonly environment: TargetEnvironment
  readonly org: CheckedOrg
  /** As they were before anything was retrieved or deployed. */
  readonly revisions: OrgRevisions
}
