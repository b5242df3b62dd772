import type { DeployMessage } from '../deploy/deploy-result.ts'
import type { Answer, Call } from '../http/request.ts'
import { orgLabel } from '../org-state.ts'
import type { Practice } from '../practice.ts'
import { markup, page, readableDate } from './page.ts'
import type { Markup } from './page.ts'

/** GET /setup/deployments: what was deployed, newest first. */
export function deploymentsPage(practice: Practice, call: Call): Answer {
  const org = practice.org(call.query.get('org') ?? '') ?? practice.orgList()[0]
  if (!org) return page('Deployments', markup`<h1>No organisation yet</h1>`)
  const rows = org.deploys
    .list()
    .toReversed()
    .slice(0, 200)
    .map(
      (
        deployment,
      ) => markup`<tr><td><a href="/setup/deployment?org=${org.info.id}&amp;id=${deployment.id}">${deployment.changeSetName ?? deployment.id}</a></td>
<td>${deployment.status}${deployment.options.checkOnly ? ' (check only)' : ''}</td><td>${deployment.numberComponentsDeployed} of ${deployment.numberComponentsTotal}</td>
<td>${org.userName(deployment.userId)}</td><td>${readableDate(deployment.createdDate)}</td></tr>`,
    )
  const content = markup`<h1>Deployments</h1><p class="quiet">${orgLabel(org.info)}</p>
${rows.length === 0 ? markup`<p>Nothing has been deployed to this organisation yet.</p>` : markup`<div class="scroll"><table><thead><tr><th scope="col">Deployment</th><th scope="col">Status</th><th scope="col">Components</th><th scope="col">By</th><th scope="col">Started (UTC)</th></tr></thead><tbody>${rows}</tbody></table></div>`}`
  return page('Deployments', content, { org: org.info.id })
}

/** GET /setup/deployment: one deployment with its messages. */
export async function deploymentPage(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.query.get('org') ?? '')
  const deployment = org?.deploys.find(call.query.get('id') ?? '')
  if (!org || !deployment) return page('Not found', markup`<h1>Not found</h1>`, { status: 404 })
  const details = await org.deploys.details(deployment)
  const content = markup`<p><a href="/setup/deployments?org=${org.info.id}">Deployments</a></p><h1>${deployment.id}</h1>
<p class="quiet">${deployment.status}${deployment.options.checkOnly ? ' (check only)' : ''} · ${org.userName(deployment.userId)} · ${readableDate(deployment.createdDate)} UTC</p>
${deployment.errorMessage === undefined ? '' : markup`<div class="note bad"><p>${deployment.errorMessage}</p></div>`}
${messages('Failures', details.componentFailures)}${messages('Successes', details.componentSuccesses)}`
  return page('Deployment', content, { org: org.info.id })
}

function messages(title: string, list: DeployMessage[]): Markup {
  if (list.length === 0) return markup``
  return markup`<h2>${title} (${list.length})</h2><div class="scroll"><table><thead><tr><th scope="col">Component</th><th scope="col">Type</th><th scope="col">What happened</th></tr></thead><tbody>${list
    .slice(0, 500)
    .map(
      (message) =>
        markup`<tr><td>${message.fullName}</td><td>${message.componentType}</td><td>${whatHappened(message)}</td></tr>`,
    )}</tbody></table></div>`
}

function whatHappened(message: DeployMessage): string {
  const place =
    message.lineNumber === undefined
      ? ''
      : ` (line ${message.lineNumber}, column ${message.columnNumber ?? 1})`
  if (message.problem !== undefined) return message.problem + place
  if (message.deleted) return 'Deleted'
  if (message.created) return 'Created'
  return message.changed ? 'Changed' : 'Unchanged'
}
