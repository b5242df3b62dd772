export const diffModeLabels = { Auto: 'Auto', History: 'History', Org: 'Org' } as const
export const warningsLabels = { Auto: 'Auto', Always: 'Always', Never: 'Never' } as const
/** Auto depends on whether a person can be asked. */
export const clobberLabels = ({ noConfirm }: { readonly noConfirm: boolean }) =>
  ({
    Auto: noConfirm ? 'Auto: stop when it is certain' : 'Auto: show it and ask',
    Accept: 'Accept: overwrite it',
    Abort: 'Abort: deploy nothing',
  }) as const
export const testLevelLabels = {
  Automatic: 'Automatic',
  NoTestRun: 'No tests',
  RunSpecifiedTests: 'Specified tests',
  RunLocalTests: 'Local tests',
  RunAllTestsInOrg: 'All tests in the org',
} as const
