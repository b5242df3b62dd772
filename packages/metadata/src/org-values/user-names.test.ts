import { expect, test } from 'vitest'
import { decodeUtf8, encodeUtf8 } from '../bytes.ts'
import { findNestedType, findType } from '../registry.ts'
import { asReturned, inStoredForm } from './stored-form.ts'
import { canNameUsers, userNameElements, withoutSandboxSuffix } from './user-names.ts'

const stripped = (text: string, sandbox = 'dev1') =>
  decodeUtf8(withoutSandboxSuffix(encodeUtf8(text), sandbox))
const queue = (...users: string[]) =>
  `<Queue><email>help@acme.com.dev1</email><queueMembers><users>${users.map((user) => `<user>${user}</user>`).join('')}</users></queueMembers></Queue>`

test('the name of the sandbox behind user names is left out, and no other one', () => {
  expect(
    stripped(queue('ann@acme.com.dev1', 'bob@acme.com.Dev1', 'eve@acme.com.dev10', 'ann@acme.com')),
  ).toBe(queue('ann@acme.com', 'bob@acme.com', 'eve@acme.com.dev10', 'ann@acme.com'))
  expect(stripped(queue('ann@acme.com.uat'))).toBe(queue('ann@acme.com.uat'))
  expect(stripped(queue('ann@com.dev1', 'group.dev1', 'é&amp;ann@acme.com.dev1'))).toBe(
    queue('ann@com', 'group.dev1', 'é&amp;ann@acme.com'),
  )
})

test('every element of the table is found', () => {
  for (const [root, paths] of Object.entries(userNameElements)) {
    for (const path of paths) {
      const names = [root, ...path.split('/')]
      const around = (name: string) =>
        `${names.map((one) => `<${one}>`).join('')}${name}${names
          .toReversed()
          .map((one) => `</${one}>`)
          .join('')}`
      expect([path, stripped(around('ann@acme.com.dev1'))]).toEqual([path, around('ann@acme.com')])
    }
  }
})

test('other elements and files that cannot be read stay the same bytes', () => {
  for (const text of [
    '<Workflow><alerts><senderAddress>ann@acme.com.dev1</senderAddress></alerts></Workflow>',
    '<Unknown><user>ann@acme.com.dev1</user></Unknown>',
    '<Queue><<<<<<< ann@acme.com.dev1</Queue>',
    queue('ann@acme.com'),
  ]) {
    const content = encodeUtf8(text)
    expect(withoutSandboxSuffix(content, 'dev1')).toBe(content)
  }
})

test.each([
  ['queues/Night.queue', true],
  ['objects/Account.object', true],
  ['reports/Sales-meta.xml', true],
  ['email/Sales-meta.xml', true],
  ['settings/Case.settings', true],
  ['workflows/Account.workflow', true],
  ['classes/A.cls', false],
  ['profiles/A.profile', false],
  ['package.xml', false],
])('%s can hold user names: %s', (path, expected) => {
  expect(canNameUsers(`unpackaged/${path}`)).toBe(expected)
})

test('a file as the org returns it stays the same bytes', () => {
  const content = encodeUtf8(queue('ann@acme.com.dev1'))
  expect(inStoredForm('unpackaged/queues/A.queue', content, asReturned)).toBe(content)
})

test('the table names roots of known types, of one settings file and of Lightning mail folders', () => {
  const unknown = Object.keys(userNameElements).filter(
    (root) => findType(root) === null && findNestedType(root) === null,
  )
  expect(unknown).toEqual(['CaseSettings', 'EmailTemplateFolder'])
})
