import type { Environment } from '@sluice/contract/environment'
import type { StackWithEnvironments } from '@sluice/contract/stack'
import type { Transaction } from '../platform/database/database.ts'
import { gitDisplayOf } from '../stacks/git-display.ts'
import { listStacks, type StackRow } from '../stacks/stack-store.ts'
import { toStack } from '../stacks/stack-views.ts'
import { findWorkspace } from '../workspaces/workspace-store.ts'
import { inferredCredentials } from './credential-inference.ts'
import { type FoundEnvironment, listEnvironments } from './environment-store.ts'

/** What `pushStacks` carries: all stacks of the workspace, or those of them with the ids. */
export async function viewStacks(
  tx: Transaction,
  workspaceId: string,
  ids?: readonly string[],
): Promise<StackWithEnvironments[]> {
  const workspaceSlug = (await findWorkspace(tx, workspaceId))?.slug ?? ''
  const stacks = await listStacks(tx, workspaceId, ids)
  const environments = await listEnvironments(
    tx,
    workspaceId,
    stacks.map((stack) => stack.id),
  )
  return stacks.map((stack) => {
    const display = gitDisplayOf(stack, workspaceSlug)
    const ofStack = environments.filter((e) => e.stackId === stack.id)
    const shown = ofStack.map((e) => toEnvironment(e, stack, display))
    return {
      ...toStack(stack, workspaceSlug),
      environments: shown,
      productionEnvironment: shown.find(({ isProduction }) => isProduction) ?? null,
    }
  })
}

/** The environment as the API shows it; its password and tokens stay here. */
function toEnvironment(
  row: FoundEnvironment,
  stack: StackRow,
  display: ReturnType<typeof gitDisplayOf>,
): Environment {
  return {
    id: row.id,
    stackId: row.stackId,
    slug: row.slug,
    name: row.name,
    createdUtc: row.createdUtc.toISOString(),
    createdByUserId: row.createdByUserId,
    isProduction: row.isProduction,
    isInitialized: row.isInitialized,
    isLocked: row.isLocked,
    lockedByJobId: row.lockedByJobId,
    gitBranchName: row.gitBranchName,
    gitBranchDisplayUrl: display?.branchUrl?.(row.gitBranchName) ?? null,
    gitBranchEditorUrl: display?.editorUrl?.(row.gitBranchName) ?? null,
    sfdcSandboxName: row.sfdcSandboxName,
    ...inferredCredentials(row, stack),
    sfdcSignInUrl: row.sfdcSignInUrl,
    sfdcUsernameIsSet: row.sfdcUsername !== null,
    sfdcUsernameClearText: row.sfdcUsername,
    sfdcPasswordIsSet: row.sfdcPasswordSealed !== null,
    sfdcInferredApiVersionMode: stack.sfdcApiVersionMode,
    sfdcApiVersionMode: row.sfdcApiVersionMode,
    tags: row.tags,
    latestKnownParityCommitHash: row.latestKnownParityCommitHash,
    latestKnownParityCommitHashOutbound: row.latestKnownParityCommitHashOutbound,
    latestKnownParityRevisionNumber: row.latestKnownParityRevisionNumber,
    latestKnownParityIncludeSpecsHash: row.latestKnownParityIncludeSpecsHash,
    latestExternalDeploymentIdOnLastFullRetrieve: row.latestExternalDeploymentIdOnLastFullRetrieve,
    latestExternalDeploymentCheckedUtc: row.latestExternalDeploymentCheckedUtc?.toISOString() ?? null,
    componentStateRevisionId: row.componentStateRevisionId,
  }
}
