import {
  type InitializeStackInput,
  initializeStackInput,
} from '@sluice/contract/job-commands/initialize-stack'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure, RunFencedError } from '../../durable/run-errors.ts'
import { acquireEnvironmentLocks } from '../../environments/environment-lock.ts'
import { slugOf } from '../../workspaces/slug.ts'
import { bringOrgChanges } from '../../steps/org-changes/bring-org-changes.ts'
import type { BringRequest } from '../../steps/org-changes/bring-request.ts'
import { checkOrg } from '../../steps/org/check-org.ts'
import { recordKnown } from '../../steps/org-changes/known-store.ts'
import { everythingFirst, knownAfter } from '../../steps/org-changes/retrieve-choice.ts'
import { mergeMessage } from '../../steps/org-changes/commit-message.ts'
import { type FlowInOutput, flowInOutput, summaryOfFlowIn } from '../../steps/org-changes/flow-in-output.ts'
import type { Flow } from '../../steps/org/flow.ts'
import { loadStackTarget } from '../../steps/session/flow-target.ts'
import { includeSpecsOf } from '../../steps/branch/include-file.ts'
import { openJobSession } from '../../steps/begin/open-job-session.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { readRevisions } from '../../steps/org/org-revisions.ts'
import { recordParity, snapshotTitle } from '../../steps/parity/record-parity.ts'
import { noticeBrought } from '../../steps/org-changes/notice-brought.ts'
import { layoutToBeginWith, withLayout } from './layout-to-begin-with.ts'
import { prepareBranch } from './prepare-branch.ts'
import { makeGitHubRepository } from './repository-at-github.ts'
import {
  createProductionEnvironment,
  markStackInitialized,
  removeUninitializedEnvironment,
} from './production-environment.ts'

/** Connects a stack: its branch, its production environment, and the org's metadata in Git for the first time. */
export async function initializeStack(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = initializeStackInput.parse(job.commandInput)
  const target = await run.step('load', () => loadStackTarget(ctx, job))
  if (target.stack.isInitialized) throw new JobFailure('The stack is initialized already.')
  includeSpecsOf(input.includeSpecs)
  const stack = await makeGitHubRepository(ctx, run, target)
  const session = openJobSession(ctx, run, { ...target, stack })
  const layout = await run.step('find layout', () => layoutToBeginWith(session, input.gitBranchName))
  return await initialize(withLayout(session, layout), input)
}

async function initialize(session: JobSession, input: InitializeStackInput): Promise<CommandResult> {
  const { run, stack } = session
  const production = { id: null, isProduction: true, username: stack.username }
  const org = await run.step('check org', () => checkOrg(session, production))
  const environment = await createProductionEnvironment(session, {
    name: input.productionEnvironmentName,
    slug: slugOf(input.productionEnvironmentName, 'production'),
    branch: input.gitBranchName,
    org,
  })
  try {
    const output = await flowInEverything({ session, input, environment, org })
    return { outcome: 'Succeeded', output, summary: summaryOfFlowIn(output) }
  } catch (error) {
    // The next run of the job continues with the environment.
    if (error instanceof RunFencedError || run.stopSignal.aborted) throw error
    await run.uncancellable(() => removeUninitializedEnvironment(session, environment.id))
    throw error
  }
}

type Initialization = Omit<Flow<InitializeStackInput>, 'revisions'>

async function flowInEverything(
  initialization: Initialization,
): Promise<FlowInOutput & { readonly environmentId: string }> {
  const { session, environment, org } = initialization
  const { ctx, run, job, stack } = session
  const environmentId = environment.id
  await acquireEnvironmentLocks(ctx, run, {
    stackId: stack.id,
    environmentIds: [environmentId],
    mode: 'Exclusive',
  })
  const revisions = await run.step('read revisions', () => readRevisions(session, environmentId, org))
  const request = bringRequest(initialization)
  const brought = await bringOrgChanges(session, request)
  await noticeBrought(run, brought)
  return await run.uncancellable(async () => {
    const known = await knownAfter({ session, environment, org, revisions }, brought)
    const snapshot = await run.transaction('parity', async (tx) => {
      await recordKnown(tx, { workspaceId: job.workspaceId, environmentId }, known)
      await markStackInitialized(tx, session.stack, org.apiVersion)
      return await recordParity(tx, job, {
        environmentId,
        inbound: brought.parity,
        outbound: brought.parity,
        head: brought.headAfter,
        revisionNumber: revisions.revisionNumber,
        retrieve: {
          includeSpecsHash: brought.made.specsHash,
          externalDeploymentId: revisions.externalDeploymentId,
        },
        isInitialized: true,
        snapshotTitle: snapshotTitle('Initialize stack', job.id),
      })
    })
    return { ...(await flowInOutput({ request, brought, revisions, snapshot })), environmentId }
  })
}

function bringRequest({ session, input, environment, org }: Initialization): BringRequest {
  const branch = input.gitBranchName
  return {
    branch,
    environmentId: environment.id,
    apiVersion: org.apiVersion,
    checkOnly: false,
    acceptsDeletions: false,
    keepsArchives: input.collectRetrievedMetadataArchives,
    mergeMessage: mergeMessage(branch),
    asking: null,
    // Without a parity commit there is nothing to merge: where both sides have a file, the org's is taken.
    mergeSettings: { conflicts: 'Abort', semantic: 'ApplyAll' },
    start: () => prepareBranch(session, { branch, includeSpecs: input.includeSpecs }),
    chooseRetrieve: async () => everythingFirst(session),
    commitsFor: async (head) => ({
      environmentId: environment.id,
      sandboxName: null,
      apiVersion: org.apiVersion,
      parity: null,
      force: false,
      lastFlowInUtc: null,
      acceptsDeletions: false,
      specs: await session.includeSpecs(head),
      undeployed: [],
      message: { custom: null, environment, jobId: session.job.id },
      conflictsStrategy: 'Abort',
    }),
  }
}
