export type TestLevel =
  | 'NoTestRun'
  | 'RunSpecifiedTests'
  | 'RunLocalTests'
  | 'RunAllTestsInOrg'
  | 'RunRelevantTests'

/** Salesforce's own options; all must be said, so that no default of the org decides. */
export interface DeployOptions {
  checkOnly: boolean
  /** Must be true in production. */
  rollbackOnError: boolean
  ignoreWarnings: boolean
  /** Skip the recycle bin; sandboxes only. */
  purgeOnDelete: boolean
  /** Null leaves it to the org: local tests in production when there is Apex, none in a sandbox. */
  testLevel: TestLevel | null
  runTests: readonly string[]
  /** True when package.xml lies at the root of the archive or of its single top folder. */
  singlePackage: boolean
  allowMissingFiles: boolean
}
