import { expect, test } from 'vitest'
import { newCreateEnvironmentForm } from './create-environment-form.ts'
import { createEnvironmentSchema } from './create-environment-schema.ts'

const nothing = { environments: [], branches: [], sandboxes: [] }
const form = {
  ...newCreateEnvironmentForm,
  environmentName: 'QA',
  gitBranchName: 'env/QA',
  sfdcSandboxName: 'QA',
  accessGroup: 'Builders',
  template: 'Recent',
}

test.for(['Developer', 'DeveloperPro', 'Partial', 'Full'] as const)(
  '[S-206] a new sandbox can have the license type %s',
  (sfdcSandboxLicenseType) => {
    const wanted = { ...form, sfdcSandboxLicenseType }
    expect(createEnvironmentSchema(nothing, wanted).safeParse(wanted).error).toBeUndefined()
  },
)

test('[S-206] another license type than the four is refused, and Developer is the default', () => {
  const wanted = { ...form, sfdcSandboxLicenseType: 'Huge' }
  const { error } = createEnvironmentSchema(nothing, form).safeParse(wanted)
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'License type must be one of the supported values',
  ])
  expect(newCreateEnvironmentForm.sfdcSandboxLicenseType).toBe('Developer')
})

test('a sandbox of which only the confirmation says that it exists needs no access group', () => {
  const known = { ...nothing, sandboxes: null }
  const wanted = { ...form, accessGroup: '' }
  const isAccepted = (allowUseExistingSandbox: boolean) => {
    const confirmed = { ...wanted, allowUseExistingSandbox }
    return createEnvironmentSchema(known, confirmed).safeParse(confirmed).success
  }
  expect([isAccepted(false), isAccepted(true)]).toEqual([false, true])
})
