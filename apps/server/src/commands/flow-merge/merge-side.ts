import type { FlowInInput } from '@sluice/contract/job-commands/flow-in'
import { JobFailure } from '../../durable/run-errors.ts'
import { prepareOrgChanges } from '../../steps/org-changes/bring-org-changes.ts'
import type { BringRequest, BroughtChanges } from '../../steps/org-changes/bring-request.ts'
import { flowInRequest } from '../../steps/org-changes/flow-in-request.ts'
import { noticeBrought } from '../../steps/org-changes/notice-brought.ts'
import { lookAtOrgOf } from '../../steps/begin/begin-flow.ts'
import type { Flow } from '../../steps/org/flow.ts'
import type { TargetEnvironment } from '../../steps/session/flow-target.ts'
import type { QuestionTurn } from '../../steps/branch/ask-about-conflicts.ts'
import { type JobSession, partOfSession } from '../../steps/session/job-session.ts'
import type { FlowMerge } from './begin-merge.ts'
import { sideBySide } from './side-by-side.ts'
import { sourceInInput, targetInInput } from '@sluice/contract/job-commands/flow-merge-parts'

/** The changes of an org, merged into its branch in the mirror of the job. */
export interface SideFlowIn {
  readonly brought: BroughtChanges
  readonly flow: Flow<FlowInInput>
  readonly request: BringRequest
}

/** Source or target: its branch as it is merged. */
export interface MergeSide {
  readonly environment: TargetEnvironment
  /** The commit that is merged: the head of the branch with what the org has. */
  readonly commitHash: string
  /** Where the branch of the remote is. */
  readonly remoteHead: string
  /** What its org said of itself; null where the job does not need the org. */
  readonly org: Pick<Flow<unknown>, 'org' | 'revisions'> | null
  /** Null where the flow in is left out. */
  readonly flowIn: SideFlowIn | null
}

interface Part {
  readonly name: 'source' | 'target'
  readonly turn: QuestionTurn
  readonly environment: TargetEnvironment
  readonly input: FlowInInput | null
  readonly needsOrg: boolean
}

/** Brings what both orgs have into their branches at the same time, without a push. */
export async function prepareSides(merge: FlowMerge): Promise<{ source: MergeSide; target: MergeSide }> {
  const { input } = merge
  const [source, target] = await sideBySide(
    (turn) =>
      prepareSide(merge, {
        name: 'source',
        turn,
        environment: merge.source,
        input: sourceInInput(input),
        needsOrg: !input.noSourceIn,
      }),
    (turn) =>
      prepareSide(merge, {
        name: 'target',
        turn,
        environment: merge.target,
        input: targetInInput(input),
        needsOrg: !(input.noTargetIn && input.noTargetOut),
      }),
  )
  return { source, target }
}

async function prepareSide(merge: FlowMerge, part: Part): Promise<MergeSide> {
  const { environment, input, needsOrg } = part
  const scope = merge.session.run.progress.scope(
    `${part.name === 'source' ? 'Source' : 'Target'} ${environment.name}`,
  )
  try {
    const session = partOfSession(merge.session, part.name, scope)
    const org = needsOrg ? await lookAtOrgOf(session, environment) : null
    if (input !== null && org !== null) return await flowInSide({ session, input, environment, ...org }, part)
    const head = await session.run.step('fetch', () => fetchHead(session, environment.branch))
    return { environment, commitHash: head, remoteHead: head, org, flowIn: null }
  } finally {
    scope.end()
  }
}

async function flowInSide(flow: Flow<FlowInInput>, { name, turn }: Part): Promise<MergeSide> {
  const { session, environment, org, revisions } = flow
  const request: BringRequest = {
    ...flowInRequest(flow),
    asking: { mergeContext: name === 'source' ? 'FlowMergeSourceIn' : 'FlowMergeTargetIn', turn },
    mergeSides: {
      local: `the branch ${environment.branch}`,
      remote: `the org of ${environment.name}`,
      job: 'the flow merge',
      merge: `the ${name} flow in`,
    },
  }
  const brought = await prepareOrgChanges(session, request)
  await noticeBrought(session.run, brought)
  return {
    environment,
    commitHash: brought.headAfter,
    remoteHead: brought.start.head,
    org: { org, revisions },
    flowIn: { brought, flow, request },
  }
}

async function fetchHead(session: JobSession, branch: string): Promise<string> {
  const head = await (await session.mirror()).fetch(branch)
  if (head === null) throw new JobFailure(`The branch ${branch} does not exist.`)
  return head
}
