import { orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { markup } from './page.ts'
import type { Markup } from './page.ts'

/** The org that an address names; production without one; undefined while there is none at all. */
export function chosenOrg(practice: Practice, id: string | null): Org | undefined {
  return practice.org(id ?? '') ?? practice.orgList()[0]
}

/** The heading of a page that speaks of one org, with the choice of another. */
export function headWithOrgs(practice: Practice, title: string, chosen: Org): Markup {
  const options = practice
    .orgList()
    .map(
      (org) =>
        markup`<option value="${org.info.id}"${org === chosen ? markup` selected` : ''}>${orgLabel(org.info)}</option>`,
    )
  return markup`<div class="head"><h1>${title}</h1>
<form method="get"><label for="org">Organisation</label><select id="org" name="org" data-reload>${options}</select>
<button data-no-script>Show</button></form></div>`
}

/** The people of an org who may work, as options; the value is the user's id. */
export function userOptions(org: Org, chosen?: string): Markup[] {
  return org.users
    .filter((user) => user.isActive)
    .map(
      (user) =>
        markup`<option value="${user.id}"${user.id === chosen ? markup` selected` : ''}>${user.firstName} ${user.lastName} – ${user.title}</option>`,
    )
}
