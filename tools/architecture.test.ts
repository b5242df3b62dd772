import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@sluice/contract/api'
import { describe, expect, test } from 'vitest'
import { sourceFacts } from './source-facts.ts'
import { root, sourceFiles } from './source-files.ts'

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const sources = sourceFiles(['apps', 'packages'])

/** Words that GLOSSARY.md replaces; as file or folder names they hide what a thing is. */
const bannedNames = /(^|\/)(utils?|helpers?|common|misc|shared|manager|service)([./-]|$)/

/** The schema of the workflow engine, or its tables without their schema. */
const engineSql =
  /\bdbos\.\w|\bschema dbos\b|\b(workflow_status|workflow_inputs?|workflow_outputs?|operation_outputs)\b/

describe('architecture', () => {
  const operations = Object.entries(api).flatMap(([concept, routes]) =>
    Object.keys(routes).map((operation) => ({ concept, operation })),
  )

  test.each(operations)('$concept.$operation has its operation file', ({ concept, operation }) => {
    const file = join(root, 'apps/server/src/operations', kebab(concept), `${kebab(operation)}.ts`)
    expect(existsSync(file), file.slice(root.length + 1)).toBe(true)
  })

  test('no file or folder has a name that says nothing', () => {
    expect(sources.map(({ path }) => path).filter((path) => bannedNames.test(path))).toEqual([])
  })

  test('only the configuration reads the environment', () => {
    const readers = sources.filter(({ text, isTest }) => !isTest && /process\.env\b/.test(text))
    const allowed =
      /^apps\/server\/src\/platform\/config\/|^packages\/practice-org\/src\/main\.ts$|\.config\.ts$/
    expect(readers.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([])
  })

  test('SQL names the schema of the workflow engine only where its migrations run', () => {
    const naming = sources.filter(({ text, isTest }) => !isTest && engineSql.test(text))
    const allowed = /^apps\/server\/src\/(durable\/|platform\/database\/migrations\.ts$)/
    expect(naming.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([])
  })

  test.each([
    'select 1 from dbos.workflow_status',
    'delete from workflow_status',
    'grant all on schema dbos',
  ])('%s is SQL on the schema of the workflow engine', (text) => expect(text).toMatch(engineSql))

  test('no mocking library is installed', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
    expect(/"node_modules\/(sinon|nock|msw|jest-mock|testdouble|mockdate)"/.test(lock)).toBe(false)
    expect(
      sources.filter(({ text }) => /\bvi\.(mock|fn|spyOn)\(/.test(text)).map(({ path }) => path),
    ).toEqual([])
  })

  test('names in the code are those of the glossary', () => {
    const banned = readFileSync(join(root, 'GLOSSARY.md'), 'utf8').match(/(?<=<!-- banned: ).*(?= -->)/)?.[0]
    const words = new Set(banned?.split(' '))
    expect(words.size).toBeGreaterThan(0)
    const uses = sources.flatMap(({ path, text }) =>
      [...sourceFacts(path, text).identifiers]
        .filter((name) => words.has(name))
        .map((name) => `${path} ${name}`),
    )
    expect(uses).toEqual([])
  })
})
