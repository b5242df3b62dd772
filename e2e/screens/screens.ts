// Every screen of the console in the states that a story can reach. The accessibility tests and `npm run screenshots`
// visit the same list.
import { type Page, expect } from '@playwright/test'

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
  { name: 'not-found', path: '/404' },
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

export const personalScreens: readonly Screen[] = [
  { name: 'workspaces', path: '/workspaces' },
  { name: 'create-workspace', path: '/create-workspace' },
  { name: 'profile', path: '/profile' },
]

export const emptyStackScreens: readonly Screen[] = [
  { name: 'members', path: '/../../members' },
  { name: 'empty-stack', path: '' },
  { name: 'empty-stack-environments', path: '/environments' },
  { name: 'empty-stack-jobs', path: '/jobs' },
  { name: 'empty-stack-settings', path: '/settings' },
]

/** What the screens of a stack with flows are named by. */
export interface StackAddresses {
  readonly environmentSlug: string
  readonly jobId: string
  /** Path of a file of the branch. */
  readonly file: string
}

const openFlowDialog = (direction: 'Flow in' | 'Flow out') => async (page: Page) => {
  await page.getByRole('button', { name: direction, exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: `${direction} environments` })).toBeVisible()
}

export function stackScreens({ environmentSlug, jobId, file }: StackAddresses): readonly Screen[] {
  const environment = `/environments/${environmentSlug}`
  const tabs = ['flow', 'difference', 'settings', 'salesforce', 'snapshots', 'undeployed', 'advanced']
  const fileQuery = `path=${encodeURIComponent(file)}`
  return [
    { name: 'environments', path: '/environments' },
    { name: 'create-environment', path: '/create-environment' },
    { name: 'jobs', path: '/jobs' },
    { name: 'job', path: `/jobs/${jobId}` },
    { name: 'stack-settings', path: '/settings' },
    { name: 'branches', path: '/repository' },
    { name: 'folder', path: '/repository/tree/main' },
    { name: 'commits', path: '/repository/commits/main' },
    { name: 'compare', path: '/repository/compare' },
    { name: 'file-elements', path: `/repository/file/main?${fileQuery}&view=elements` },
    ...tabs.map((tab) => ({ name: `environment-${tab}`, path: `${environment}/${tab}` })),
    { name: 'flow-in-dialog', path: environment, prepare: openFlowDialog('Flow in') },
    { name: 'flow-out-dialog', path: environment, prepare: openFlowDialog('Flow out') },
  ]
}
