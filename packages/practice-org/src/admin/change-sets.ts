import { editComponent } from '../edit-component.ts'
import { defaultOptions } from '../deploy/deploy-result.ts'
import type { Deployment } from '../deploy/deploy-result.ts'
import { success } from '../deploy/messages.ts'
import { noTests } from '../deploy/run-tests-result.ts'
import { json } from '../http/answers.ts'
import { isRecord, readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { newId } from '../ids.ts'
import type { Practice } from '../practice.ts'
import { editsOf } from './components.ts'
import { unknownOrg } from './org-lookup.ts'

/**
 * POST /admin/orgs/<org>/change-sets `{user?, name?, edits}`: components that arrive by a
 * change set. They show as a DeployRequest of the type Changeset and leave no trace in source
 * tracking, as on the service. 201 with the id; 422 with the problems of the first edit that
 * fails, after which earlier ones stay.
 */
export async function deployChangeSet(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const given = await readJson(call)
  const user = typeof given.user === 'string' ? org.userNamed(given.user) : org.users[0]
  const edits = Array.isArray(given.edits) ? given.edits.filter(isRecord) : []
  const read = editsOf(edits)
  if (!user || !read) return json(400, { error: 'user and edits (as for components) are needed' })
  const startDate = new Date().toISOString()
  for (const edit of read) {
    const { problems } = await editComponent(org, { user, edit, isTracked: false })
    if (problems.length > 0) return json(422, { problems })
  }
  const now = new Date().toISOString()
  const name = typeof given.name === 'string' ? given.name : 'Change set'
  const counts = {
    numberComponentErrors: 0,
    numberComponentsDeployed: read.length,
    numberComponentsTotal: read.length,
  }
  const tests = { numberTestErrors: 0, numberTestsCompleted: 0, numberTestsTotal: 0 }
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
    ...counts,
    ...tests,
  }
  const componentSuccesses = read.map((edit) =>
    success({ type: edit.type, fullName: edit.fullName, fileName: '' }, { changed: true }),
  )
  await org.deploys.record(deployment, {
    componentFailures: [],
    componentSuccesses,
    runTestResult: noTests(),
  })
  return json(201, { id: deployment.id, name })
}
