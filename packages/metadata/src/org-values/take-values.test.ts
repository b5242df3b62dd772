import { expect, test } from 'vitest'
import { decodeUtf8, encodeUtf8 } from '../bytes.ts'
import { saysTheSame } from '../diff/says-the-same.ts'
import { merge } from '../merge/merge.ts'
import { isKnownType } from '../unknown-metadata.ts'
import { isOwnValue, ownValues } from './own-values.ts'
import {
  canHoldOwnValues,
  deployableTo,
  withOwnValuesOf,
  withoutOwnValues,
  withoutSecrets,
} from './take-values.ts'

const appPath = 'unpackaged/connectedApps/Portal.connectedApp'
const app = (key: string | null, label = 'Portal', secret = '') =>
  encodeUtf8(`<?xml version="1.0" encoding="UTF-8"?>
<ConnectedApp xmlns="http://soap.sforce.com/2006/04/metadata">
    <label>${label}</label>
    <oauthConfig>
        <callbackUrl>https://a.example</callbackUrl>
${key === null ? '' : `        <consumerKey>${key}</consumerKey>\n`}${secret === '' ? '' : `        <consumerSecret>${secret}</consumerSecret>\n`}        <scopes>Api</scopes>
    </oauthConfig>
</ConnectedApp>
`)
const sitePath = 'unpackaged/sites/Shop.site'
const site = (...lines: string[]) =>
  encodeUtf8(`<?xml version="1.0" encoding="UTF-8"?>
<CustomSite xmlns="http://soap.sforce.com/2006/04/metadata">
    <active>true</active>
${lines.map((line) => `    ${line}\n`).join('')}</CustomSite>
`)
const address = (name: string) =>
  `<customWebAddresses>\n        <domainName>${name}</domainName>\n    </customWebAddresses>`
const text = (content: Uint8Array) => decodeUtf8(content)

test('values of one org are left out, and the rest keeps its bytes', () => {
  expect(text(withoutOwnValues(appPath, app('KEY', 'Portal', 'hidden')))).toBe(text(app(null)))
  const own = site(
    address('a.example'),
    address('b.example'),
    '<siteAdmin>a@b.example</siteAdmin>',
    '<subdomain>acme</subdomain>',
  )
  expect(text(withoutOwnValues(sitePath, own))).toBe(text(site()))
})

test('a file without such values, of another type or that cannot be read stays the same bytes', () => {
  const files: [string, Uint8Array][] = [
    [appPath, app(null)],
    ['unpackaged/profiles/A.profile', app('KEY')],
    [appPath, encodeUtf8('<ConnectedApp><<<<<<<')],
  ]
  for (const [path, content] of files) expect(withoutOwnValues(path, content)).toBe(content)
  expect(files.map(([path]) => canHoldOwnValues(path))).toEqual([true, false, true])
})

test('the values of another version take their places, also several of one name', () => {
  const from = app('THEIRS', 'Other')
  for (const content of [app('OURS'), app(null)])
    expect(text(withOwnValuesOf({ path: appPath, content, from }))).toBe(text(app('THEIRS')))
  const target = site(address('c.example'), address('d.example'), '<subdomain>acme</subdomain>')
  for (const content of [site(address('a.example')), site('<urlPathPrefix>x</urlPathPrefix>')])
    expect(text(withOwnValuesOf({ path: sitePath, content, from: target }))).toContain(
      `${address('c.example')}\n    ${address('d.example')}`,
    )
  const prefix = '<urlPathPrefix>x</urlPathPrefix>'
  const all = site(address('c.example'), address('d.example'), '<subdomain>acme</subdomain>', prefix)
  expect(text(withOwnValuesOf({ path: sitePath, content: site(prefix), from: target }))).toBe(text(all))
})

test('a deployment holds the values of its target and no secret; a created component has only what is required', () => {
  const content = app('OURS', 'New label', 'hidden')
  const into = (from: Uint8Array | null) => text(deployableTo({ path: appPath, content, from }))
  expect(into(app('THEIRS', 'Old label', 'theirs'))).toBe(text(app('THEIRS', 'New label')))
  expect(into(null)).toBe(text(app(null, 'New label')))
  const network = encodeUtf8(
    '<Network><emailSenderAddress>a@b.example</emailSenderAddress><newSenderAddress>c@d.example</newSenderAddress></Network>',
  )
  const created = deployableTo({ path: 'unpackaged/networks/Shop.network', content: network, from: null })
  expect(text(created)).toBe('<Network><emailSenderAddress>a@b.example</emailSenderAddress></Network>')
  expect(text(withoutSecrets(appPath, content))).toBe(text(app('OURS', 'New label')))
})

test('other values say the same, another element does not', () => {
  expect(saysTheSame(appPath, app('ONE'), app('TWO'))).toBe(true)
  expect(saysTheSame(appPath, app('ONE'), app(null))).toBe(true)
  expect(saysTheSame(appPath, app('ONE'), app('ONE', 'Other'))).toBe(false)
})

test('two different values are no conflict: ours is kept, and a value that one side removed is removed', () => {
  const merged = (base: Uint8Array | null, ours: Uint8Array, theirs: Uint8Array) => {
    const result = merge({ path: appPath, base, ours, theirs })
    return [result.status, result.status === 'clean' ? text(result.content) : '']
  }
  expect(merged(app('BASE'), app('OURS', 'New'), app('THEIRS'))).toEqual(['clean', text(app('OURS', 'New'))])
  expect(merged(null, app('OURS'), app('THEIRS'))).toEqual(['clean', text(app('OURS'))])
  expect(merged(app('BASE'), app('OURS'), app(null, 'New'))).toEqual(['clean', text(app(null, 'New'))])
})

test('each row names a known type and says where it comes from; addresses that teams edit are no such values', () => {
  expect(ownValues.filter(({ type }) => !isKnownType(type))).toEqual([])
  expect(ownValues.filter(({ source }) => source.length < 20)).toEqual([])
  expect(isOwnValue('/CustomSite/customWebAddresses/domainName')).toBe(true)
  for (const path of [
    '/NamedCredential/endpoint',
    '/Workflow/alerts/senderAddress',
    '/ConnectedApp/oauthConfig',
  ])
    expect(isOwnValue(path)).toBe(false)
})
