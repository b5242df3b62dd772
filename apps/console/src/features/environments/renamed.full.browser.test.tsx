import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, sampleEnvironment, sampleStack } from '../../testing/samples.ts'

const address = ({ stack = 'core-crm', environment = 'production' }) =>
  `/workspaces/acme/stacks/${stack}/environments/${environment}/settings`
const stackWith = ({ stack = 'core-crm', environment = 'production' }) =>
  sampleStack({ slug: stack, environments: [sampleEnvironment({ slug: environment })] })

test.for(['stack', 'environment'] as const)(
  '[S-037] of a %s the last and the present state are kept: each change of its slug is followed, the one before is forgotten',
  async (kind) => {
    const [first, second, third] = ['one', 'two', 'three'].map((slug) => ({ [kind]: slug }))
    const { server, router, path } = await renderAt(address(first ?? {}), {
      pushed: { stacks: [stackWith(first ?? {})] },
      answers: environmentAnswers,
    })
    for (const names of [second ?? {}, third ?? {}]) {
      await expect.element(page.getByRole('heading', { name: 'Production' })).toBeVisible()
      server.push({ type: 'pushStacks', stacks: [stackWith(names)] })
      await expect.poll(path).toBe(address(names))
    }
    await router.navigate({ href: address(first ?? {}) })
    await expect.poll(path).toBe('/404')
  },
)
