import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPracticeOrg } from '@sluice/practice-org/practice-org'

/** A practice org of its own with one empty production org, and a person who approves codes there. */
export async function startPractice() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-practice-'))
  const practice = await createPracticeOrg({ dataDir, port: 0, seed: 'empty', pollIntervalSeconds: 0 })
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${practice.origin}/admin/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  return {
    origin: practice.origin,
    approve: async (userCode: string, org?: string) =>
      post('approve-device', { userCode, ...(org !== undefined && { org }) }),
    deny: async (userCode: string) => post('approve-device', { userCode, deny: true }),
    addSandbox: async (name: string) => post('orgs', { name, isSandbox: true }),
    async close() {
      await practice.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Practice = Awaited<ReturnType<typeof startPractice>>
