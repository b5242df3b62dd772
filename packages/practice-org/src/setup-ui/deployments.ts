import type { DeployMessage, Deployment } from '../deploy/deploy-result.ts'
import type { RunTestsResult } from '../apex-tests/test-result.ts'
import type { Answer, Call } from '../http/request.ts'
import { orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { chosenOrg, headWithOrgs } from './org-choice.ts'
import { markup, note, page, readableDate, table } from './page.ts'
import type { Markup } from './page.ts'

const place = '/setup/deployments'
const [shownDeployments, shownMessages] = [200, 500]

/** GET /setup/deployments: what was deployed, newest first. */
export function deploymentsPage(practice: Practice, call: Call): Answer {
  const org = chosenOrg(practice, call.query.get('org'))
  if (!org) return page('Deployments', markup`<h1>No organisation yet</h1>`)
  const rows = org.deploys
    .list()
    .toSorted((a, b) => (a.createdDate < b.createdDate ? 1 : -1))
    .slice(0, shownDeployments)
    .map((deployment) => [
      markup`<a href="/setup/deployment?org=${org.info.id}&amp;id=${deployment.id}">${deployment.changeSetName ?? deployment.id}</a>`,
      deployment.type === 'Changeset' ? 'Change set' : 'API',
      status(deployment),
      `${deployment.numberComponentsDeployed} of ${deployment.numberComponentsTotal}`,
      deployment.numberTestsTotal === 0
        ? '–'
        : `${deployment.numberTestsCompleted - deployment.numberTestErrors} of ${deployment.numberTestsTotal}`,
      org.userName(deployment.userId),
      readableDate(deployment.createdDate),
    ])
  const heads = ['Deployment', 'By way of', 'Status', 'Components', 'Tests', 'By', 'Started (UTC)']
  const content = markup`${headWithOrgs(practice, 'Deployments', org)}
${table(heads, rows, 'Nothing has been deployed to this organisation yet.')}`
  return page('Deployments', content, { org: org.info.id, place })
}

/** GET /setup/deployment: one deployment with its messages and tests. */
export async function deploymentPage(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.query.get('org') ?? '')
  const deployment = org?.deploys.find(call.query.get('id') ?? '')
  if (!org || !deployment) return page('Not found', markup`<h1>Not found</h1>`, { status: 404 })
  const details = await org.deploys.details(deployment)
  const title = deployment.changeSetName ?? `Deployment ${deployment.id}`
  const content = markup`<p><a href="${place}?org=${org.info.id}">Deployments</a></p><h1>${title}</h1>
${facts(org, deployment)}
${deployment.errorMessage === undefined ? '' : note('bad', deployment.errorMessage)}
${messages('Failures', details.componentFailures)}${tests(details.runTestResult)}${messages('Successes', details.componentSuccesses)}`
  return page(title, content, { org: org.info.id, place })
}

/** GET /lightning/setup/DeployStatus/page: the deployment that an address of Salesforce's own Setup names. */
export function lightningDeploymentPage(practice: Practice, call: Call): Promise<Answer> {
  const target = call.query.get('address') ?? ''
  const id = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('asyncId') ?? ''
  const org = practice.orgList().find((each) => each.deploys.find(id) !== undefined)
  const query = new URLSearchParams({ org: org?.info.id ?? '', id })
  return deploymentPage(practice, { ...call, query })
}

function status(deployment: Deployment): Markup {
  const kind = deployment.status.startsWith('Succeeded')
    ? 'good'
    : deployment.status.includes('Failed')
      ? 'bad'
      : 'quiet'
  return markup`<span class="state ${kind}">${deployment.status}</span>${deployment.options.checkOnly ? ' (check only)' : ''}`
}

function facts(org: Org, deployment: Deployment): Markup {
  const { testLevel } = deployment.options
  return markup`<p class="quiet">${status(deployment)} · ${orgLabel(org.info)} · ${org.userName(deployment.userId)} · ${readableDate(deployment.createdDate)} UTC${deployment.changeSetName === undefined ? '' : markup` · <code>${deployment.id}</code>`}${testLevel === undefined ? '' : ` · ${testLevel}`}</p>`
}

function messages(title: string, list: DeployMessage[]): Markup {
  if (list.length === 0) return markup``
  const rows = list
    .slice(0, shownMessages)
    .map((message) => [message.fullName, message.componentType, whatHappened(message)])
  const rest =
    list.length > shownMessages ? markup`<p class="quiet">The first ${shownMessages} are shown.</p>` : ''
  return markup`<h2>${title} (${list.length})</h2>${rest}${table(['Component', 'Type', 'What happened'], rows)}`
}

function tests(result: RunTestsResult): Markup {
  if (result.numTestsRun === 0) return markup``
  const rows = [
    ...result.failures.map((test) => [`${test.name}.${test.methodName}`, 'Failed', test.message]),
    ...result.codeCoverageWarnings.map((warning) => [warning.name ?? '', 'Coverage', warning.message]),
  ]
  return markup`<h2>Tests (${result.numTestsRun - result.numFailures} of ${result.numTestsRun} passed)</h2>
${table(['Test', 'Outcome', 'Message'], rows, 'Nothing to complain about.')}`
}

function whatHappened(message: DeployMessage): string {
  const where =
    message.lineNumber === undefined
      ? ''
      : ` (line ${message.lineNumber}, column ${message.columnNumber ?? 1})`
  if (message.problem !== undefined) return message.problem + where
  if (message.deleted) return 'Deleted'
  if (message.created) return 'Created'
  return message.changed ? 'Changed' : 'Unchanged'
}
