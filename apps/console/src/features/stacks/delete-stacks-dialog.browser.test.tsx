import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { formatDay } from '../../platform/format/time.ts'
import { refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleStack } from '../../testing/samples.ts'

async function openDialog(gitRepositoryIsManaged: boolean, answers = {}) {
  const stack = sampleStack({ gitRepositoryIsManaged, environments: [sampleEnvironment()] })
  const opened = await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    pushed: { stacks: [stack] },
    config: { repositoryGraceDays: 9 },
    answers: { stacks: answers },
  })
  await page.getByRole('button', { name: 'Delete stack' }).click()
  return { ...opened, dialog: page.getByRole('alertdialog') }
}

test('the dialog names the day on which a managed repository is deleted', async () => {
  const { dialog } = await openDialog(true)
  const day = formatDay(Date.now() + 9 * 86_400_000)
  await expect
    .element(dialog)
    .toHaveTextContent(
      `The Git repository managed by Sluice can no longer be cloned, and is deleted on ${day}.`,
    )
  await expect.element(dialog).not.toHaveTextContent(/custom Git/i)
})

test('the dialog says that a custom repository stays', async () => {
  const { dialog } = await openDialog(false)
  await expect.element(dialog).toHaveTextContent('The custom Git repository stays as it is.')
  await expect.element(dialog).not.toHaveTextContent('deleted on')
})

test('the dialog speaks of several repositories where several stacks are deleted', async () => {
  const stacks = [true, true, false, false].map((gitRepositoryIsManaged, index) =>
    sampleStack({ id: id(2 + index), slug: `stack-${index}`, gitRepositoryIsManaged }),
  )
  await renderAt('/workspaces/acme/stacks', { pushed: { stacks }, answers: environmentAnswers })
  await page.getByRole('checkbox', { name: 'Select all stacks' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog)
    .toHaveTextContent('Git repositories managed by Sluice can no longer be cloned, and are deleted on')
  await expect.element(dialog).toHaveTextContent('Custom Git repositories stay as they are.')
})

test('a deletion that is refused because of a job says so', async () => {
  const { dialog, server } = await openDialog(true, {
    delete: refusal('nonEmptyStackNotDeletable', { detail: 'A job of the stack has not ended.' }),
  })
  await dialog.getByRole('textbox').fill('Core CRM')
  await dialog.getByRole('button', { name: 'Delete stack' }).click()
  await expect.element(dialog).toHaveTextContent('A job of the stack has not ended.')
  await expect.poll(() => server.requests('stacks', 'delete')).toMatchObject([{ params: { stackId: id(2) } }])
})

test('the dialog names the day on which a repository is deleted at GitHub', async () => {
  const stack = sampleStack({ managedRepositoryHost: 'GitHub', environments: [sampleEnvironment()] })
  await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    pushed: { stacks: [stack] },
    config: { repositoryGraceDays: 9 },
  })
  await page.getByRole('button', { name: 'Delete stack' }).click()
  const day = formatDay(Date.now() + 9 * 86_400_000)
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toHaveTextContent(`stays there until ${day}, when it is deleted.`)
  await expect.element(dialog).not.toHaveTextContent('can no longer be cloned')
})
