import { SalesforceError } from '@sluice/salesforce/errors'
import { JobFailure } from '../../durable/run-errors.ts'
import { checkOrgAgain } from '../org/check-org.ts'
import { markUncertain } from '../parity/record-parity.ts'
import { type DeployOutcome, awaitDeployment } from './await-deployment.ts'
import { type DeployContent, deploymentOf } from './deploy-content.ts'
import { deployOptions } from './deploy-settings.ts'
import { type DeployIntent, deploymentsOf, findDeployment, timeOfOrg } from './find-deployment.ts'
import type { FlowOut } from './flow-out-diff.ts'
import { howToGoOn } from './how-to-go-on.ts'
import { whatIsDeployed } from './what-is-deployed.ts'

export interface DeployRequest {
  readonly flow: FlowOut
  readonly attempt: number
  readonly validateOnly: boolean
  readonly componentCount: number
  /** Parts of a divided flow out that are in the org already. */
  readonly partsDone: number
  readonly content: DeployContent
  /** Runs right before the deployment is sent; what it raises ends the job without this deployment. */
  readonly beforePosting: () => Promise<void>
}

/** Deploys one archive, once, and waits for the org's last word on it. */
export async function deployAttempt(request: DeployRequest): Promise<DeployOutcome> {
  const { flow, attempt } = request
  const { session, environment, org } = flow
  const { run } = session
  const id = await startOnce(request)
  await run.faultPoint('deploy.id')
  await run.notice('DeploymentOperationCreated', { operationId: id, instanceUrl: org.instanceUrl })
  const follow = async (cancelAtOnce: boolean) => {
    const connection = await session.org(environment.id, org.apiVersion)
    return JSON.stringify(
      await awaitDeployment(session, { id, connection }, { cancelAtOnce, title: titleOf(request) }),
    )
  }
  try {
    return outcomeIn(await run.step<string | DeployOutcome>(`deployment ${attempt}`, () => follow(false)))
  } catch (error) {
    // Cancelled just before the waiting began: the org works on it all the same, and its answer is the truth.
    if (hasName(error, 'RunCancelledError')) {
      const ended = () => run.step(`cancelled deployment ${attempt}`, () => follow(true))
      return outcomeIn(await run.uncancellable(ended))
    }
    // The job can no longer ask the org, but the deployment may continue.
    if (!request.validateOnly) await rememberUncertainty(flow)
    throw error
  }
}

/** What the step is called where people follow the job. */
function titleOf({ validateOnly, attempt }: DeployRequest): string {
  const verb = validateOnly ? 'Validate' : 'Deploy'
  return attempt === 1 ? verb : `${verb}, attempt ${attempt}`
}

/**
 * Recorded as one text: in an object the workflow engine would walk through thousands of ids in one piece. Steps of an
 * earlier release recorded the object.
 */
function outcomeIn(recorded: string | DeployOutcome): DeployOutcome {
  if (typeof recorded !== 'string') return recorded
  const outcome: DeployOutcome = JSON.parse(recorded)
  return outcome
}

async function rememberUncertainty({ session: { run }, environment }: FlowOut): Promise<void> {
  await run.uncancellable(() => run.transaction('mark uncertain', (tx) => markUncertain(tx, environment.id)))
}

/** By name, because an error that was recorded before a crash comes back as a plain one. */
function hasName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}

/** The effect ends with an error of Salesforce only when the org is known to have no such deployment. */
function notDeployed(error: unknown, { partsDone, content }: DeployRequest): JobFailure {
  const said = error instanceof Error ? error.message : String(error)
  const details = 'archive' in content ? null : howToGoOn
  return new JobFailure(`${whatIsDeployed(partsDone)} ${said}`, details, { cause: error })
}

/**
 * The Metadata API takes no key that would make a repeat harmless. So the intent is written down first, and where
 * the answer is lost, the org's own deployment history decides whether it may be posted.
 */
async function startOnce(request: DeployRequest): Promise<string> {
  const { flow, validateOnly } = request
  const { session, environment, org } = flow
  const { run } = session
  const { signal } = run
  const lookInto = async () => ({
    connection: await session.org(environment.id, org.apiVersion),
    signal,
    deadline: session.deadline,
  })
  const options = deployOptions(flow.input, { validateOnly, isSandbox: org.isSandbox })
  const { content } = request
  let isPosted = false
  try {
    return await run.effect<DeployIntent, string>(`deploy ${request.attempt}`, {
      kind: 'Deployment',
      intent: async () => {
        const look = await lookInto()
        const sinceUtc = (await timeOfOrg(look)).toISOString()
        const known = await deploymentsOf(look, { sinceUtc, userId: org.userId })
        return {
          sinceUtc,
          userId: org.userId,
          checkOnly: validateOnly,
          componentCount: request.componentCount,
          // The deployment of a validation runs no tests, whatever level that had.
          testLevel: 'archive' in content ? options.testLevel : null,
          knownIds: known.map((deployment) => deployment.id),
        }
      },
      perform: async () => {
        const send = await deploymentOf(content, options)
        await checkOrgAgain(flow)
        await request.beforePosting()
        const { connection } = await lookInto()
        isPosted = true
        const beforeLastBytes = async () => {
          await run.faultPoint('deploy.upload')
          await run.confirmLease()
        }
        const id = await send(connection, { signal, beforeLastBytes })
        await run.faultPoint('deploy.post')
        return id
      },
      reconcile: async (intent) => findDeployment(await lookInto(), intent),
      provesNotDone: (error) => !isPosted || (error instanceof SalesforceError && !error.outcomeUnknown),
    })
  } catch (error) {
    if (hasName(error, 'SalesforceError')) throw notDeployed(error, request)
    if (!hasName(error, 'AmbiguousEffectError')) throw error
    await rememberUncertainty(flow)
    throw new JobFailure(
      'It cannot be told whether the deployment took place, so it is not repeated.',
      'The org has deployments of the same user of which it is not certain that one of them is this one, or it could not be asked. Look at Deployment Status in its setup. The next flow compares the branch with the whole org.',
      { cause: error },
    )
  }
}
