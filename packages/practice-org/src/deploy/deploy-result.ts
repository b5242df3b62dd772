import type { RunTestsResult } from '../apex-tests/test-result.ts'

/**
 * Test levels that clients may ask for. RunRelevantTests is a beta of the service; here it
 * runs like RunLocalTests.
 */
export const testLevels = [
  'NoTestRun',
  'RunSpecifiedTests',
  'RunLocalTests',
  'RunAllTestsInOrg',
  'RunRelevantTests',
]

/**
 * Options of a deployment, as the DeployOptions type of the service. `testLevel` absent is not
 * the same as NoTestRun: production then runs local tests when there is Apex.
 */
export interface DeployOptions {
  allowMissingFiles: boolean
  checkOnly: boolean
  ignoreWarnings: boolean
  performRetrieve: boolean
  /** Accepted and without effect: there is no recycle bin here. */
  purgeOnDelete: boolean
  /** False keeps what works (SucceededPartial); production allows only true. */
  rollbackOnError: boolean
  runTests: string[]
  singlePackage: boolean
  testLevel?: string
}

/**
 * States of a deployment; the last five are final. Finalizing exists from API version 65.0 on
 * and cannot be cancelled (documented).
 */
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

/**
 * What became of one component, in the order in which the service writes the fields.
 * `componentType` is empty for manifests and never absent: one client throws when it is (seen
 * in its source).
 */
export interface DeployMessage {
  changed: boolean
  /** 1-based, like `lineNumber`. */
  columnNumber?: number
  componentType: string
  created: boolean
  createdDate: string
  deleted: boolean
  /** Path in the archive with its prefix; the manifest's own path for deletions. */
  fileName: string
  /** `Account.Tier__c` for a nested component. */
  fullName: string
  id?: string
  lineNumber?: number
  problem?: string
  problemType?: 'Warning' | 'Error' | 'Info'
  success: boolean
}

/** A deployment from its acceptance on, without its messages. Dates are ISO texts in UTC. */
export interface Deployment {
  id: string
  userId: string
  /** Api, or Changeset for what was made in the browser. */
  type: 'Api' | 'Changeset'
  changeSetName?: string
  options: DeployOptions
  status: DeployStatus
  /** `Processing Type: ApexClass` while components are loaded; gone at the end. */
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
  /** Bytes of the packed archive. */
  zipSize: number
  /** The validation that a quick deployment repeats. */
  validatedId?: string
}

/** The messages of a deployment; warnings lie among the successes. */
export interface DeployDetails {
  componentFailures: DeployMessage[]
  componentSuccesses: DeployMessage[]
  runTestResult: RunTestsResult
}

/** True once nothing will change any more; DeployResult calls it `done`. */
export function isFinal(status: DeployStatus): boolean {
  return !['Pending', 'InProgress', 'Finalizing', 'Canceling'].includes(status)
}

/**
 * Options as the service takes them when a client says nothing: rollbackOnError is the only
 * one that is true.
 */
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
