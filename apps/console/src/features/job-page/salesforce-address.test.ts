import { expect, test } from 'vitest'
import { deploymentAddress, testRunsAddress } from './salesforce-address.ts'

test('a deployment has the address that the command line of Salesforce prints', () => {
  expect(deploymentAddress('https://acme.my.salesforce.com', '0Af1')).toBe(
    'https://acme.my.salesforce.com/lightning/setup/DeployStatus/page?address=%2Fchangemgmt%2FmonitorDeploymentsDetails.apexp%3FasyncId%3D0Af1%26retURL%3D%252Fchangemgmt%252FmonitorDeployment.apexp',
  )
})

test('the executions of Apex tests are listed in Setup', () => {
  expect(testRunsAddress('https://acme.my.salesforce.com/ignored')).toBe(
    'https://acme.my.salesforce.com/lightning/setup/ApexTestQueue/home',
  )
})

test('an address that is none leads nowhere', () => {
  expect([deploymentAddress('', '0Af1'), testRunsAddress('acme')]).toEqual([null, null])
})
