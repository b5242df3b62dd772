import { defaultOptions } from './deploy/deploy-result.ts'
import type { DeployMessage, Deployment } from './deploy/deploy-result.ts'
import { success } from './deploy/messages.ts'
import { noTests } from './apex-tests/test-result.ts'
import { editComponent } from './edit-component.ts'
import type { Edit } from './edit-component.ts'
import { newId } from './ids.ts'
import type { Org } from './org.ts'
import type { OrgUser } from './org-state.ts'

/** Components that somebody brings to an org elsewhere than through the API. */
export interface ChangeSet {
  name: string
  user: OrgUser
  edits: readonly Edit[]
}

/**
 * Makes the edits of a change set. They show as a DeployRequest of the type Changeset and leave no trace in source
 * tracking, as on the service. Ends with the problems of the first edit that fails; earlier ones stay.
 */
export async function applyChangeSet(
  org: Org,
  { name, user, edits }: ChangeSet,
): Promise<{ id: string } | { problems: DeployMessage[] }> {
  const startDate = new Date().toISOString()
  for (const edit of edits) {
    const { problems } = await editComponent(org, { user, edit, isTracked: false })
    if (problems.length > 0) return { problems }
  }
  const now = new Date().toISOString()
  const deployment: Deployment = {
    id: newId('0Af'),
    userId: user.id,
    type: 'Changeset',
    changeSetName: name,
    options: defaultOptions(),
    status: 'Succeeded',
    createdDate: startDate,
    startDate,
    completedDate: now,
    lastModifiedDate: now,
    zipSize: 0,
    numberComponentErrors: 0,
    numberComponentsDeployed: edits.length,
    numberComponentsTotal: edits.length,
    numberTestErrors: 0,
    numberTestsCompleted: 0,
    numberTestsTotal: 0,
  }
  const componentSuccesses = edits.map(({ type, fullName }) =>
    success({ type, fullName, fileName: '' }, { changed: true }),
  )
  await org.deploys.record(deployment, {
    componentFailures: [],
    componentSuccesses,
    runTestResult: noTests(),
  })
  return { id: deployment.id }
}
