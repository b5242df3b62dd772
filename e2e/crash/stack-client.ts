import type { Job } from '@sluice/contract/job'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { StackWithEnvironments } from '@sluice/contract/stack'
import { connect } from '../../bench/real-data/initialize.ts'
import { registerAndSignIn } from '../../bench/real-data/product-client.ts'
import { type WorkingClone, cloneRepository } from '../working-clone.ts'

const account = { emailAddress: 'casey@example.com', password: 'Correct-Horse-7' }

/** A member of a workspace with one stack. */
export interface StackClient {
  /** Submits one job and returns its id. */
  submit(name: JobSubmission['jobCommandName'], template: Record<string, unknown>): Promise<string>
  job(jobId: string): Promise<Job>
  stack(): Promise<StackWithEnvironments>
  clone(): Promise<WorkingClone>
}

/** Registers a person, connects the practice org and makes a stack that is not yet initialized. */
export async function connectStack(product: {
  readonly origin: string
  readonly practiceOrgOrigin: string
}): Promise<StackClient> {
  const client = await registerAndSignIn(product.origin, account)
  const place = await connect({ product, client })
  const stack = async () => {
    const [only] = await client.stacks(place.workspaceId)
    if (only === undefined) throw new Error('The stack is not there.')
    return only
  }
  return {
    stack,
    async submit(jobCommandName, jobTemplate) {
      const body: unknown = { jobCommandName, jobTemplate }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server validates the submission
      const [provisioned] = await client.calls.jobs.provision({ params: place, body: body as JobSubmission })
      const id = provisioned?.jobDetails?.id
      if (id === undefined) throw new Error(`The job was refused: ${JSON.stringify(provisioned)}`)
      return id
    },
    job: (jobId) => client.calls.jobs.get({ params: { ...place, jobId } }),
    clone: async () =>
      cloneRepository({
        url: (await stack()).gitRepositoryUrl,
        username: account.emailAddress,
        password: account.password,
      }),
  }
}
