import { redirect } from '../http/answers.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import type { SObjectRecord } from '../records.ts'
import { createSandboxInfo, refreshSandboxInfo } from '../sandboxes/sandbox-info.ts'
import { SandboxRefusal } from '../sandboxes/sandbox-settings.ts'
import { activate, discard, removeSandbox } from '../sandboxes/sandbox-process.ts'
import { licenceNamed, licences } from '../sandboxes/licences.ts'
import { markup, note, page, readableDate, table } from './page.ts'
import type { Markup } from './page.ts'

const place = '/setup/sandboxes'

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
        Description: form.get('description') || null,
        AutoActivate: form.get('activate') === 'yes',
      }
      await createSandboxInfo(practice, org, { userId, fields })
    } else if (action === 'refresh' && info)
      await refreshSandboxInfo(practice, org, { userId, fields: {}, info })
    else if (action === 'activate' && process)
      practice.runInBackground('activation', activate(practice, org, process))
    else if (action === 'discard' && process) await discard(practice, org, process)
    else if (action === 'delete' && info) await removeSandbox(practice, org, info)
  } catch (error) {
    if (error instanceof SandboxRefusal) return show(practice, org.info.id, error.message)
    throw error
  }
  return redirect(`${place}?org=${org.info.id}`)
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
  const rows = org.records.all('SandboxInfo').map((info) => row(practice, org, info))
  const heads = ['Name', 'What for', 'Licence', 'Status', 'Finished (UTC)', 'Do']
  const content = markup`<h1>Sandboxes</h1><p class="quiet">Copies of ${org.info.name}. Reload the page to see how they come along.</p>
${problem === undefined ? '' : note('bad', problem)}
${table(heads, rows, 'There is no sandbox yet.')}
${creation(org)}`
  const status = problem === undefined ? 200 : 400
  return page('Sandboxes', content, { org: org.info.id, place, status })
}

function creation(org: Org): Markup {
  const infos = org.records.all('SandboxInfo')
  return markup`<h2>New sandbox</h2>
<form class="card" method="post" action="${place}"><input type="hidden" name="org" value="${org.info.id}">
<div class="filters">
<div class="field"><label for="name">Name</label><input type="text" id="name" name="name" maxlength="10" pattern="[A-Za-z0-9]+" title="Letters and digits" required autocomplete="off"></div>
<div class="field"><label for="licence">Licence</label><select id="licence" name="licence">${licences.map(({ code, label }) => markup`<option value="${code}">${label}</option>`)}</select></div>
<div class="field"><label for="source">Copy of</label><select id="source" name="source"><option value="">Production</option>${infos.map((info) => markup`<option value="${info.Id}">${String(info.SandboxName)}</option>`)}</select></div>
<div class="field"><label for="description">What for</label><input type="text" id="description" name="description" maxlength="1000" autocomplete="off"></div>
</div>
<div class="field"><label class="check"><input type="checkbox" name="activate" value="yes" checked> Activate it when the copy is done</label></div>
<button class="primary" name="action" value="create">Create</button></form>`
}

function row(practice: Practice, org: Org, info: SObjectRecord): (string | Markup)[] {
  const process = latest(org, info)
  const status = typeof process?.Status === 'string' ? process.Status : ''
  const isWaiting = status === 'Pending Activation'
  const name = String(info.SandboxName)
  const copy = practice
    .orgList()
    .find((entry) => entry.info.parentOrgId === org.info.id && entry.info.sandboxName === name)
  const button = (action: string, label: string, kind = 'small'): Markup =>
    markup`<button class="${kind}" name="action" value="${action}" aria-label="${label} ${name}"${action === 'delete' ? markup` data-confirm="Delete the sandbox ${name} with everything in it?"` : ''}>${label}</button>`
  return [
    copy ? markup`<a href="/setup?org=${copy.info.id}">${name}</a>` : name,
    typeof info.Description === 'string' ? info.Description : '',
    licenceNamed(info.LicenseType)?.label ?? String(info.LicenseType),
    `${status}${status === 'Processing' ? ` ${String(process?.CopyProgress)} %` : ''}`,
    typeof process?.EndDate === 'string' ? readableDate(process.EndDate) : '',
    markup`<form class="actions" method="post" action="${place}"><input type="hidden" name="org" value="${org.info.id}"><input type="hidden" name="sandbox" value="${info.Id}">
${isWaiting ? markup`${button('activate', 'Activate')}${button('discard', 'Discard')}` : button('refresh', 'Refresh')}${button('delete', 'Delete', 'small danger')}</form>`,
  ]
}
