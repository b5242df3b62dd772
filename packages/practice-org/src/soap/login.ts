import type { FaultKind } from '../faults.ts'
import { readBody } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { isAtHome } from '../oauth/door.ts'
import type { Session } from '../oauth/sessions.ts'
import type { Org } from '../org.ts'
import { displayName } from '../org-state.ts'
import type { OrgUser } from '../org-state.ts'
import type { Practice } from '../practice.ts'
import { profileIdOf } from '../query/catalogue.ts'
import { textOf } from '../xml/element.ts'
import { SoapFault, namespaces, readEnvelope } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { faultAnswer, soapAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/** login() exists up to this version (documented); later ones answer UNSUPPORTED_API_VERSION. */
const lastLoginVersion = 64

/**
 * POST /services/Soap/u/{version}: the partner door, of which clients use the sign-in. Its
 * faults differ from those of the Metadata API: codes have no prefix, and there is a
 * LoginFault detail.
 */
export async function partnerDoor(practice: Practice, call: Call): Promise<Answer> {
  try {
    const soap = readEnvelope((await readBody(call, 1024 * 1024)).toString('utf8'))
    if (soap.operation === 'login') return await login(practice, call, soap)
    const session = practice.sessions.find(soap.sessionId ?? '')
    const org = session && practice.org(session.orgId)
    const user = session && org?.user(session.userId)
    if (!session || !org || !user) throw new SoapFault('INVALID_SESSION_ID', wording.call.illegalSession)
    if (soap.operation === 'getUserInfo')
      return soapAnswer('getUserInfo', [userInfo(org, user)], { namespace: namespaces.partner })
    if (soap.operation === 'logout') {
      await practice.sessions.revoke(session.accessToken)
      return soapAnswer('logout', [], { namespace: namespaces.partner })
    }
    throw new SoapFault('INVALID_OPERATION', wording.call.noOperation(soap.operation))
  } catch (error) {
    if (error instanceof SoapFault) return faultAnswer(error.code, error.message, namespaces.partner)
    throw error
  }
}

/** Faults by which the sign-in refuses whoever asks. */
const refusals: readonly [FaultKind, code: string, message: string][] = [
  ['loginAddress', 'LOGIN_DURING_RESTRICTED_DOMAIN', wording.signIn.loginAddress],
  ['loginHours', 'LOGIN_DURING_RESTRICTED_TIME', wording.signIn.loginHours],
  ['securityTokenNeeded', 'LOGIN_MUST_USE_SECURITY_TOKEN', wording.signIn.securityTokenNeeded],
  ['userLockedOut', 'PASSWORD_LOCKOUT', wording.signIn.userLockedOut],
]

/**
 * An expired password is a success (HTTP 200) with `passwordExpired` and a session that may do
 * nothing else. The security token is what follows the password, so any text may follow it.
 * Wrong passwords, unknown and inactive users and those of the other
 * port give the same INVALID_LOGIN.
 */
async function login(practice: Practice, call: Call, soap: SoapCall): Promise<Answer> {
  const version = Number(call.params[0])
  if (version < 31 || version > lastLoginVersion)
    throw new SoapFault('UNSUPPORTED_API_VERSION', wording.call.versionOnUrl(''))
  for (const [kind, code, message] of refusals)
    if (practice.faults.take([kind], 'login')) throw new SoapFault(code, message)
  const found = practice.userNamed(textOf(soap.body, 'username')?.trim() ?? '')
  const password = textOf(soap.body, 'password') ?? ''
  if (
    !found ||
    !found.user.isActive ||
    !password.startsWith(found.user.password) ||
    password === '' ||
    !isAtHome(call, found.org)
  )
    throw new SoapFault('INVALID_LOGIN', wording.signIn.invalidLogin)
  const { org, user } = found
  if (!org.info.soapLogin) throw new SoapFault('INVALID_OPERATION', wording.signIn.loginDisabled)
  const session = await practice.sessions.start({
    orgId: org.info.id,
    userId: user.id,
    clientId: 'soap',
    scope: 'full',
    ...(user.passwordExpired ? { restricted: true } : {}),
  })
  return soapAnswer('login', [loginResult(call, { org, user, session })], { namespace: namespaces.partner })
}

/**
 * The LoginResult in the order of the WSDL. Clients take their instance address from
 * `serverUrl`; org ids in addresses have 15 characters.
 */
function loginResult(call: Call, signedIn: { org: Org; user: OrgUser; session: Session }): object {
  const { org, user, session } = signedIn
  const door = (letter: string): string =>
    `${call.origin}/services/Soap/${letter}/${call.params[0] ?? ''}/${org.info.id.slice(0, 15)}`
  return {
    metadataServerUrl: door('m'),
    passwordExpired: user.passwordExpired,
    sandbox: org.info.isSandbox,
    serverUrl: door('u'),
    sessionId: session.accessToken,
    userId: user.id,
    userInfo: userInfo(org, user),
  }
}

function userInfo(org: Org, user: OrgUser): object {
  return {
    accessibilityMode: false,
    chatterExternal: false,
    currencySymbol: null,
    orgAttachmentFileSizeLimit: 5_242_880,
    orgDefaultCurrencyIsoCode: 'EUR',
    orgDefaultCurrencyLocale: 'en_US',
    orgDisallowHtmlAttachments: false,
    orgHasPersonAccounts: false,
    organizationId: org.info.id,
    organizationMultiCurrency: false,
    organizationName: org.info.name,
    profileId: profileIdOf(user.profile),
    roleId: null,
    sessionSecondsValid: 7_200,
    userDefaultCurrencyIsoCode: null,
    userEmail: user.email,
    userFullName: displayName(user),
    userId: user.id,
    userLanguage: 'en_US',
    userLocale: 'en_US',
    userName: user.username,
    userTimeZone: 'Europe/Berlin',
    userType: 'Standard',
    userUiSkin: 'Theme3',
  }
}
