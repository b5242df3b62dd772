import { createPublicKey } from 'node:crypto'
import { json } from '../http/answers.ts'
import { readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'

/**
 * POST /admin/orgs/<org>/connected-apps `{clientId, certificate}`: registers an app with its
 * certificate (PEM; a bare public key will do), so that it may sign in with JWTs; 201. 400 for
 * anything else.
 */
export async function registerApp(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return json(404, { error: 'no such org' })
  const { clientId, certificate } = await readJson(call)
  if (typeof clientId !== 'string' || typeof certificate !== 'string' || !isUsable(certificate))
    return json(400, { error: 'clientId and certificate (PEM) are needed' })
  await org.records.insert('ConnectedApp', { ClientId: clientId, Certificate: certificate })
  return json(201, { clientId })
}

function isUsable(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
