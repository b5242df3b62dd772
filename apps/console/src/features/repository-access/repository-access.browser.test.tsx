import type { RepositoryCollaborator } from '@sluice/contract/repository-collaborator'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleMember, sampleStack, sampleWorkspace } from '../../testing/samples.ts'

const collaborators: RepositoryCollaborator[] = [
  { username: 'ada', avatarUrl: null, isReadOnly: true, status: 'Active' },
  {
    username: 'bob',
    avatarUrl: 'https://host.example/bob.png',
    isReadOnly: false,
    status: 'InvitationPending',
  },
  { username: 'eve', avatarUrl: null, isReadOnly: true, status: 'InvitationExpired' },
]
const settings = '/workspaces/acme/stacks/core-crm/settings'
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog', { name: 'Manage repository access' })
const inviting = page.getByRole('dialog', { name: 'Invite' })
const alert = page.getByRole('alert')

async function openDialog(stacks: Answers['stacks'] = {}) {
  const opened = await renderAt(settings, {
    pushed: { stacks: [sampleStack()] },
    answers: { stacks: { listCollaborators: collaborators, ...stacks } },
  })
  await button('Manage access').click()
  await expect.element(dialog).toBeVisible()
  return opened
}
const row = (username: string) => dialog.getByRole('listitem').filter({ hasText: username })

test('[S-063] only a managed repository offers "Manage access"', async () => {
  await renderAt(settings, { pushed: { stacks: [sampleStack({ gitRepositoryIsManaged: false })] } })
  await expect.element(page.getByRole('heading', { name: 'Git connection' })).toBeVisible()
  expect(button('Manage access').elements()).toEqual([])
})

test('[S-063] "Manage access" opens the dialog of a managed repository', async () => {
  await openDialog()
  await expect.element(row('ada')).toBeVisible()
})

test('[S-064][S-150] a collaborator shows name, picture, what may be done and the status', async () => {
  await openDialog()
  await expect.element(row('ada')).toHaveTextContent('AadaRead-onlyActive')
  await expect.element(row('bob')).toHaveTextContent('Read and write')
  await expect
    .poll(() => row('bob').element().querySelector('img')?.getAttribute('src'))
    .toBe('https://host.example/bob.png')
})

test('[S-172] the status of an invitation shows as pending, a warning, or expired, an error', async () => {
  await openDialog()
  const tone = (username: string) => row(username).element().querySelector('svg')?.getAttribute('class') ?? ''
  await expect.element(row('ada')).toHaveTextContent('Active')
  await expect.element(row('bob').getByText('Invitation pending')).toBeVisible()
  await expect.element(row('eve').getByText('Invitation expired')).toBeVisible()
  expect([tone('bob'), tone('eve')]).toEqual([
    expect.stringContaining('triangle-alert'),
    expect.stringContaining('circle-x'),
  ])
})

test('nobody from outside is an empty list', async () => {
  await openDialog({ listCollaborators: [] })
  await expect.element(dialog.getByText('Nobody from outside has access')).toBeVisible()
})

test('[S-067] a failed retrieval shows the heading', async () => {
  await openDialog({ listCollaborators: refusal('internalServerError') })
  await expect
    .element(alert)
    .toHaveTextContent('There was a problem retrieving the users with access to this repository')
})

const invitation = { token: 'slgit_t0ken', validUntilUtc: '2026-02-07T12:00:00.000Z' }

test('[S-065] the invite dialog opens inside, and shows the token of the invitation once', async () => {
  const { server } = await openDialog({ inviteCollaborator: invitation })
  await expect.element(row('ada')).toBeVisible()
  const before = server.requests('stacks', 'listCollaborators').length
  await button('Invite').click()
  await expect.element(inviting).toBeVisible()
  await inviting.getByRole('textbox').fill('grace')
  await inviting.getByRole('button', { name: 'Invite' }).click()
  const invited = page.getByRole('dialog', { name: 'grace is invited' })
  await expect.element(invited.getByText('slgit_t0ken')).toBeVisible()
  await expect.element(invited).toHaveTextContent('7 February 2026')
  await invited.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).toBeVisible()
  await expect
    .poll(() => server.requests('stacks', 'inviteCollaborator').map(({ body }) => body))
    .toEqual([{ username: 'grace', readOnly: true }])
  await expect.poll(() => server.requests('stacks', 'listCollaborators').length).toBeGreaterThan(before)
  await button('Invite').click()
  await expect.element(inviting.getByRole('textbox')).toHaveValue('')
  expect(page.getByText('slgit_t0ken').elements()).toEqual([])
})

test('[S-193] the "GitHub username" is required and has at most 39 characters', async () => {
  const { server } = await openDialog({ inviteCollaborator: invitation })
  await button('Invite').click()
  const username = inviting.getByRole('textbox', { name: 'GitHub username' })
  const submit = inviting.getByRole('button', { name: 'Invite' })
  await submit.click()
  await expect.element(inviting.getByText('GitHub username is required')).toBeVisible()
  await username.fill('a'.repeat(40))
  await expect
    .element(inviting.getByText('GitHub username cannot be longer than 39 characters'))
    .toBeVisible()
  expect(server.requests('stacks', 'inviteCollaborator')).toEqual([])
  await username.fill('a'.repeat(39))
  await submit.click()
  await expect.poll(() => server.requests('stacks', 'inviteCollaborator').length).toBe(1)
})

test('the longest username stays within the heading of a page of 390 px', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await openDialog({ inviteCollaborator: invitation })
  await button('Invite').click()
  await inviting.getByRole('textbox').fill('a'.repeat(39))
  await inviting.getByRole('button', { name: 'Invite' }).click()
  const heading = page.getByRole('heading', { name: `${'a'.repeat(39)} is invited` })
  await expect.element(heading).toBeVisible()
  expect(heading.element().scrollWidth).toBeLessThanOrEqual(heading.element().clientWidth)
})

test('[S-194] an invitation is read-only until somebody says otherwise', async () => {
  const { server } = await openDialog({ inviteCollaborator: invitation })
  await button('Invite').click()
  await expect.element(inviting.getByRole('checkbox', { name: 'Read-only' })).toBeChecked()
  await inviting.getByRole('checkbox', { name: 'Read-only' }).click()
  await inviting.getByRole('textbox').fill('grace')
  await inviting.getByRole('button', { name: 'Invite' }).click()
  await expect
    .poll(() => server.requests('stacks', 'inviteCollaborator').map(({ body }) => body.readOnly))
    .toEqual([false])
})

test('[S-068] a failed invitation shows the heading', async () => {
  await openDialog({ inviteCollaborator: refusal('collaboratorUsernameInvalid') })
  await button('Invite').click()
  await inviting.getByRole('textbox').fill('grace')
  await inviting.getByRole('button', { name: 'Invite' }).click()
  await expect
    .element(inviting.getByRole('alert'))
    .toHaveTextContent('There was a problem inviting the GitHub user to the repository')
})

const removing = page.getByRole('alertdialog', { name: 'Remove repository access' })

test('[S-066] a removal is confirmed first', async () => {
  const { server } = await openDialog({ removeCollaborator: null })
  await button('Remove bob').click()
  await expect.element(removing).toHaveTextContent('bob')
  await removing.getByRole('button', { name: 'Cancel' }).click()
  expect(server.requests('stacks', 'removeCollaborator')).toEqual([])
  await button('Remove bob').click()
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => removing.elements()).toEqual([])
  await expect
    .poll(() => server.requests('stacks', 'removeCollaborator'))
    .toMatchObject([{ params: { stackId: id(2), username: 'bob' } }])
})

test('[S-069] a failed removal shows the heading', async () => {
  await openDialog({ removeCollaborator: refusal('internalServerError') })
  await button('Remove ada').click()
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect
    .element(removing.getByRole('alert'))
    .toHaveTextContent('There was a problem removing repository access')
})

test('a Reader sees who has access and can change nothing', async () => {
  await renderAt(settings, {
    pushed: {
      stacks: [sampleStack({ createdByUserId: null })],
      workspace: sampleWorkspace({ ownerUserId: id(99), members: [sampleMember({ accessLevel: 'Reader' })] }),
    },
    answers: { stacks: { listCollaborators: collaborators } },
  })
  await button('Manage access').click()
  await expect.element(button('Invite')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Remove ada')).toHaveAttribute('aria-disabled', 'true')
})

const atGitHub = {
  managedRepositoryHost: 'GitHub',
  gitRepositoryUrl: 'https://github.com/acme/lamps.git',
  gitDisplayInfo: {
    providerDisplayName: 'GitHub',
    repositoryDisplayUrl: 'https://github.com/acme/lamps',
    commitDetailsDisplayUrlTemplate: null,
    commitCompareDisplayUrlTemplate: null,
  },
} as const

test('an invitation to a repository at GitHub ends with its new row, because GitHub tells the person', async () => {
  const listed: RepositoryCollaborator[] = []
  await renderAt(settings, {
    pushed: { stacks: [sampleStack(atGitHub)] },
    answers: {
      stacks: {
        listCollaborators: () => [...listed],
        inviteCollaborator: ({ body }) => {
          const { username, readOnly: isReadOnly } = body
          listed.push({ username, avatarUrl: null, isReadOnly, status: 'InvitationPending' })
          return { token: null, validUntilUtc: null }
        },
      },
    },
  })
  await button('Manage access').click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect.element(inviting.getByText('GitHub sends the invitation by mail.')).toBeVisible()
  await inviting.getByRole('textbox', { name: 'GitHub username' }).fill('grace')
  await inviting.getByRole('button', { name: 'Invite' }).click()
  await expect.element(row('grace')).toHaveTextContent('Invitation pending')
  await expect.poll(() => inviting.elements()).toEqual([])
})

test('the settings of a stack say that GitHub keeps its repository, with a link to it', async () => {
  await renderAt(settings, { pushed: { stacks: [sampleStack(atGitHub)] } })
  await expect.element(page.getByText('GitHub (managed)')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'https://github.com/acme/lamps.git' }))
    .toHaveAttribute('href', 'https://github.com/acme/lamps')
})

test('a repository that GitHub has not made yet is announced', async () => {
  const stack = sampleStack({ ...atGitHub, gitRepositoryUrl: '', gitDisplayInfo: null, isInitialized: false })
  await renderAt(settings, { pushed: { stacks: [stack] } })
  await expect.element(page.getByText('Is made at GitHub when the stack is initialized')).toBeVisible()
})
