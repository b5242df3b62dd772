import type { Answer, Call } from '../http/request.ts'
import type { Org } from '../org.ts'
import { orgLabel } from '../org-state.ts'
import type { Practice } from '../practice.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { markup, page, readableDate, table } from './page.ts'
import type { Markup } from './page.ts'

const shownAtMost = 300

/** GET / and /setup: an organisation's components by type, with search. */
export function componentsPage(practice: Practice, call: Call): Answer {
  const org = practice.org(call.query.get('org') ?? '') ?? practice.orgList()[0]
  if (!org)
    return page(
      'Components',
      markup`<h1>No organisation yet</h1><p>Start with a seed, or make one over the admin calls.</p>`,
    )
  const type = call.query.get('type') ?? ''
  const search = (call.query.get('search') ?? '').trim()
  const content = markup`
<h1>${orgLabel(org.info)}</h1>
<p class="quiet">${org.info.isSandbox ? 'Sandbox' : 'Production'} · ${org.info.organizationType} · ${org.store.size} components</p>
<form class="card filters" method="get" action="/setup">
<div class="field"><label for="org">Organisation</label><select id="org" name="org" data-reload data-drop="type search">
${practice.orgList().map((entry) => markup`<option value="${entry.info.id}"${entry === org ? markup` selected` : ''}>${orgLabel(entry.info)}</option>`)}</select></div>
<div class="field"><label for="type">Type</label><select id="type" name="type" data-reload>
<option value="">All types</option>
${org.store.types().map((name) => markup`<option value="${name}"${name === type ? markup` selected` : ''}>${name}</option>`)}</select></div>
<div class="field"><label for="search">Search</label><input type="search" id="search" name="search" value="${search}" placeholder="Part of a name"></div>
<div class="field"><button class="primary">Show</button></div>
</form>
${type === '' && search === '' ? typeList(org) : componentTable(org, type, search)}`
  return page('Components', content, { org: org.info.id, place: '/setup' })
}

function typeList(org: Org): Markup {
  const types = org.store.types()
  return markup`<h2>Types</h2><ul class="types">${types.map(
    (type) =>
      markup`<li><a href="/setup?org=${org.info.id}&amp;type=${type}">${type}</a><span class="quiet">${org.store.count(type)}</span></li>`,
  )}</ul>`
}

function componentTable(org: Org, type: string, search: string): Markup {
  const types = type === '' ? org.store.types() : [type]
  const wanted = search.toLowerCase()
  const found = types
    .flatMap((name) => org.store.list(name))
    .filter((record) => record.fullName.toLowerCase().includes(wanted))
  const shown = found.slice(0, shownAtMost)
  const heads = ['Name', 'Type', 'Last modified by', 'Last modified (UTC)']
  return markup`<h2>${found.length === 1 ? '1 component' : `${found.length} components`}</h2>
${found.length > shownAtMost ? markup`<p class="quiet">The first ${shownAtMost} are shown. Search for part of a name to see others.</p>` : ''}
${table(
  heads,
  shown.map((record) => row(org, record)),
  'No component has such a name.',
)}`
}

function row(org: Org, record: ComponentRecord): (string | Markup)[] {
  const address = `/setup/component?org=${org.info.id}&type=${record.type}&name=${encodeURIComponent(record.fullName)}`
  const installed =
    record.manageableState === 'installed' ? markup` <span class="badge">installed</span>` : ''
  return [
    markup`<a href="${address}">${record.fullName}</a>${installed}`,
    record.type,
    org.userName(record.lastModifiedById),
    readableDate(record.lastModifiedDate),
  ]
}
