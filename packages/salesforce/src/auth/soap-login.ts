import { SalesforceError } from '../errors.ts'
import type { AddressPolicy } from '@sluice/http/address-policy'
import { signInLimits } from '../limits.ts'
import { sendToSalesforce } from '../send.ts'
import { checkCallableUrl } from '../callable-url.ts'
import { soapBody, soapHeaders } from '../soap/body.ts'
import { onlyResult } from '../soap/call.ts'
import { readSoapReply } from '../soap/reply.ts'
import { childFlag, childOf, childrenOf, childText, element, type XmlElement } from '../soap/xml.ts'
import { uniform, type SignInCall } from './token-endpoint.ts'

/** login() does not exist from version 65.0 on. */
const loginApiVersion = '64.0'

export interface SoapSession {
  sessionId: string
  instanceUrl: string
  userId: string
  orgId: string
  isSandbox: boolean
}

/**
 * Signs in with user name and password (with the security token behind it, where the org asks for one).
 * @throws SalesforceError `invalidCredentials`, `passwordExpired`, `loginDisabled`, and the codes of the transport
 */
export async function soapLogin(
  options: SignInCall & { username: string; password: string },
): Promise<SoapSession> {
  const { username, password } = options
  const { addresses } = options
  return uniform([password], async () => {
    const response = await sendToSalesforce(
      {
        method: 'POST',
        url: new URL(`/services/Soap/u/${loginApiVersion}`, checkCallableUrl(options.signInUrl, addresses)),
        headers: soapHeaders,
        body: loginBody(username, password),
        idempotent: true,
        limits: signInLimits,
        addresses,
        signal: options.signal,
      },
      async (reply) => readSoapReply(reply, { idempotent: true }),
    )
    return readSession(onlyResult(childrenOf(response, 'result')), addresses)
  })
}

function loginBody(username: string, password: string) {
  const content = element('username', username) + element('password', password)
  return soapBody(
    '<?xml version="1.0" encoding="UTF-8"?>' +
      '<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body>' +
      '<login xmlns="urn:partner.soap.sforce.com">',
    content,
    '</login></env:Body></env:Envelope>',
  )
}

function readSession(result: XmlElement, addresses: AddressPolicy): SoapSession {
  // An expired password is a success with a session that can only set a new one.
  if (childFlag(result, 'passwordExpired')) {
    throw new SalesforceError('passwordExpired', 'The password of this Salesforce user has expired.', {
      salesforceCode: 'PASSWORD_EXPIRED',
    })
  }
  const sessionId = childText(result, 'sessionId')
  const serverUrl = childText(result, 'serverUrl')
  const userId = childText(result, 'userId')
  const userInfo = childOf(result, 'userInfo')
  const orgId = userInfo === undefined ? null : childText(userInfo, 'organizationId')
  if (sessionId === null || serverUrl === null || userId === null || orgId === null) {
    throw new SalesforceError('badResponse', 'Salesforce answered without a session.')
  }
  const instanceUrl = checkCallableUrl(serverUrl, addresses)
  return { sessionId, instanceUrl, userId, orgId, isSandbox: childFlag(result, 'sandbox') }
}
