import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPracticeOrg } from '@sluice/practice-org/practice-org'

interface Session {
  orgId: string
  userId: string
  accessToken: string
  instanceUrl: string
}

/** A practice org of its own with one empty production org, and a person who approves codes there. */
export async function startPractice() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-practice-'))
  const practice = await createPracticeOrg({ dataDir, port: 0, seed: 'empty', pollIntervalSeconds: 0 })
  const admin = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
    const response = await fetch(`${practice.origin}/admin/${path}`, { method, ...sent })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const post = async (path: string, body: unknown) => admin('POST', path, body)
  const session = async (): Promise<Session> =>
    (await fetch(`${practice.origin}/admin/sessions`, { method: 'POST', body: '{}' })).json()
  const createRecord = async (path: string, fields: Record<string, unknown>) => {
    const { accessToken, instanceUrl } = await session()
    const response = await fetch(`${instanceUrl}/services/data/v64.0/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  return {
    origin: practice.origin,
    approve: async (userCode: string, org?: string) =>
      post('approve-device', { userCode, ...(org !== undefined && { org }) }),
    deny: async (userCode: string) => post('approve-device', { userCode, deny: true }),
    /** Ends every access token; each refresh of one then brings a new refresh token and ends the old. */
    async expireSessions() {
      await admin('PATCH', 'settings', { rotatesRefreshTokens: true })
      await admin('DELETE', 'sessions')
    },
    /** Ends every access token; refresh tokens stay as they are. */
    async endSessions() {
      await admin('PATCH', 'settings', { rotatesRefreshTokens: false })
      await admin('DELETE', 'sessions')
    },
    /** What a person does in Setup to lock an application out. */
    revokeEverything: async () => admin('DELETE', 'sessions?refreshTokens=true'),
    /** Lets the next call of an operation meet a fault. */
    fault: async (kind: string, operation: string) => post('faults', { kind, operation }),
    /** As orgs refuse the device flow to apps that they have not registered. */
    blockDeviceFlow: async (blocksDeviceFlow: boolean) => admin('PATCH', 'settings', { blocksDeviceFlow }),
    /** The org and a user of it. */
    async someone(): Promise<{ orgId: string; userId: string }> {
      const { orgId, userId } = await session()
      return { orgId, userId }
    },
    /** Changes what an administrator of the org may change of it, such as `soapLogin`. */
    patchOrg: async (fields: Record<string, unknown>, org = 'Northbeam Lighting') =>
      admin('PATCH', `orgs/${org}`, fields),
    /** Changes a user of the org, such as `isActive` and `passwordExpired`. */
    patchUser: async (username: string, fields: Record<string, unknown>, org = 'Northbeam Lighting') =>
      admin('PATCH', `orgs/${org}/users/${username}`, fields),
    registerApp: async (
      clientId: string,
      app: { clientSecret?: string; certificate?: string; permittedUsers?: string[] },
      org = 'Northbeam Lighting',
    ) => post(`orgs/${org}/connected-apps`, { clientId, ...app }),
    /** A sandbox; its users are those of production with this domain behind their names. */
    addSandbox: async (name: string, domain?: string) => post('orgs', { name, isSandbox: true, domain }),
    /** What an administrator of the production org does in Setup; the fields are those of SandboxInfo. */
    createSandbox: async (fields: Record<string, unknown>) =>
      createRecord('tooling/sobjects/SandboxInfo', fields),
    /** A public group of the production org, or a queue; the fields are those of Group. */
    createGroup: async (fields: Record<string, unknown>) => createRecord('sobjects/Group', fields),
    async close() {
      await practice.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Practice = Awaited<ReturnType<typeof startPractice>>
