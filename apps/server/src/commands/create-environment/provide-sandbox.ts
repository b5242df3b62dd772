import type { CreateEnvironmentInput } from '@sluice/contract/job-commands/create-environment'
import { SalesforceError } from '@sluice/salesforce/errors'
import {
  createSandbox as createInOrg,
  findSandbox,
  type NewSandbox,
  type Sandbox,
} from '@sluice/salesforce/tooling/sandbox-info'
import { JobFailure } from '../../durable/run-errors.ts'
import { type ProductionOrg, connectToProduction } from '../../steps/org/production-org.ts'
import type { TargetEnvironment } from '../../steps/session/flow-target.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { whileBrieflyTransient } from '../../steps/session/transient-retry.ts'
import { orderOf } from './sandbox-order.ts'

/** The sandbox of this name that the production org has, or what has to be ordered. */
export type SandboxPlan = { readonly existing: Sandbox } | { readonly order: NewSandbox }

interface SandboxRequest {
  readonly input: CreateEnvironmentInput
  readonly production: ProductionOrg
  readonly source: TargetEnvironment
}

/** Looks at the production org, and ends the job where nobody has agreed to use the sandbox that is there. */
export async function planSandbox(session: JobSession, request: SandboxRequest): Promise<SandboxPlan> {
  const { input, production, source } = request
  const { signal } = session.run
  const plan = await session.run.step('find sandbox', async (): Promise<SandboxPlan> => {
    const connection = await connectToProduction(session, production)
    return await whileBrieflyTransient(
      async () => {
        const existing = await findSandbox(connection, { name: input.sfdcSandboxName }, { signal })
        return existing === null ? { order: await orderOf(connection, { input, source }) } : { existing }
      },
      { signal, deadline: session.deadline },
    )
  })
  if ('existing' in plan && !input.allowUseExistingSandbox)
    throw new JobFailure('You must confirm to use an existing sandbox')
  return plan
}

/** The sandbox that exists, else the one that this orders once. Its copying goes on afterwards. */
export async function ensureSandbox(
  session: JobSession,
  production: ProductionOrg,
  plan: SandboxPlan,
): Promise<Pick<Sandbox, 'id' | 'name'>> {
  if ('existing' in plan) return plan.existing
  const { run } = session
  const connect = () => connectToProduction(session, production)
  return await run.effect<NewSandbox, Pick<Sandbox, 'id' | 'name'>>('create sandbox', {
    kind: 'SandboxOrder',
    intent: async () => plan.order,
    perform: async (order) => {
      try {
        return { id: await createInOrg(await connect(), order, { signal: run.signal }), name: order.name }
      } catch (error) {
        throw isRefusal(error) ? refused(order, error) : error
      }
    },
    // There was none of this name when the job looked.
    reconcile: async ({ name }) => {
      const made = await findSandbox(await connect(), { name }, { signal: run.signal })
      return made === null ? 'notDone' : { done: { id: made.id, name: made.name } }
    },
    provesNotDone: (error) =>
      error instanceof JobFailure || (error instanceof SalesforceError && !error.outcomeUnknown),
  })
}

/** The org has understood the call and says no. */
const isRefusal = (error: unknown): error is SalesforceError =>
  error instanceof SalesforceError && (error.code === 'fault' || error.code === 'limitExceeded')

const refused = ({ name }: NewSandbox, cause: SalesforceError) =>
  new JobFailure(`Salesforce refused to create the sandbox ${name}.`, cause.message, { cause })
