import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wording } from './wording.ts'

const source = readFileSync(new URL('wording.ts', import.meta.url), 'utf8')

test('every text says how certain it is', () => {
  for (const [group, texts] of Object.entries(wording))
    for (const name of Object.keys(texts))
      expect(source, `${group}.${name}`).toMatch(new RegExp(`/\\*\\* [CSDIM] \\*/ ${name}:`))
})

test('no file says no in words of its own', () => {
  const said =
    /new (?:SoapFault|SandboxRefusal)\(\s*'[A-Z_]+',\s*['`]|new (?:OptionError|QuickDeployError|RetrieveLimit)\(\s*['`](?![A-Z_]+: \$\{wording)/
  const files = import.meta.glob<string>('./{oauth,soap,rest,query,deploy,retrieve,sandboxes}/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const found = Object.entries(files).filter(([, text]) => said.test(text))
  expect(Object.keys(files).length).toBeGreaterThan(50)
  expect(found.map(([file]) => file)).toEqual([])
})
