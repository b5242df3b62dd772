import type { Job } from '@sluice/contract/job'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import { connect } from '../../bench/real-data/initialize.ts'
import {
  type ProductClient,
  type StackPlace,
  registerAndSignIn,
} from '../../bench/real-data/product-client.ts'
import { type Product, startProduct } from '../start-product.ts'
import { type WorkingClone, cloneRepository } from '../working-clone.ts'
import { type PracticeOrgAdmin, practiceOrgAdmin } from './practice-org-admin.ts'

const account = { emailAddress: 'casey@example.com', password: 'Correct-Horse-7' }

export interface CrashWorld {
  readonly product: Product
  readonly org: PracticeOrgAdmin
  /** Starts the server anew with these fault points; none switches them off. */
  arm(faults: string): Promise<void>
  submit(name: JobSubmission['jobCommandName'], template: Record<string, unknown>): Promise<string>
  /** Waits until the server has killed itself at an armed point, and starts it again without any. */
  comeBack(): Promise<void>
  /** The job, once it has ended by itself. */
  ended(jobId: string): Promise<Job>
  isLocked(): Promise<boolean>
  clone(): Promise<WorkingClone>
  stop(): Promise<void>
}

/** The real product with a stack that is connected and not yet initialized. */
export async function crashWorld(): Promise<CrashWorld> {
  const settings = { SLUICE_LEASE_SECONDS: '2', SLUICE_RATE_LIMIT_FACTOR: '0' }
  const product = await startProduct({ settings })
  try {
    const org = await practiceOrgAdmin(product.practiceOrgOrigin)
    const client = await registerAndSignIn(product.origin, account)
    const place = await connect({ product, client })
    return { product, org, ...programOf(product), ...peopleOf(product, client, place) }
  } catch (error) {
    await product.stop()
    throw error
  }
}

function programOf(product: Product): Pick<CrashWorld, 'arm' | 'comeBack' | 'stop'> {
  const { server } = product
  return {
    async arm(faults) {
      await server.kill('SIGTERM')
      await server.restart({ SLUICE_FAULT_POINTS: faults })
    },
    async comeBack() {
      await within(
        60_000,
        server.exited(),
        () => `The server reached no armed point.\n${server.output().slice(-4_000)}`,
      )
      await server.restart()
    },
    stop: () => product.stop(),
  }
}

function peopleOf(
  product: Product,
  client: ProductClient,
  place: StackPlace,
): Pick<CrashWorld, 'submit' | 'ended' | 'isLocked' | 'clone'> {
  const stack = async () => {
    const [only] = await client.stacks(place.workspaceId)
    if (only === undefined) throw new Error('The stack is not there.')
    return only
  }
  return {
    async submit(jobCommandName, jobTemplate) {
      const body: unknown = { jobCommandName, jobTemplate }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server validates the submission
      const [provisioned] = await client.calls.jobs.provision({ params: place, body: body as JobSubmission })
      const id = provisioned?.jobDetails?.id
      if (id === undefined) throw new Error(`The job was refused: ${JSON.stringify(provisioned)}`)
      return id
    },
    async ended(jobId) {
      const until = Date.now() + 90_000
      for (;;) {
        const job = await client.calls.jobs.get({ params: { ...place, jobId } })
        if (job.status === 'Ended') return job
        if (Date.now() > until)
          throw new Error(`The job is still ${job.status}.\n${product.server.output().slice(-4_000)}`)
        await pause(200)
      }
    },
    isLocked: async () => (await stack()).environments.some((environment) => environment.isLocked),
    clone: async () =>
      cloneRepository({
        url: (await stack()).gitRepositoryUrl,
        username: account.emailAddress,
        password: account.password,
      }),
  }
}

async function within<T>(milliseconds: number, work: Promise<T>, reason: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(reason())), milliseconds)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
