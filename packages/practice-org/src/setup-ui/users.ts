import type { Answer, Call } from '../http/request.ts'
import { displayName, orgLabel } from '../org-state.ts'
import type { Practice } from '../practice.ts'
import { markup, page } from './page.ts'

/** GET /setup/users: organisations and their people. */
export function usersPage(practice: Practice, _call: Call): Answer {
  const sections = practice.orgList().map(
    (
      org,
    ) => markup`<h2>${orgLabel(org.info)}</h2><p class="quiet">${org.info.isSandbox ? 'Sandbox' : 'Production'} · <code>${org.info.id}</code> · API ${org.info.platformVersion}</p>
<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">User name</th><th scope="col">Title</th><th scope="col">Active</th></tr></thead>
<tbody>${org.users.map((user) => markup`<tr><td>${displayName(user)}</td><td><code>${user.username}</code></td><td>${user.title}</td><td>${user.isActive ? 'Yes' : 'No'}</td></tr>`)}</tbody></table></div>`,
  )
  return page(
    'Users',
    markup`<h1>Organisations and users</h1><p class="quiet">Every password is <code>practice1</code> unless it was changed.</p>${sections}`,
  )
}
