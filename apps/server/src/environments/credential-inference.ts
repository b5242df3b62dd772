import type { Environment } from '@sluice/contract/environment'
import type { StackRow } from '../stacks/stack-store.ts'
import type { EnvironmentRow } from './environment-store.ts'

type Inferred = Pick<Environment, 'sfdcInferredSignInUrl' | 'sfdcInferredUsernameClearText'>

/** What an environment without credentials of its own uses. */
export function inferredCredentials(
  environment: Pick<EnvironmentRow, 'isProduction' | 'sfdcSandboxName'>,
  stack: Pick<StackRow, 'sfdcBaseSignInUrl' | 'sfdcBaseUsername'>,
): Inferred {
  const sandbox = environment.sfdcSandboxName?.toLowerCase()
  if (environment.isProduction || !sandbox) {
    return {
      sfdcInferredSignInUrl: stack.sfdcBaseSignInUrl,
      sfdcInferredUsernameClearText: stack.sfdcBaseUsername,
    }
  }
  return {
    sfdcInferredSignInUrl: sandboxSignInUrl(stack.sfdcBaseSignInUrl, sandbox),
    sfdcInferredUsernameClearText: stack.sfdcBaseUsername && `${stack.sfdcBaseUsername}.${sandbox}`,
  }
}

function sandboxSignInUrl(base: string, sandbox: string): string {
  if (/^https:\/\/login\.salesforce\.com\/?$/.test(base)) return 'https://test.salesforce.com'
  return base.replace(
    /^https:\/\/([a-z0-9-]+)\.my\.salesforce\.com\/?$/,
    `https://$1--${sandbox}.sandbox.my.salesforce.com`,
  )
}
