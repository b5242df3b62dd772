import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { DeviceCode } from '../oauth/device-codes.ts'
import { displayName, orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { markup, page } from './page.ts'
import type { Markup } from './page.ts'

/** GET /setup/connect: a person says which organisation an app may use, and as whom. */
export function connectPage(practice: Practice, call: Call): Answer {
  return form(practice, { userCode: call.query.get('user_code') ?? '', orgId: call.query.get('org') ?? '' })
}

/**
 * POST /setup/connect: the person's decision. 400 with the page when the code is unknown or no
 * user is chosen.
 */
export async function decide(practice: Practice, call: Call): Promise<Answer> {
  const given = await readForm(call)
  const userCode = given.get('user_code') ?? ''
  const orgId = given.get('org') ?? ''
  const code = practice.deviceCodes.findByUserCode(userCode)
  if (!code)
    return form(practice, {
      userCode,
      orgId,
      problem:
        'This code is not known here. Check it against the screen that shows it; a code works once, for ten minutes.',
    })
  if (given.get('decision') === 'deny') {
    code.decision = 'denied'
    return outcome(
      'Access denied',
      markup`<p>The app was told that you refused. You can close this page.</p>`,
    )
  }
  const org = practice.org(orgId)
  const user = org?.user(given.get('user') ?? '')
  if (!org || !user?.isActive)
    return form(practice, { userCode, orgId, problem: 'Choose an organisation and a user.' })
  approve(code, org, user.id)
  return outcome(
    'Connected',
    markup`<p><b>${appName(code.clientId)}</b> may now use <b>${orgLabel(org.info)}</b> as ${displayName(user)} (${user.username}). Go back to the screen that showed the code.</p>`,
  )
}

/**
 * Writes down an approval; the app learns of it at its next poll, and gets a token for this
 * org and user.
 */
export function approve(code: DeviceCode, org: Org, userId: string): void {
  code.decision = 'approved'
  code.orgId = org.info.id
  code.userId = userId
}

function outcome(title: string, content: Markup): Answer {
  return page(title, markup`<h1>${title}</h1><div class="note good" role="status">${content}</div>`, {
    narrow: true,
  })
}

function form(practice: Practice, state: { userCode: string; orgId: string; problem?: string }): Answer {
  const chosen = practice.org(state.orgId) ?? practice.orgList()[0]
  const code = practice.deviceCodes.findByUserCode(state.userCode)
  const content = markup`
<h1>Connect an app</h1>
<p class="quiet">${code ? appName(code.clientId) : 'An app'} asks for access to one of your organisations, as you.</p>
${state.problem === undefined ? '' : markup`<div class="note bad" role="alert"><p>${state.problem}</p></div>`}
<form method="post" action="/setup/connect" class="card">
<div class="field"><label for="user_code">Code</label>
<input type="text" id="user_code" name="user_code" value="${state.userCode}" autocomplete="off" autocapitalize="characters" spellcheck="false" required></div>
${orgChoice(practice, chosen)}
${chosen ? userChoice(chosen) : markup`<p>There is no organisation yet.</p>`}
<div class="actions">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>`
  return page('Connect an app', content, { narrow: true, status: state.problem === undefined ? 200 : 400 })
}

/** A select of organisations; choosing shows the page with that organisation's people. */
export function orgChoice(practice: Practice, chosen: Org | undefined): Markup {
  const options = practice
    .orgList()
    .map(
      (org) =>
        markup`<option value="${org.info.id}"${org === chosen ? markup` selected` : ''}>${orgLabel(org.info)}${org.info.isSandbox ? ' (sandbox)' : ''}</option>`,
    )
  return markup`<div class="field"><label for="org">Organisation</label><select id="org" name="org" data-reload>${options}</select></div>`
}

/** The people of an org, one to be chosen. */
export function userChoice(org: Org): Markup {
  const active = org.users.filter((user) => user.isActive)
  return markup`<fieldset><legend>User</legend>${active.map(
    (user, index) => markup`
<label class="choice"><input type="radio" name="user" value="${user.id}"${index === 0 ? markup` checked` : ''}>
<span><b>${displayName(user)}</b> <span class="quiet">${user.username}</span><span class="quiet">${user.title}</span></span></label>`,
  )}</fieldset>`
}

/** What to call an app: client ids are long and say nothing, a short word is taken as a name. */
function appName(clientId: string): string {
  return clientId.length <= 40 ? clientId : 'The app'
}
