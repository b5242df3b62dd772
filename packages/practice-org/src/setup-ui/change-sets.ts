import { applyChangeSet } from '../change-set.ts'
import { readComponent } from '../edit-component.ts'
import type { Edit } from '../edit-component.ts'
import { redirect } from '../http/answers.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { findChildType } from '../registry/metadata-types.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { chosenOrg, headWithOrgs, userOptions } from './org-choice.ts'
import { markup, note, page, readableDate, table } from './page.ts'
import type { Markup } from './page.ts'

const place = '/setup/change-sets'

/** GET /setup/change-sets?org=&from=: what another org has that this one has not, to be brought over by hand. */
export function changeSetsPage(practice: Practice, call: Call): Answer {
  const org = chosenOrg(practice, call.query.get('org'))
  if (!org) return page('Change sets', markup`<h1>No organisation yet</h1>`)
  return show(practice, org, { from: practice.org(call.query.get('from') ?? '') })
}

/** POST /setup/change-sets: brings the marked components over as the chosen user; problems show on the page (400). */
export async function sendChangeSet(practice: Practice, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const org = practice.org(form.get('org') ?? '')
  const from = practice.org(form.get('from') ?? '')
  const user = org?.user(form.get('user') ?? '')
  if (!org || !from || !user) return page('Not found', markup`<h1>Not found</h1>`, { status: 404 })
  const edits: Edit[] = []
  for (const key of form.getAll('component')) {
    const [type, fullName] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)]
    const files = await readComponent(from, type, fullName)
    if (files) edits.push({ type, fullName, files })
  }
  if (edits.length === 0) return show(practice, org, { from, problem: 'Mark at least one component.' })
  const name = form.get('name')?.trim() || `From ${orgLabel(from.info)}`
  const result = await applyChangeSet(org, { name, user, edits })
  if ('id' in result) return redirect(`/setup/deployment?org=${org.info.id}&id=${result.id}`)
  const problem = result.problems.map((entry) => `${entry.fullName}: ${entry.problem}`).join(' ')
  return show(practice, org, { from, problem })
}

function show(practice: Practice, org: Org, state: { from?: Org | undefined; problem?: string }): Answer {
  const others = practice.orgList().filter((entry) => entry !== org && isRelated(entry, org))
  const from = state.from && others.includes(state.from) ? state.from : others[0]
  const content = markup`${headWithOrgs(practice, 'Change sets', org)}
<p class="quiet">A change set brings components from a related organisation behind everybody's back: it is a deployment, and source tracking does not notice it.</p>
${state.problem === undefined ? '' : note('bad', state.problem)}
${from ? selection(org, from, others) : markup`<p>There is no related organisation to take components from.</p>`}`
  const status = state.problem === undefined ? 200 : 400
  return page('Change sets', content, { org: org.info.id, place, status })
}

/** Production and its sandboxes may exchange change sets. */
function isRelated(a: Org, b: Org): boolean {
  return (a.info.parentOrgId ?? a.info.id) === (b.info.parentOrgId ?? b.info.id)
}

function selection(org: Org, from: Org, others: readonly Org[]): Markup {
  const rows = differing(org, from).map((record, index) => [
    markup`<label class="check"><input type="checkbox" name="component" value="${record.type}/${record.fullName}" id="component-${index}"> ${record.fullName}</label>`,
    record.type,
    whatDiffers(org, record),
    from.userName(record.lastModifiedById),
    readableDate(record.lastModifiedDate),
  ])
  const options = others.map(
    (entry) =>
      markup`<option value="${entry.info.id}"${entry === from ? markup` selected` : ''}>${orgLabel(entry.info)}</option>`,
  )
  return markup`<form class="card" method="post" action="${place}"><input type="hidden" name="org" value="${org.info.id}">
<div class="filters">
<div class="field"><label for="from">From</label><select id="from" name="from" data-reload>${options}</select></div>
<div class="field"><label for="name">Name</label><input type="text" id="name" name="name" placeholder="From ${orgLabel(from.info)}" autocomplete="off"></div>
<div class="field"><label for="user">Deploy as</label><select id="user" name="user">${userOptions(org)}</select></div>
<div class="field"><button class="primary">Deploy</button></div></div>
${table(['Component', 'Type', 'What', 'Last modified by', 'Last modified (UTC)'], rows, 'Both hold the same.')}
</form>`
}

function whatDiffers(org: Org, record: ComponentRecord): string {
  const twin = org.store.find(record.type, record.fullName)
  if (!twin) return 'only there'
  return twin.lastModifiedDate > record.lastModifiedDate ? 'older there' : 'newer there'
}

/** Components that the other org has changed, or that are only there. Parents whose children can be taken are left out. */
function differing(org: Org, from: Org): ComponentRecord[] {
  return from.store
    .types()
    .flatMap((type) => from.store.list(type))
    .filter((record) => {
      if (record.manageableState === 'installed') return false
      const twin = org.store.find(record.type, record.fullName)
      if (twin?.lastModifiedDate === record.lastModifiedDate) return false
      return findChildType(record.type) !== undefined || record.files.length > 0
    })
}
