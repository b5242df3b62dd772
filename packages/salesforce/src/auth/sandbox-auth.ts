import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { isRecord, textOf } from '../json.ts'
import { restCall } from '../rest.ts'

/** An authorization code for a sandbox, for the user whose session in production asked for it. */
export interface SandboxCode {
  readonly code: string
  readonly username: string
  /** Where the code is exchanged. */
  readonly signInUrl: string
}

interface SandboxCodeRequest {
  readonly sandboxName: string
  readonly clientId: string
  /** One of the callback URLs of the app; nobody is sent there. */
  readonly redirectUri: string
}

/**
 * Asks a production org for a code that opens one of its sandboxes. Null while the sandbox does not take sign-ins yet, which can
 * last some minutes after its copying has ended.
 * @throws SalesforceError what the org says
 */
export async function requestSandboxCode(
  connection: Connection,
  { sandboxName, clientId, redirectUri }: SandboxCodeRequest,
  options: CallOptions = {},
): Promise<SandboxCode | null> {
  const body = Buffer.from(JSON.stringify({ sandboxName, callbackUrl: redirectUri, clientId }))
  try {
    const answer = await restCall(connection, {
      method: 'POST',
      path: `/services/data/v${connection.apiVersion}/tooling/sandboxAuth`,
      headers: { 'content-type': 'application/json' },
      body: { length: body.length, open: () => [body] },
      signal: options.signal,
    })
    return codeOf(answer)
  } catch (error) {
    if (error instanceof SalesforceError && error.salesforceCode === 'INVALID_STATUS') return null
    throw error
  }
}

function codeOf(answer: unknown): SandboxCode {
  const fields = isRecord(answer) ? answer : {}
  const code = textOf(fields, 'authCode')
  const username = textOf(fields, 'authUserName')
  const signInUrl = textOf(fields, 'loginUrl') ?? textOf(fields, 'instanceUrl')
  if (code === null || username === null || signInUrl === null)
    throw new SalesforceError('badResponse', 'Salesforce answered without a code for the sandbox.')
  return { code, username, signInUrl }
}
