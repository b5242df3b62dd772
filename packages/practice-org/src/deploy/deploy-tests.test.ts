import { afterEach, beforeEach, expect, test } from 'vitest'
import { apexClass, manifest, TestOrg } from '../testing/client.ts'
import { childOf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'

let org: TestOrg
beforeEach(async () => {
  org = await TestOrg.start()
})
afterEach(() => org.stop())

const service = 'public class Service {\n  public Integer one() {\n    return 1;\n  }\n}'
const passing =
  '@IsTest\nprivate class ServiceTest {\n  @IsTest static void works() {\n    new Service().one();\n  }\n}'
const failing = passing.replace('new Service().one();', "Assert.fail('no');")
const both = (testSource: string): Record<string, string> => ({
  'package.xml': manifest({ ApexClass: ['Service', 'ServiceTest'] }),
  ...apexClass('Service', service),
  ...apexClass('ServiceTest', testSource),
})
const tests = (result: XmlElement, name: string): string | undefined => {
  const details = childOf(result, 'details')
  const run = details && childOf(details, 'runTestResult')
  return run && textOf(run, name)
}

test('a failing test fails the deployment and nothing is saved', async () => {
  const result = await org.deploy(both(failing), '<testLevel>RunLocalTests</testLevel>')
  expect([
    textOf(result, 'status'),
    tests(result, 'numFailures'),
    textOf(result, 'numberComponentErrors'),
  ]).toEqual(['Failed', '1', '0'])
  expect((await org.retrieve({ ApexClass: ['*'] })).files).not.toHaveProperty('classes/Service.cls')
})

test('too little coverage fails the deployment', async () => {
  const alone = { 'package.xml': manifest({ ApexClass: ['Service'] }), ...apexClass('Service', service) }
  const result = await org.deploy(alone, '<testLevel>RunLocalTests</testLevel>')
  const details = childOf(result, 'details')
  const run = details && childOf(details, 'runTestResult')
  const warning = run && childOf(run, 'codeCoverageWarnings')
  expect(textOf(result, 'status')).toBe('Failed')
  expect(warning && textOf(warning, 'message')).toContain('at least 75% test coverage is required')
})

test('a validation with passing tests can be deployed at once', async () => {
  const validation = await org.deploy(
    both(passing),
    '<checkOnly>true</checkOnly><testLevel>RunLocalTests</testLevel>',
  )
  expect([textOf(validation, 'status'), tests(validation, 'numTestsRun')]).toEqual(['Succeeded', '1'])
  const answer = await org.soap(
    `<deployRecentValidation><validationId>${textOf(validation, 'id') ?? ''}</validationId></deployRecentValidation>`,
  )
  const id = textOf(answer, 'result') ?? ''
  expect(textOf(await org.waitForDeploy(id), 'status')).toBe('Succeeded')
  expect((await org.retrieve({ ApexClass: ['*'] })).files).toHaveProperty('classes/Service.cls')
})

test('classes that do not exist are named, and nothing is deployed', async () => {
  const result = await org.deploy(
    { 'package.xml': manifest({ ApexClass: ['Lone'] }), ...apexClass('Lone', 'public class Lone {}') },
    '<testLevel>RunSpecifiedTests</testLevel><runTests>NoSuchTest</runTests><runTests>NorThis</runTests>',
  )
  expect([textOf(result, 'status'), textOf(result, 'errorStatusCode')]).toEqual([
    'Failed',
    'INVALID_OPERATION',
  ])
  expect(textOf(result, 'errorMessage')).toContain('NoSuchTest, NorThis')
  expect((await org.retrieve({ ApexClass: ['*'] })).files).not.toHaveProperty(['classes/Lone.cls'])
})

test('production that runs tests refuses NoTestRun, before anything is queued, with and without Apex', async () => {
  const files = { 'package.xml': manifest({}) }
  const noTests = '<testLevel>NoTestRun</testLevel>'
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { runsTestsOnDeploy: true })
  await expect(org.startDeploy(files, noTests)).rejects.toThrow('NoTestRun cannot be used in production')
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { isSandbox: true })
  expect(textOf(await org.deploy(files, noTests), 'status')).toBe('Succeeded')
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { isSandbox: false, runsTestsOnDeploy: false })
})
