import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, sampleBranch } from '../../testing/samples.ts'

const stack = '/workspaces/acme/stacks/core-crm'
const link = (name: string) => page.getByRole('link', { name, exact: true })
const { directTargetIdentifier: hash } = sampleBranch()

test.each(['/environments', '/environments/production/flow'])(
  'branch and commit of a repository that is hosted here lead to its pages from %s',
  async (path) => {
    await renderAt(stack + path, { answers: environmentAnswers })
    await expect.element(link('main')).toHaveAttribute('href', `${stack}/repository/tree/main?path=`)
    await expect
      .element(link(hash.slice(0, 10)))
      .toHaveAttribute('href', `${stack}/repository/commit/${hash}`)
  },
)

test.each(['/workspaces/acme/stacks', `${stack}/settings`])(
  'the address of a repository that is hosted here leads to its pages from %s',
  async (path) => {
    await renderAt(path)
    await expect
      .element(page.getByRole('link', { name: /sluice\.example\/git\/core\.git/ }))
      .toHaveAttribute('href', `${stack}/repository`)
  },
)
