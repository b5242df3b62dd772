import type { MessageOverrides } from '../../platform/api/problem.ts'

/** How problems are worded when a workspace is created. */
export const createWorkspaceMessages: MessageOverrides = {
  entityNotFound:
    'No workspace could be found for to this license key. If you have not yet created any stacks or environments, a workspace may not exist.',
  workspaceAlreadyClaimed:
    'The workspace with this license key has already been claimed. If you know who the workspace owner is, ask them to invite you as a member.',
  entityConflict:
    "The workspace name you've chosen conflicts with another workspace. Enter a different workspace name and try again.",
}
