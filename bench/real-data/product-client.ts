import { api, type SluiceApi } from '@sluice/contract/api'
import { createClient, type Client } from '@sluice/contract/client'
import { consoleConfig, type ConsoleConfig } from '@sluice/contract/console-config'
import type { Job } from '@sluice/contract/job'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import { pushMessage } from '@sluice/contract/push'
import type { StackWithEnvironments } from '@sluice/contract/stack'
import { WebSocket } from 'ws'

/** A person at the product, by the public API only. */
export interface ProductClient {
  calls: Client<SluiceApi>
  config(): Promise<ConsoleConfig>
  /** The stacks of a workspace as the console gets them. */
  stacks(workspaceId: string): Promise<StackWithEnvironments[]>
  /** Submits one job, waits for its end, gives it and its output; raises when it did not succeed. */
  runJob<T>(place: StackPlace, submission: Submission, result: Shape<T>): Promise<{ job: Job; output: T }>
}

/** What a result schema of the contract is used for here. */
interface Shape<T> {
  parse(value: unknown): T
}

export interface StackPlace {
  workspaceId: string
  stackId: string
}

export type Submission = {
  jobCommandName: JobSubmission['jobCommandName']
  jobTemplate: Record<string, unknown>
}

export interface Account {
  emailAddress: string
  password: string
}

/** Registers a person and signs her in. */
export async function registerAndSignIn(origin: string, account: Account): Promise<ProductClient> {
  let token = ''
  const calls = createClient(api, async (path, init) => {
    const headers = new Headers(init.headers)
    if (token !== '') headers.set('authorization', `Bearer ${token}`)
    return fetch(`${origin}/api${path}`, { ...init, headers })
  })
  await calls.users.register({ body: { ...account, firstName: 'Rhea', lastName: 'Data' } })
  const signedIn = await calls.users.login({
    body: { username: account.emailAddress, password: account.password },
  })
  token = signedIn.accessToken
  let refreshToken = signedIn.refreshToken
  // Access tokens are short-lived, and the whole flow takes longer.
  const renewal = setInterval(() => void renew().catch(() => {}), 240_000)
  renewal.unref()
  async function renew(): Promise<void> {
    const renewed = await calls.users.refresh({ body: { refreshToken } })
    token = renewed.accessToken
    refreshToken = renewed.refreshToken
  }

  return {
    calls,
    config: async () => consoleConfig.parse(await (await fetch(`${origin}/console-config.json`)).json()),
    stacks: async (workspaceId) => pushedStacks(origin, workspaceId, token),
    async runJob(place, submission, result) {
      const job = await endOf(calls, place, await submit(calls, place, submission))
      const artifact = job.artifacts.find(({ type }) => type === 'Output')
      if (job.outcome !== 'Succeeded' || artifact === undefined) {
        throw new Error(
          `${job.commandName} ended as ${job.outcome}: ${job.error?.message} ${job.error?.details ?? ''}`,
        )
      }
      const { downloadUrl } = await calls.jobs.downloadArtifact({
        params: { ...place, jobId: job.id, artifactId: artifact.id },
      })
      const answer = await fetch(new URL(downloadUrl, origin))
      return { job, output: result.parse(await answer.json()) }
    },
  }
}

async function submit(calls: Client<SluiceApi>, place: StackPlace, submission: Submission): Promise<string> {
  const body: unknown = submission
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server validates the submission
  const [provisioned] = await calls.jobs.provision({ params: place, body: body as JobSubmission })
  const id = provisioned?.jobDetails?.id
  if (id === undefined) throw new Error(`the job was refused: ${JSON.stringify(provisioned)}`)
  return id
}

async function endOf(calls: Client<SluiceApi>, place: StackPlace, jobId: string): Promise<Job> {
  for (;;) {
    const job = await calls.jobs.get({ params: { ...place, jobId } })
    if (job.status === 'Ended') return job
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
  }
}

/** Opens the push channel, takes the stacks of the first full state, and closes it. */
async function pushedStacks(
  origin: string,
  workspaceId: string,
  accessToken: string,
): Promise<StackWithEnvironments[]> {
  const socket = new WebSocket(
    `${origin.replace(/^http/, 'ws')}/api/workspaces/hub?workspaceId=${workspaceId}`,
  )
  try {
    return await new Promise((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify({ type: 'authenticate', accessToken })))
      socket.on('error', reject)
      socket.on('close', (code) => reject(new Error(`the hub closed the connection (${code})`)))
      socket.on('message', (data) => {
        const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
        const message = pushMessage.parse(JSON.parse(text))
        if (message.type === 'pushStacks') resolve(message.stacks)
      })
    })
  } finally {
    socket.close()
  }
}
