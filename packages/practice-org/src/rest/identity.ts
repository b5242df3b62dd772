import { json, text } from '../http/answers.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { displayName } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { OrgUser } from '../org-state.ts'
import type { Practice } from '../practice.ts'
import { bearerOf } from './rest-door.ts'
import { wording } from '../wording.ts'

/**
 * GET /services/oauth2/userinfo and GET /id/{org}/{user}: who this token stands for. The two
 * addresses differ in spelling on the service (`preferred_username`, `username`); one answer
 * carries both. A bad token gets 403 with the text `Bad_OAuth_Token`, not 401 with JSON
 * (documented). Some clients send the token as `?oauth_token=`.
 */
export function identity(practice: Practice, call: Call): Answer {
  const token = bearerOf(call) || (call.query.get('oauth_token') ?? '')
  const session = practice.sessions.find(token)
  const org = session && practice.org(session.orgId)
  const user = session && org?.user(session.userId)
  if (!org || !user) return text(403, wording.signIn.badToken, 'text/html;charset=UTF-8')
  return json(200, identityOf(call.origin, org, user))
}

function identityOf(origin: string, org: Org, user: OrgUser): Record<string, unknown> {
  const id = `${origin}/id/${org.info.id}/${user.id}`
  return {
    sub: id,
    id,
    asserted_user: true,
    user_id: user.id,
    organization_id: org.info.id,
    username: user.username,
    preferred_username: user.username,
    nick_name: user.username,
    nickname: user.username,
    display_name: displayName(user),
    name: displayName(user),
    email: user.email,
    email_verified: true,
    first_name: user.firstName,
    last_name: user.lastName,
    given_name: user.firstName,
    family_name: user.lastName,
    timezone: 'Europe/Berlin',
    zoneinfo: 'Europe/Berlin',
    photos: { picture: '', thumbnail: '' },
    urls: urlsOf(origin, org, user),
    active: user.isActive,
    user_type: 'STANDARD',
    language: 'en_US',
    locale: 'en_US',
    utcOffset: 3_600_000,
    updated_at: org.info.createdDate,
    last_modified_date: org.info.createdDate,
    status: { created_date: null, body: null },
    is_app_installed: true,
  }
}

/** Addresses keep the placeholder `{version}`, which clients fill in. */
function urlsOf(origin: string, org: Org, user: OrgUser): Record<string, string> {
  const org15 = org.info.id.slice(0, 15)
  const rest = `${origin}/services/data/v{version}/`
  return {
    enterprise: `${origin}/services/Soap/c/{version}/${org15}`,
    metadata: `${origin}/services/Soap/m/{version}/${org15}`,
    partner: `${origin}/services/Soap/u/{version}/${org15}`,
    rest,
    sobjects: `${rest}sobjects/`,
    search: `${rest}search/`,
    query: `${rest}query/`,
    recent: `${rest}recent/`,
    tooling_soap: `${origin}/services/Soap/T/{version}/${org15}`,
    tooling_rest: `${rest}tooling/`,
    profile: `${origin}/${user.id}`,
    feeds: `${rest}chatter/feeds`,
    groups: `${rest}chatter/groups`,
    users: `${rest}chatter/users`,
    feed_items: `${rest}chatter/feed-items`,
    custom_domain: origin,
  }
}

/**
 * POST or GET /services/oauth2/revoke: ends an access or refresh token. Answers 200 for
 * unknown tokens too, as RFC 7009 asks: what is wanted holds already.
 */
export async function revoke(practice: Practice, call: Call): Promise<Answer> {
  const given = call.method === 'POST' ? (await readForm(call)).get('token') : call.query.get('token')
  await practice.sessions.revoke(given ?? '')
  return { status: 200 }
}

/**
 * GET /services/oauth2/singleaccess: `frontdoor_uri`, an address that opens the org in a
 * browser. The code in it is a dummy: the setup pages here need no sign-in.
 */
export function singleAccess(practice: Practice, call: Call): Answer {
  const session = practice.sessions.find(bearerOf(call))
  if (!session) return text(403, wording.signIn.badToken, 'text/html;charset=UTF-8')
  return json(200, { frontdoor_uri: `${call.origin}/secur/frontdoor.jsp?otp=practice&org=${session.orgId}` })
}
