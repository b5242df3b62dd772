import { redirect } from '../http/answers.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import type { SObjectRecord } from '../records.ts'
import { createSandboxInfo, refreshSandboxInfo } from '../sandboxes/sandbox-info.ts'
import { SandboxRefusal } from '../sandboxes/sandbox-settings.ts'
import { activate, discard, removeSandbox } from '../sandboxes/sandbox-process.ts'
import { markup, page, readableDate } from './page.ts'
import type { Markup } from './page.ts'

/** GET /setup/sandboxes: the sandboxes of production, with what may be done to each. */
export function sandboxesPage(practice: Practice, call: Call): Answer {
  return show(practice, call.query.get('org') ?? '')
}

/**
 * POST /setup/sandboxes: create, refresh, activate, discard or delete; a refusal shows on the
 * page.
 */
export async function changeSandboxes(practice: Practice, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const org = productionOf(practice, form.get('org') ?? '')
  if (!org) return show(practice, '')
  const userId = org.users[0]?.id ?? ''
  const info = org.records.find('SandboxInfo', form.get('sandbox') ?? '')
  const process = info && latest(org, info)
  try {
    const action = form.get('action')
    if (action === 'create') {
      const fields = {
        SandboxName: form.get('name') ?? '',
        LicenseType: form.get('licence') ?? '',
        SourceId: form.get('source') || null,
      }
      await createSandboxInfo(practice, org, { userId, fields })
    } else if (action === 'refresh' && info)
      await refreshSandboxInfo(practice, org, { userId, fields: {}, info })
    else if (action === 'activate' && process) practice.behind('activation', activate(practice, org, process))
    else if (action === 'discard' && process) await discard(practice, org, process)
    else if (action === 'delete' && info) await removeSandbox(practice, org, info)
  } catch (error) {
    if (error instanceof SandboxRefusal) return show(practice, org.info.id, error.message)
    throw error
  }
  return redirect(`/setup/sandboxes?org=${org.info.id}`)
}

/** Sandboxes have none themselves, so the page shows those of their production. */
function productionOf(practice: Practice, id: string): Org | undefined {
  const org = practice.org(id)
  if (org?.info.parentOrgId !== undefined) return practice.org(org.info.parentOrgId)
  return org ?? practice.orgList()[0]
}

function latest(org: Org, info: SObjectRecord): SObjectRecord | undefined {
  return org.records.all('SandboxProcess').findLast((process) => process.SandboxInfoId === info.Id)
}

function show(practice: Practice, id: string, problem?: string): Answer {
  const org = productionOf(practice, id)
  if (!org)
    return page('Sandboxes', markup`<h1>Sandboxes</h1><p>There is no production organisation yet.</p>`)
  const infos = org.records.all('SandboxInfo')
  const rows = infos.map((info) => row(org, info))
  const content = markup`<h1>Sandboxes</h1><p class="quiet">Copies of ${org.info.name}. Reload the page to see how they come along.</p>
${problem === undefined ? '' : markup`<div class="note bad" role="alert"><p>${problem}</p></div>`}
${rows.length === 0 ? markup`<p>There is no sandbox yet.</p>` : markup`<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">Licence</th><th scope="col">Status</th><th scope="col">Finished (UTC)</th><th scope="col">Do</th></tr></thead><tbody>${rows}</tbody></table></div>`}
<h2>New sandbox</h2>
<form class="card" method="post" action="/setup/sandboxes"><input type="hidden" name="org" value="${org.info.id}">
<div class="filters">
<div class="field"><label for="name">Name</label><input type="text" id="name" name="name" maxlength="10" required></div>
<div class="field"><label for="licence">Licence</label><select id="licence" name="licence"><option value="DEVELOPER">Developer</option><option value="DEVELOPER_PRO">Developer Pro</option><option value="PARTIAL">Partial Copy</option><option value="FULL">Full</option></select></div>
<div class="field"><label for="source">Copy of</label><select id="source" name="source"><option value="">Production</option>${infos.map((info) => markup`<option value="${info.Id}">${String(info.SandboxName)}</option>`)}</select></div>
</div><button class="primary" name="action" value="create">Create</button></form>`
  return page('Sandboxes', content, { org: org.info.id, ...(problem === undefined ? {} : { status: 400 }) })
}

function row(org: Org, info: SObjectRecord): Markup {
  const process = latest(org, info)
  const status = typeof process?.Status === 'string' ? process.Status : ''
  const end = typeof process?.EndDate === 'string' ? readableDate(process.EndDate) : ''
  const waiting = status === 'Pending Activation'
  return markup`<tr><td>${String(info.SandboxName)}</td><td>${String(info.LicenseType)}</td><td>${status}${status === 'Processing' ? ` ${String(process?.CopyProgress)} %` : ''}</td><td>${end}</td>
<td><form class="actions" method="post" action="/setup/sandboxes"><input type="hidden" name="org" value="${org.info.id}"><input type="hidden" name="sandbox" value="${info.Id}">
${waiting ? markup`<button name="action" value="activate">Activate</button><button name="action" value="discard">Discard</button>` : markup`<button name="action" value="refresh">Refresh</button>`}
<button class="danger" name="action" value="delete">Delete</button></form></td></tr>`
}
