import { newStack } from '@sluice/contract/stacks'
import { expect, test } from 'vitest'
import { type CreateStackForm, createStackForm, newCreateStackForm, toNewStack } from './create-stack-form.ts'

const form: CreateStackForm = { ...newCreateStackForm, name: 'Core CRM' }
const custom: CreateStackForm = {
  ...form,
  repository: 'custom',
  repositoryUrl: 'https://github.com/acme/crm.git',
  username: 'bot',
  password: 'secret',
}
const messages = (changes: Partial<CreateStackForm>, inUse: string[] = []) =>
  createStackForm(inUse)
    .safeParse({ ...form, ...changes })
    .error?.issues.map((issue) => issue.message) ?? []

test('a name in use is refused whatever its case', () => {
  expect(messages({ name: 'CORE crm' }, ['core crm'])).toEqual([
    'There is already another stack with this name',
  ])
})
test('a custom repository needs an address, a username and a password', () => {
  expect(messages({ repository: 'custom' })).toEqual([
    'Repository URL is required',
    'Repository URL must be a valid URL',
    'Username is required',
    'Password or token is required',
  ])
})
test('a complete custom repository is accepted and sent as the contract wants it', () => {
  expect(messages(custom)).toEqual([])
  expect(newStack.parse(toNewStack(custom))).toMatchObject({
    gitRepositoryIsManaged: false,
    gitUsername: 'bot',
  })
})
test('a managed repository sends no address and no credentials', () => {
  const sent = toNewStack({ ...custom, repository: 'managed' })
  expect([sent.gitRepositoryUrl, sent.gitUsername, sent.gitPassword]).toEqual([null, null, null])
})
