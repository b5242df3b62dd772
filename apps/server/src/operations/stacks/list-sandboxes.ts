import type { stacks } from '@sluice/contract/stacks'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { openStoredSession } from '@sluice/salesforce/auth/stored-session'
import { defaultApiVersion } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { listSandboxes as askForSandboxes } from '@sluice/salesforce/tooling/sandboxes'
import { handler } from '../operation.ts'
import { productionAnswers } from '../../environments/production-answers.ts'
import { toSandbox } from '../../sandboxes/sandbox-views.ts'

const answer = productionAnswers(
  {
    open: openStoredSession,
    explain: explainSignInRefusal,
    errors: SalesforceError,
    apiVersion: defaultApiVersion,
  },
  async (connection, stackId) => {
    const rows = await askForSandboxes(connection)
    return rows.flatMap((row) => toSandbox(stackId, row) ?? [])
  },
)

export const listSandboxes = handler<typeof stacks.listSandboxes>((ctx, call) => answer(ctx, call))
