import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPracticeOrg } from '@sluice/practice-org/practice-org'
import { pollDeviceCode, startDeviceCode } from '../../src/auth/device-code.ts'
import { refreshAccessToken } from '../../src/auth/refresh.ts'
import type { TokenResponse } from '../../src/auth/token-response.ts'
import { openConnection, type Connection } from '../../src/connection.ts'
import { type AddressPolicy, onlyOrigins } from '@sluice/http/address-policy'
import { seedFiles, writeZip } from './archives.ts'

/** A practice org in this process, spoken to over HTTP only. */
export interface Practice {
  origin: string
  /** Where a sign-in starts. */
  site: { signInUrl: string; addresses: AddressPolicy; clientId: string }
  folder: string
  signIn(username?: string): Promise<TokenResponse>
  connect(options?: { canRefresh?: boolean; username?: string }): Promise<Connection>
  /** Calls the administration of the practice org. */
  admin(method: string, path: string, body?: unknown): Promise<unknown>
  /** Lets the next calls of an operation meet a fault. */
  fault(
    kind: string,
    operation: string,
    options?: { times?: number; skip?: number; delayMs?: number },
  ): Promise<void>
  close(): Promise<void>
}

export const mara = 'mara.lindqvist@northbeam.example'
export const tomas = 'tomas.okafor@northbeam.example'

/** Starts a practice org that holds a few classes and an object with fields, by several authors. */
export async function startPractice(): Promise<Practice> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-salesforce-'))
  const seed = await writeZip(join(folder, 'seed.zip'), seedFiles())
  const org = await createPracticeOrg({
    dataDir: join(folder, 'org'),
    port: 0,
    pollIntervalSeconds: 1,
    seed,
  })
  const site = { signInUrl: org.origin, addresses: onlyOrigins(org.origin), clientId: 'sluice-test' }

  const admin: Practice['admin'] = async (method, path, body) => {
    const answer = await fetch(`${org.origin}/admin${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? undefined : answer.json()
  }

  const signIn: Practice['signIn'] = async (username = mara) => {
    const { deviceCode, userCode } = await startDeviceCode(site)
    await admin('POST', '/approve-device', { userCode, user: username })
    const poll = await pollDeviceCode({ ...site, deviceCode })
    if (poll.status !== 'Completed') throw new Error(poll.status)
    return poll.token
  }

  return {
    origin: org.origin,
    site,
    folder,
    admin,
    signIn,
    async connect({ canRefresh = true, username } = {}) {
      const token = await signIn(username)
      const refresh = async (): Promise<string> => {
        const renewed = await refreshAccessToken({ ...site, refreshToken: token.refreshToken ?? '' })
        return renewed.accessToken
      }
      return openConnection({
        instanceUrl: token.instanceUrl,
        accessToken: token.accessToken,
        addresses: onlyOrigins(org.origin),
        ...(canRefresh ? { refresh } : {}),
      })
    },
    async fault(kind, operation, options = {}) {
      await admin('POST', '/faults', { kind, operation, ...options })
    },
    async close() {
      await org.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
