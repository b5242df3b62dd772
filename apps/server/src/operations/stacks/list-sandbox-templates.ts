import type { stacks } from '@sluice/contract/stacks'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { openStoredSession } from '@sluice/salesforce/auth/stored-session'
import { defaultApiVersion } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { listSandboxTemplates as askForTemplates } from '@sluice/salesforce/tooling/sandbox-choices'
import { handler } from '../operation.ts'
import { productionAnswers } from '../../environments/production-answers.ts'

const answer = productionAnswers(
  {
    open: openStoredSession,
    explain: explainSignInRefusal,
    errors: SalesforceError,
    apiVersion: defaultApiVersion,
  },
  async (connection) => {
    const templates = await askForTemplates(connection)
    return templates.map(({ developerName }) => ({ developerName }))
  },
)

export const listSandboxTemplates = handler<typeof stacks.listSandboxTemplates>((ctx, call) =>
  answer(ctx, call),
)
