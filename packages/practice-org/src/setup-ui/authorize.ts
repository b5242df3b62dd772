import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { redirect, text } from '../http/answers.ts'
import type { Practice } from '../practice.ts'
import { isAtHome } from '../oauth/door.ts'
import { orgChoice, userChoice } from './connect.ts'
import { markup, page } from './page.ts'
import { wording } from '../wording.ts'

/** The parameters of an authorization request that the form has to carry along. */
const carried = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]

/**
 * GET /services/oauth2/authorize: the page on which a person chooses org and user and lets an
 * app in. Answers 400 with a page, never a redirect, when client or redirect address are
 * missing: an unchecked address must not be sent anywhere.
 */
export function authorizePage(practice: Practice, call: Call): Answer {
  const { query } = call
  const refused = refusalOf(query)
  if (refused !== undefined)
    return page('Not possible', markup`<h1>Not possible</h1><p>${refused}</p>`, { narrow: true, status: 400 })
  const chosen = practice.org(query.get('org') ?? '') ?? practice.orgList().find((org) => isAtHome(call, org))
  const content = markup`<h1>Allow access?</h1>
<p class="quiet">${query.get('client_id') ?? ''} asks for access to one of your organisations, as you.</p>
<form method="post" action="/services/oauth2/authorize" class="card">
${carried.map((name) => (query.get(name) === null ? '' : markup`<input type="hidden" name="${name}" value="${query.get(name) ?? ''}">`))}
${orgChoice(practice, chosen)}
${chosen ? userChoice(chosen) : ''}
<div class="actions"><button class="primary" name="decision" value="approve">Allow</button><button name="decision" value="deny">Deny</button></div>
</form>`
  return page('Allow access?', content, { narrow: true })
}

/**
 * POST /services/oauth2/authorize: sends the browser back to the app (303), with `code` or
 * with `error=access_denied`; `state` goes back unchanged in both cases.
 */
export async function authorize(practice: Practice, call: Call): Promise<Answer> {
  const form = await readForm(call)
  if (refusalOf(form) !== undefined) return text(400, 'invalid request')
  const target = new URL(form.get('redirect_uri') ?? '')
  const state = form.get('state')
  if (state !== null) target.searchParams.set('state', state)
  const org = practice.org(form.get('org') ?? '')
  const user = org?.user(form.get('user') ?? '')
  if (form.get('decision') !== 'approve' || !org || !user || !isAtHome(call, org)) {
    target.searchParams.set('error', 'access_denied')
    target.searchParams.set('error_description', wording.signIn.denied)
    return redirect(target.href)
  }
  const code = practice.authorizationCodes.start({
    orgId: org.info.id,
    userId: user.id,
    clientId: form.get('client_id') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    scope: form.get('scope') ?? 'refresh_token web api',
    codeChallenge: form.get('code_challenge'),
  })
  target.searchParams.set('code', code)
  return redirect(target.href)
}

/**
 * Why a request cannot be shown to a person; undefined when it can. Implicit and hybrid flows
 * are not offered.
 */
function refusalOf(given: URLSearchParams): string | undefined {
  if (given.get('response_type') !== 'code') return 'Only the authorization code flow is known here.'
  if (!given.get('client_id')) return 'The app does not say who it is.'
  return URL.canParse(given.get('redirect_uri') ?? '')
    ? undefined
    : 'The app does not say where to go back to.'
}
