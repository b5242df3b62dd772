import type { ProblemDetails } from '@sluice/contract/problem-details'
import type { ProblemType } from '@sluice/contract/problems'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal, unreachable } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers } from '../../testing/samples.ts'

const message = () => page.getByRole('alert').query()?.textContent
const save = () => page.getByRole('button', { name: 'Save' }).click()

/** Changes a value of the page at the address; `update` is what the server does about it. */
async function edit(address: string, label: string, update: () => never) {
  await renderAt(address, {
    answers: {
      workspaces: { update },
      stacks: { ...environmentAnswers.stacks, update },
      environments: { ...environmentAnswers.environments, update },
      differences: environmentAnswers.differences,
    },
  })
  await page.getByRole('button', { name: `Edit ${label.toLowerCase()}` }).click()
  await page.getByRole('textbox', { name: label, exact: true }).fill('beta')
}

const refusing =
  (type: ProblemType, changes: Partial<ProblemDetails> = {}) =>
  (): never => {
    throw refusal(type, changes)
  }

const stack = '/workspaces/acme/stacks/core-crm'
test.for([
  ['/workspaces/acme/settings', 'Slug', 'This slug value is already in use on another workspace.'],
  [`${stack}/settings`, 'Name', 'This name value is already in use on another stack.'],
  [
    `${stack}/environments/production/settings`,
    'Slug',
    'This slug value is already in use on another environment.',
  ],
] as const)(
  '[W-370] a conflict at %s names the property %s and what has it',
  async ([address, label, text]) => {
    await edit(address, label, refusing('entityConflict'))
    await save()
    await expect.poll(message).toBe(text)
  },
)

const tooLong = { code: 'EntityNameTooLong', property: 'name', description: '' }
const taken = { code: 'EntitySlugDuplicate', property: 'slug', description: '' }
const failed = 'failed with an unknown error.'

test('[W-381][W-382][W-383] a failed save shows the first broken rule, else the message of the server, else that the error is unknown', async () => {
  let update: () => never = unreachable
  await edit(`${stack}/settings`, 'Name', () => update())
  for (const [answer, text] of [
    [
      unreachable,
      `Saving the name ${failed} The server could not be reached. Check your connection and try again.`,
    ],
    [
      refusing('validationFailed', { validationErrors: [tooLong, taken], detail: 'Two rules are broken.' }),
      'Entity name must not be longer than 512 characters',
    ],
    [
      refusing('internalServerError', { validationErrors: [taken, tooLong] }),
      'Entity slug is already in use on another entity of the same type',
    ],
    [refusing('environmentLocked', { detail: 'Wait for the job.' }), 'Wait for the job.'],
    [refusing('tooManyRequests'), 'There were too many requests. Try again in a moment.'],
    [refusing('internalServerError'), `Saving the name ${failed} An unexpected error occurred.`],
    [
      refusing('internalServerError', { detail: 'The disk is full.' }),
      `Saving the name ${failed} The disk is full.`,
    ],
    [refusing('validationFailed', { title: '' }), `Saving the name ${failed}`],
  ] as const) {
    update = answer
    await save()
    await expect.poll(message).toBe(text)
  }
})

test('[W-383] when saving fails with an internal server error, the panel names the property and shows the message of the server', async () => {
  await edit('/workspaces/acme/settings', 'Company name', refusing('internalServerError'))
  await save()
  await expect.poll(message).toBe(`Saving the company name ${failed} An unexpected error occurred.`)
})
