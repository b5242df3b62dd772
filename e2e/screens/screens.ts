// Every screen of the console in the states that a story can reach. The accessibility tests and `npm run screenshots`
// visit the same list.
import { type Page, expect } from '@playwright/test'
import type { SandboxAddresses } from './sandbox-with-conflict.ts'

export interface Screen {
  /** Names the screen in test steps and in the file names of its pictures. */
  readonly name: string
  /** The rest of the address, after the product's origin or after the address of the stack. */
  readonly path: string
  /** What a person does on the page before it is looked at. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** Opens a screen below an address, and waits for its heading. */
export async function openScreen(page: Page, base: string, screen: Screen): Promise<void> {
  await page.goto(base + screen.path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await screen.prepare?.(page)
}

export const anonymousScreens: readonly Screen[] = [
  { name: 'sign-in', path: '/signin' },
  { name: 'register', path: '/register' },
  { name: 'forgot-password', path: '/password/forgot' },
  { name: 'license', path: '/license' },
  { name: 'not-found', path: '/404?from=/nowhere' },
  { name: 'samples', path: '/samples' },
]

export const newcomerScreens: readonly Screen[] = [
  {
    name: 'onboarding',
    path: '/onboarding',
    prepare: async (page) => {
      await expect(page.getByText('Enter this code on the Salesforce page')).toBeVisible()
      // Until it has an address the link changes its colours.
      await expect(page.getByRole('link', { name: /^Connect/ })).toHaveAttribute('href', /./)
    },
  },
]

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused()
}

async function openShortcuts(page: Page): Promise<void> {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
}

export const personalScreens: readonly Screen[] = [
  { name: 'unknown-address', path: '/nowhere' },
  { name: 'palette', path: '/workspaces', prepare: openPalette },
  { name: 'shortcuts', path: '/workspaces', prepare: openShortcuts },
  { name: 'workspaces', path: '/workspaces' },
  { name: 'create-workspace', path: '/create-workspace' },
  { name: 'profile', path: '/profile' },
]

/** Presses a button and waits for its dialog. */
const openDialog = (button: string, title: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.or(page.getByRole('alertdialog', { name: title }))).toBeVisible()
}

export const emptyStackScreens: readonly Screen[] = [
  { name: 'members', path: '/../../members' },
  { name: 'members-invited-by', path: '/../../members', prepare: showInvitedBy },
  { name: 'invitations', path: '/../../invitations' },
  { name: 'billing', path: '/../../billing' },
  { name: 'workspace-settings', path: '/../../settings' },
  { name: 'audit-log', path: '/../../audit-log' },
  {
    name: 'create-invitation-dialog',
    path: '/../../invitations',
    prepare: openDialog('Create invitation', 'Create invitation'),
  },
  {
    name: 'add-webhook-dialog',
    path: '/../../settings',
    prepare: openDialog('Add webhook', 'Add webhook'),
  },
  { name: 'delivery-log', path: '/../../notification-deliveries' },
  { name: 'create-stack', path: '/../../create-stack' },
  { name: 'empty-stack', path: '' },
  {
    name: 'initialize-stack-dialog',
    path: '',
    prepare: openDialog('Initialize now', 'Initialize stack'),
  },
  { name: 'empty-stack-environments', path: '/environments' },
  { name: 'empty-stack-jobs', path: '/jobs' },
  { name: 'empty-stack-schedules', path: '/schedules' },
  { name: 'create-schedule', path: '/create-schedule' },
  { name: 'empty-stack-settings', path: '/settings' },
]

/** What the screens of a stack with flows and a sandbox are named by. */
export interface StackAddresses extends FlowAddresses, SandboxAddresses {}

export interface FlowAddresses {
  readonly environmentSlug: string
  readonly jobId: string
  /** A flow out that waits for its confirmation. */
  readonly waitingJobId: string
  /** A run of which one method failed. */
  readonly apexTestRunId: string
  readonly scheduleId: string
  /** Path of a file of the branch. */
  readonly file: string
}

async function flowOutChosen(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all shown to deploy' }).click()
  await page.getByRole('button', { name: /^Flow out \d+ chosen components?$/ }).click()
  await expect(page.getByText(/^This began with the \d+ components? that you chose\.$/)).toBeVisible()
}

async function rerunFailed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rerun failed only' }).click()
  await expect(page.getByText(/^This began with the \d+ components? that failed\.$/)).toBeVisible()
}

async function openConfirmation(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Review deployment' }).click({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Confirm deployment', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
}

async function openConflict(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Resolve conflict' }).click({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
}

async function openConflictEditor(page: Page): Promise<void> {
  await openConflict(page)
  await page.getByRole('button', { name: /^Edit / }).click()
  await expect(page.getByRole('textbox', { name: /Alpha/ }).first()).toBeVisible()
}

async function openConflictDetails(page: Page): Promise<void> {
  await openConflict(page)
  await page.getByRole('button', { name: 'Advanced' }).click()
  await expect(page.getByLabel('Raw JSON of the conflict')).toBeVisible()
}

async function showInvitedBy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click()
  const column = page.getByRole('menuitemcheckbox', { name: 'Invited by' })
  // The choice is kept from one visit to the next.
  if ((await column.getAttribute('aria-checked')) !== 'true') await column.click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Invited by').filter({ visible: true }).first()).toBeVisible()
}

export function stackScreens({
  environmentSlug,
  jobId,
  waitingJobId,
  apexTestRunId,
  scheduleId,
  file,
  sandboxSlug,
  conflictJobId,
}: StackAddresses): readonly Screen[] {
  const environment = `/environments/${environmentSlug}`
  const sandbox = `/environments/${sandboxSlug}`
  const tabs = ['flow', 'difference', 'settings', 'salesforce', 'snapshots', 'undeployed', 'advanced']
  const fileQuery = `path=${encodeURIComponent(file)}`
  return [
    { name: 'environments', path: '/environments' },
    { name: 'create-environment', path: '/create-environment' },
    { name: 'test-runs', path: '/test-runs' },
    { name: 'test-run', path: `/test-runs/${apexTestRunId}` },
    { name: 'schedules', path: '/schedules' },
    { name: 'schedule', path: `/schedules/${scheduleId}` },
    { name: 'jobs', path: '/jobs' },
    { name: 'stream', path: '/stream' },
    { name: 'job', path: `/jobs/${jobId}` },
    { name: 'confirm-deployment', path: `/jobs/${waitingJobId}`, prepare: openConfirmation },
    { name: 'stack-settings', path: '/settings' },
    { name: 'branches', path: '/repository' },
    { name: 'folder', path: '/repository/tree/main' },
    { name: 'commits', path: '/repository/commits/main' },
    { name: 'compare', path: '/repository/compare' },
    { name: 'file-elements', path: `/repository/file/main?${fileQuery}&view=elements` },
    ...tabs.map((tab) => ({ name: `environment-${tab}`, path: `${environment}/${tab}` })),
    { name: 'sandbox-flow', path: `${sandbox}/flow` },
    { name: 'sandbox-settings', path: `${sandbox}/settings` },
    { name: 'sandbox-salesforce', path: `${sandbox}/salesforce` },
    { name: 'conflict', path: `/jobs/${conflictJobId}`, prepare: openConflict },
    { name: 'conflict-editor', path: `/jobs/${conflictJobId}`, prepare: openConflictEditor },
    { name: 'conflict-advanced', path: `/jobs/${conflictJobId}`, prepare: openConflictDetails },
    { name: 'waiting-job', path: `/jobs/${conflictJobId}` },
    { name: 'stacks', path: '/../' },
    ...dialogScreens({ environment, sandbox, jobId, waitingJobId, scheduleId }),
  ]
}

interface DialogAddresses extends Pick<StackAddresses, 'jobId' | 'waitingJobId' | 'scheduleId'> {
  readonly environment: string
  readonly sandbox: string
}

const dialogScreens = ({ environment, sandbox, jobId, waitingJobId, scheduleId }: DialogAddresses) => [
  { name: 'flow-in-dialog', path: environment, prepare: openDialog('Flow in', 'Flow in environments') },
  { name: 'flow-out-dialog', path: environment, prepare: openDialog('Flow out', 'Flow out environments') },
  { name: 'flow-out-chosen-dialog', path: `${environment}/difference`, prepare: flowOutChosen },
  { name: 'rerun-failed-dialog', path: `/jobs/${jobId}`, prepare: rerunFailed },
  {
    name: 'flow-merge-dialog',
    path: environment,
    prepare: openDialog('Merge into', 'Flow merge between environments'),
  },
  { name: 'run-tests-dialog', path: environment, prepare: openDialog('Run tests', /tests/) },
  { name: 'tags-dialog', path: `${sandbox}/settings`, prepare: openDialog('Edit tags', 'Tags') },
  {
    name: 'delete-environments-dialog',
    path: '/environments',
    prepare: openDialog('Delete', 'Delete environments'),
  },
  { name: 'rerun-dialog', path: `/jobs/${jobId}`, prepare: openDialog('Rerun', /Flow out/) },
  { name: 'cancel-dialog', path: `/jobs/${waitingJobId}`, prepare: openDialog('Cancel', 'Cancel job') },
  {
    name: 'delete-schedule-dialog',
    path: `/schedules/${scheduleId}`,
    prepare: openDialog('Delete', 'Delete schedule'),
  },
  {
    name: 'manage-access-dialog',
    path: '/settings',
    prepare: openDialog('Manage access', 'Manage repository access'),
  },
]

/** The link of an invitation, as somebody sees it who has no account and as a member does. */
export const invitationScreens = (path: string): Record<'ofVisitor' | 'ofMember', readonly Screen[]> => ({
  ofVisitor: [{ name: 'invitation', path }],
  ofMember: [{ name: 'invitation-of-member', path }],
})
