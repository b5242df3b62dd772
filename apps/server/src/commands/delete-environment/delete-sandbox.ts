import { SalesforceError } from '@sluice/salesforce/errors'
import {
  deleteSandbox as deleteInOrg,
  findSandbox,
  type Sandbox,
} from '@sluice/salesforce/tooling/sandbox-info'
import { JobFailure } from '../../durable/run-errors.ts'
import {
  type ProductionOrg,
  checkProductionOrg,
  connectToProduction,
} from '../../steps/org/production-org.ts'
import type { TargetEnvironment } from '../../steps/session/flow-target.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { whileBrieflyTransient } from '../../steps/session/transient-retry.ts'

/** A sandbox and the production org that it belongs to. */
interface SandboxOfOrg {
  readonly sandbox: Sandbox
  readonly production: ProductionOrg
}

/** The sandbox of an environment; null when the production org has none of that name any more. */
export async function findSandboxOf(
  session: JobSession,
  { name: environmentName, sandboxName: name }: TargetEnvironment,
): Promise<SandboxOfOrg | null> {
  if (name === null)
    throw new JobFailure(
      `The environment ${environmentName} does not name its sandbox. Nothing was deleted. Delete the environment without its sandbox.`,
    )
  const production = await checkProductionOrg(session)
  const { signal } = session.run
  const sandbox = await session.run.step('find sandbox', async () => {
    const connection = await connectToProduction(session, production)
    return await whileBrieflyTransient(() => findSandbox(connection, { name }, { signal }), {
      signal,
      deadline: session.deadline,
    })
  })
  return sandbox === null ? null : { sandbox, production }
}

/** Deletes the sandbox once; false when somebody else was faster. */
export async function deleteSandbox(
  session: JobSession,
  { sandbox, production }: SandboxOfOrg,
): Promise<boolean> {
  const { run } = session
  return await run.effect<Sandbox, boolean>('delete sandbox', {
    kind: 'SandboxDeletion',
    changedNothing: (isDeleted) => !isDeleted,
    intent: async () => sandbox,
    perform: async ({ id, name }) => {
      const connection = await connectToProduction(session, production)
      try {
        return await deleteInOrg(connection, id, { signal: run.signal })
      } catch (error) {
        if (!isRefusal(error)) throw error
        throw new JobFailure(
          `Salesforce refused to delete the sandbox ${name}. Nothing was deleted.`,
          error.message,
          { cause: error },
        )
      }
    },
    // By its id: a sandbox that was made since has the name and another id.
    reconcile: async ({ id }) => {
      const connection = await connectToProduction(session, production)
      const left = await findSandbox(connection, { id }, { signal: run.signal })
      return left === null ? { done: true } : 'notDone'
    },
    provesNotDone: (error) =>
      error instanceof JobFailure || (error instanceof SalesforceError && !error.outcomeUnknown),
  })
}

/** The org has understood the call and says no. */
const isRefusal = (error: unknown): error is SalesforceError =>
  error instanceof SalesforceError && (error.code === 'fault' || error.code === 'limitExceeded')
