import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { manifest, problemsOf, TestOrg } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
})
afterAll(() => org.stop())
afterEach(() =>
  org.setFacts({ refusesConsumerKeys: false, placeholderReplacesSecret: false, mapsUserNames: false }),
)

const namespace = 'xmlns="http://soap.sforce.com/2006/04/metadata"'
const app = (key: string): string =>
  `<ConnectedApp ${namespace}><contactEmail>a@b.example</contactEmail><label>App</label><oauthConfig><callbackUrl>https://a.example</callbackUrl>${key === '' ? '' : `<consumerKey>${key}</consumerKey>`}<scopes>Api</scopes></oauthConfig></ConnectedApp>`

const deployApp = async (name: string, key: string): Promise<string[]> =>
  problemsOf(
    await org.deploy({
      'package.xml': manifest({ ConnectedApp: [name] }),
      [`connectedApps/${name}.connectedApp`]: app(key),
    }),
  )
const keyOf = async (name: string): Promise<string | undefined> => {
  const { files } = await org.retrieve({ ConnectedApp: [name] })
  return /<consumerKey>(.+)<\/consumerKey>/.exec(files[`connectedApps/${name}.connectedApp`] ?? '')?.[1]
}

test('refusesConsumerKeys: the key of another org is refused, the own one and none are taken', async () => {
  await org.setFacts({ refusesConsumerKeys: true })
  expect(await deployApp('Fresh', 'KEY.OF.ANOTHER.ORG')).toEqual([
    'ConnectedApp Fresh: You cannot provide a Consumer Key',
  ])
  expect(await deployApp('Fresh', '')).toEqual([])
  const own = (await keyOf('Fresh')) ?? ''
  expect(own).toMatch(/^3MVG9/)
  expect(await deployApp('Fresh', own)).toEqual([])
  expect(await deployApp('Fresh', '')).toEqual([])
  expect(await keyOf('Fresh')).toBe(own)
})

const provider = (secret: string | null): Record<string, string> => ({
  'package.xml': manifest({ AuthProvider: ['Portal'] }),
  'authproviders/Portal.authprovider': `<AuthProvider ${namespace}><consumerKey>key</consumerKey>${secret === null ? '' : `<consumerSecret>${secret}</consumerSecret>`}<friendlyName>Portal</friendlyName><providerType>OpenIdConnect</providerType></AuthProvider>`,
})
const storedSecret = async (): Promise<string | undefined> => {
  const { files } = await org.admin(
    'GET',
    `/admin/orgs/${org.orgId}/components?type=AuthProvider&name=Portal`,
  )
  return /<consumerSecret>(.+)<\/consumerSecret>/.exec(JSON.stringify(files))?.[1]
}

test('the secret of an authentication provider comes as a placeholder, which leaves it alone unless the org says otherwise', async () => {
  await org.deploySample(provider('truth'))
  const { files } = await org.retrieve({ AuthProvider: ['Portal'] })
  expect(files['authproviders/Portal.authprovider']).toContain('<consumerSecret>Placeholder_Value<')
  await org.deploySample(provider('Placeholder_Value'))
  expect(await storedSecret()).toBe('truth')
  await org.setFacts({ placeholderReplacesSecret: true })
  await org.deploySample(provider(null))
  expect(await storedSecret()).toBe('truth')
  await org.deploySample(provider('Placeholder_Value'))
  expect(await storedSecret()).toBe('Placeholder_Value')
})

const queue = (user: string): Record<string, string> => ({
  'package.xml': manifest({ Queue: ['Night'] }),
  'queues/Night.queue': `<Queue ${namespace}><doesSendEmailToMembers>false</doesSendEmailToMembers><name>Night</name><queueMembers><users><user>${user}</user></users></queueMembers></Queue>`,
})

test('mapsUserNames: a sandbox shows its suffix, takes names of any org, and refuses unknown ones', async () => {
  const company = await TestOrg.start({ pollIntervalSeconds: 0 })
  try {
    await company.setFacts({ mapsUserNames: true })
    await company.admin('POST', '/admin/orgs/Northbeam%20Lighting%20%E2%80%93%20dev/seed', {
      bundled: 'uncommon',
    })
    const { accessToken, orgId } = await company.admin('POST', '/admin/sessions', {
      org: 'Northbeam Lighting – dev',
    })
    const production = company.token
    company.token = String(accessToken)
    company.orgId = String(orgId)
    await company.setFacts({ mapsUserNames: true })
    const userIn = async (): Promise<string | undefined> => {
      const { files } = await company.retrieve({ Queue: ['Night'] })
      return /<user>(.+)<\/user>/.exec(files['queues/Night.queue'] ?? '')?.[1]
    }
    const names = [
      'jonas.becker@northbeam.example',
      'jonas.becker@northbeam.example.uat',
      'jonas.becker@northbeam.example.dev',
    ]
    for (const name of names) {
      await company.deploySample(queue(name))
      expect(await userIn()).toBe('jonas.becker@northbeam.example.dev')
    }
    expect(problemsOf(await company.deploy(queue('nobody@northbeam.example')))).toEqual([
      'Queue Night: Cannot find a user that matches any of the following usernames: nobody@northbeam.example',
    ])
    company.token = production
    await company.deploySample(queue('jonas.becker@northbeam.example.dev'))
    expect(await userIn()).toBe('jonas.becker@northbeam.example')
  } finally {
    await company.stop()
  }
})

const group = (names: string[]): Record<string, string> => ({
  'package.xml': manifest({ DataCategoryGroup: ['Products'] }),
  'datacategorygroups/Products.datacategorygroup': `<DataCategoryGroup ${namespace}><active>true</active><dataCategory>${names.map((name) => `<dataCategory><label>${name}</label><name>${name}</name></dataCategory>`).join('')}<label>All</label><name>All</name></dataCategory><label>Products</label></DataCategoryGroup>`,
})

test('a data category group that is deployed forgets the categorizations by categories that it lacks', async () => {
  await org.deploySample(group(['Street', 'Office']))
  for (const DataCategoryName of ['Street', 'Office'])
    await org.rest('/sobjects/Knowledge__DataCategorySelection', {
      method: 'POST',
      body: JSON.stringify({ ParentId: 'ka0', DataCategoryGroupName: 'Products', DataCategoryName }),
    })
  await org.deploySample(group(['Street']))
  const soql = encodeURIComponent('SELECT DataCategoryName FROM Knowledge__DataCategorySelection')
  const { body } = await org.rest(`/query?q=${soql}`)
  expect(body).toMatchObject({ totalSize: 1, records: [{ DataCategoryName: 'Street' }] })
})
