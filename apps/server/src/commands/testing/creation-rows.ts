import { creation } from './creation-scenario.ts'
import type { Rows } from './settings-row.ts'
import type { Observed } from './settings-scenarios.ts'

const created = (observed: Observed) => observed.creation
const order = (field: string) => (observed: Observed) => observed.creation?.order[field]
const full = { sfdcSandboxLicenseType: 'Full', sfdcSandboxActivationUserGroupName: null }

/** What each setting of CreateEnvironment changes. */
export const createEnvironmentRows: Rows<'CreateEnvironment'> = {
  environmentName: {
    scenario: creation,
    changed: 'Training',
    outcome: (observed) => created(observed)?.name,
    expected: { before: 'New', after: 'Training' },
  },
  gitBranchName: {
    scenario: creation,
    changed: 'training',
    outcome: (observed) => created(observed)?.branch === 'training',
    expected: { before: false, after: true },
  },
  sfdcSandboxName: {
    scenario: creation,
    changed: 'training',
    outcome: order('SandboxName'),
    expected: { before: 'new', after: 'training' },
  },
  tags: {
    scenario: creation,
    changed: { stage: 'qa', shared: null },
    outcome: (observed) => created(observed)?.tags,
    expected: { before: {}, after: { stage: 'qa', shared: null } },
  },
  sfdcSandboxDescription: {
    scenario: creation,
    changed: `Where people learn${'.'.repeat(1_000)}`,
    outcome: order('Description'),
    expected: { before: null, after: `Where people learn${'.'.repeat(982)}` },
  },
  sourceEnvironmentName: {
    scenario: creation,
    changed: 'OLD',
    outcome: order('SourceId'),
    expected: { before: null, after: 'old' },
  },
  sfdcSandboxLicenseType: {
    scenario: creation,
    changed: 'DeveloperPro',
    outcome: order('LicenseType'),
    expected: { before: 'DEVELOPER', after: 'DEVELOPER_PRO' },
  },
  sfdcSandboxActivationUserGroupName: {
    scenario: creation,
    changed: 'Testers',
    outcome: order('ActivationUserGroupId'),
    expected: { before: 'Builders', after: 'Testers' },
  },
  sfdcSandboxTemplateName: {
    scenario: creation,
    given: full,
    changed: 'Small',
    outcome: order('TemplateId'),
    expected: { before: null, after: 'Small' },
  },
  sfdcSandboxMaxHistoryDays: {
    scenario: creation,
    given: full,
    changed: 30,
    outcome: order('HistoryDays'),
    expected: { before: 0, after: 30 },
  },
  sfdcSandboxCopyChatter: {
    scenario: creation,
    given: full,
    changed: true,
    outcome: order('CopyChatter'),
    expected: { before: false, after: true },
  },
  sfdcSandboxApexClassName: {
    scenario: creation,
    changed: 'Alpha',
    outcome: order('ApexClassId'),
    expected: { before: null, after: 'Alpha' },
  },
  sfdcSandboxFeatures: {
    scenario: creation,
    changed: ['SandboxStorage'],
    outcome: order('Features'),
    expected: { before: null, after: '["DataStorage"]' },
  },
  allowUseExistingBranch: {
    scenario: creation,
    given: { gitBranchName: 'env/spare' },
    changed: true,
    outcome: (observed) => created(observed)?.refusal,
    expected: { before: 'You must confirm to use an existing Git branch', after: null },
  },
  allowUseExistingSandbox: {
    scenario: creation,
    given: { sfdcSandboxName: 'spare' },
    changed: true,
    outcome: (observed) => created(observed)?.refusal,
    expected: { before: 'You must confirm to use an existing sandbox', after: null },
  },
  sfdcApiVersionMode: {
    scenario: creation,
    changed: 'Latest',
    outcome: (observed) => created(observed)?.apiVersionMode,
    expected: { before: null, after: 'Latest' },
  },
}
