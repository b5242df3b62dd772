import { createPublicKey } from 'node:crypto'
import { json } from '../http/answers.ts'
import { readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'

/**
 * POST /admin/orgs/<org>/connected-apps `{clientId, certificate?, clientSecret?, needsSecretForRefresh?,
 * permittedUsers?: user names}`: registers an app; 201. With a certificate (PEM; a bare public key will do) it may sign in with JWTs, with
 * a secret it has to send that one; with permitted users JWTs of others are refused. 400 for anything else.
 */
export async function registerApp(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return json(404, { error: 'no such org' })
  const { clientId, certificate, clientSecret, needsSecretForRefresh, permittedUsers } = await readJson(call)
  if (typeof clientId !== 'string' || !isOptionalText(clientSecret) || !isOptionalText(certificate))
    return json(400, { error: 'clientId is needed; clientSecret and certificate are texts' })
  if (certificate !== undefined && !isUsable(certificate))
    return json(400, { error: 'certificate must be a PEM of an RSA key' })
  await org.records.insert('ConnectedApp', {
    ClientId: clientId,
    ...(certificate === undefined ? {} : { Certificate: certificate }),
    ...(clientSecret === undefined ? {} : { ClientSecret: clientSecret }),
    NeedsSecretForRefresh: needsSecretForRefresh !== false,
    ...(Array.isArray(permittedUsers) ? { PermittedUsers: permittedUsers.join(' ').toLowerCase() } : {}),
  })
  return json(201, { clientId })
}

const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

function isUsable(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
