import { problems } from '@sluice/contract/problems'
import { expect, test } from 'vitest'
import { problemMessages } from '../../platform/api/problem.ts'
import { createWorkspaceMessages } from './create-workspace-messages.ts'

test('[W-367] creating a workspace with a license key of no workspace shows the specified message', () => {
  const problem = { type: 'entityNotFound', ...problems.entityNotFound }
  expect(problemMessages(problem, createWorkspaceMessages)).toEqual([
    'No workspace could be found for to this license key. If you have not yet created any stacks or environments, a workspace may not exist.',
  ])
})
