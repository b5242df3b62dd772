import type { Job } from '@sluice/contract/job'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import { type Product, startProduct } from '../start-product.ts'
import type { WorkingClone } from '../working-clone.ts'
import { type PracticeOrgAdmin, practiceOrgAdmin } from './practice-org-admin.ts'
import { type StackClient, connectStack } from './stack-client.ts'

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
    const client = await connectStack(product)
    return { product, org, ...programOf(product), ...flowsOf(product, client) }
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

function flowsOf(
  product: Product,
  client: StackClient,
): Pick<CrashWorld, 'submit' | 'ended' | 'isLocked' | 'clone'> {
  return {
    submit: (name, template) => client.submit(name, template),
    clone: () => client.clone(),
    async ended(jobId) {
      const until = Date.now() + 90_000
      for (;;) {
        const job = await client.job(jobId)
        if (job.status === 'Ended') return job
        if (Date.now() > until)
          throw new Error(`The job is still ${job.status}.\n${product.server.output().slice(-4_000)}`)
        await pause(200)
      }
    },
    isLocked: async () => (await client.stack()).environments.some((environment) => environment.isLocked),
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
