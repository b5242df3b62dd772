import { redirect } from '../http/answers.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { displayName, orgLabel } from '../org-state.ts'
import type { OrgUser } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { markup, page, table } from './page.ts'
import type { Markup } from './page.ts'

const place = '/setup/users'
const heads = ['Name', 'User name', 'Title', 'State', 'Do']

/** GET /setup/users: organisations and their people. */
export function usersPage(practice: Practice, call: Call): Answer {
  const org = practice.org(call.query.get('org') ?? '')
  const sections = practice.orgList().map(
    (entry) => markup`<h2>${orgLabel(entry.info)}</h2>
<p class="quiet">${entry.info.isSandbox ? 'Sandbox' : 'Production'} · <code>${entry.info.id}</code> · API ${entry.info.platformVersion}${entry.info.tracksSource ? ' · tracks its source' : ''} · <a href="/setup?org=${entry.info.id}">${entry.store.size} components<span class="hidden"> of ${orgLabel(entry.info)}</span></a></p>
${table(
  heads,
  entry.users.map((user) => row(entry, user)),
)}`,
  )
  const content = markup`<h1>Organisations and users</h1>
<p class="quiet">Every password is <code>practice1</code> unless it was changed.</p>${sections}`
  return page('Users', content, { place, ...(org ? { org: org.info.id } : {}) })
}

/** POST /setup/users: a person may work no longer, or again; a password expires, or counts again. */
export async function changeUser(practice: Practice, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const org = practice.org(form.get('org') ?? '')
  const user = org?.user(form.get('user') ?? '')
  const action = form.get('action')
  if (!org || !user) return page('Not found', markup`<h1>Not found</h1>`, { status: 404 })
  if (action === 'deactivate') user.isActive = false
  if (action === 'activate') user.isActive = true
  if (action === 'expire') user.passwordExpired = true
  if (action === 'renew') user.passwordExpired = false
  await org.saveUsers()
  return redirect(`${place}?org=${org.info.id}`)
}

function row(org: Org, user: OrgUser): (string | Markup)[] {
  const state = user.isActive ? (user.passwordExpired ? 'Password expired' : 'Active') : 'Inactive'
  const button = (action: string, name: string): Markup =>
    markup`<button class="small" name="action" value="${action}" aria-label="${name}: ${displayName(user)}, ${orgLabel(org.info)}">${name}</button>`
  return [
    displayName(user),
    markup`<code>${user.username}</code>`,
    user.title,
    state,
    markup`<form class="actions" method="post" action="${place}"><input type="hidden" name="org" value="${org.info.id}"><input type="hidden" name="user" value="${user.id}">
${user.isActive ? button('deactivate', 'Deactivate') : button('activate', 'Activate')}${user.passwordExpired ? button('renew', 'Renew password') : button('expire', 'Expire password')}</form>`,
  ]
}
