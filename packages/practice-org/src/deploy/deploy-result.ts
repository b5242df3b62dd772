import type { RunTestsResult } from './run-tests-result.ts'

/** Test levels that clients may ask for. */
export const testLevels = [
  'NoTestRun',
  'RunSpecifiedTests',
  'RunLocalTests',
  'RunAllTestsInOrg',
  'RunRelevantTests',
]

/** Options of a deployment, as the DeployOptions type of the service. */
export interface DeployOptions {
  allowMissingFiles: boolean
  checkOnly: boolean
  ignoreWarnings: boolean
  performRetrieve: boolean
  purgeOnDelete: boolean
  rollbackOnError: boolean
  runTests: string[]
  singlePackage: boolean
  testLevel?: string
}

/** States of a deployment; the last four are final. */
export type DeployStatus =
  | 'Pending'
  | 'InProgress'
  | 'Finalizing'
  | 'Canceling'
  | 'Succeeded'
  | 'SucceededPartial'
  | 'Failed'
  | 'FinalizingFailed'
  | 'Canceled'

/** What became of one component, in the order in which the service writes the fields. */
export interface DeployMessage {
  changed: boolean
  columnNumber?: number
  componentType: string
  created: boolean
  createdDate: string
  deleted: boolean
  fileName: string
  fullName: string
  id?: string
  lineNumber?: number
  problem?: string
  problemType?: 'Warning' | 'Error' | 'Info'
  success: boolean
}

/** A deployment from its acceptance on, without its messages. */
export interface Deployment {
  id: string
  userId: string
  /** Api, or Changeset for what was made in the browser. */
  type: 'Api' | 'Changeset'
  changeSetName?: string
  options: DeployOptions
  status: DeployStatus
  stateDetail?: string
  createdDate: string
  startDate?: string
  completedDate?: string
  lastModifiedDate: string
  canceledBy?: string
  errorMessage?: string
  errorStatusCode?: string
  numberComponentErrors: number
  numberComponentsDeployed: number
  numberComponentsTotal: number
  numberTestErrors: number
  numberTestsCompleted: number
  numberTestsTotal: number
  numberFiles?: number
  zipSize: number
  /** The validation that a quick deployment repeats. */
  validatedId?: string
}

/** The messages of a deployment. */
export interface DeployDetails {
  componentFailures: DeployMessage[]
  componentSuccesses: DeployMessage[]
  runTestResult: RunTestsResult
}

/** True once nothing will change any more. */
export function isFinal(status: DeployStatus): boolean {
  return !['Pending', 'InProgress', 'Finalizing', 'Canceling'].includes(status)
}

/** Options as the service takes them when a client says nothing. */
export function defaultOptions(): DeployOptions {
  return {
    allowMissingFiles: false,
    checkOnly: false,
    ignoreWarnings: false,
    performRetrieve: false,
    purgeOnDelete: false,
    rollbackOnError: true,
    runTests: [],
    singlePackage: false,
  }
}
