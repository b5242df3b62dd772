import type { OrgState } from '../org-state.ts'
import type { Deployment } from './deploy-result.ts'
import { noTests } from './run-tests-result.ts'
import type { RunTestsResult } from './run-tests-result.ts'
import type { Workspace } from './workspace.ts'

/** Runs the tests that a deployment asks for against what the org would be. */
export async function runDeployTests(
  _org: OrgState,
  _deployment: Deployment,
  _workspace: Workspace,
): Promise<{ result: RunTestsResult; failed: boolean }> {
  return { result: noTests(), failed: false }
}
