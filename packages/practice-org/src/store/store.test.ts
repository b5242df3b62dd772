import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Journal } from '../journal.ts'
import type { ComponentRecord } from './component-record.ts'
import { ComponentStore } from './store.ts'
import { stage } from './transaction.ts'
import type { StoreChange } from './transaction.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'practice-store-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = async (): Promise<ComponentStore> =>
  ComponentStore.open(folder, await Journal.open(join(folder, 'journal.jsonl')))

function classRecord(name: string): ComponentRecord {
  const [by, date] = ['005000000000001', '2026-01-01T00:00:00.000Z']
  return {
    type: 'ApexClass',
    fullName: name,
    id: name,
    files: [`classes/${name}.cls`],
    createdById: by,
    createdDate: date,
    lastModifiedById: by,
    lastModifiedDate: date,
  }
}

/** A change that writes these classes and deletes others. */
function change(texts: Record<string, string>, deleted: string[] = []): StoreChange {
  const names = Object.keys(texts)
  return {
    writes: new Map(names.map((name) => [`classes/${name}.cls`, Buffer.from(texts[name] ?? '')])),
    deletes: new Set(deleted.map((name) => `classes/${name}.cls`)),
    put: names.map(classRecord),
    remove: deleted.map((name) => `ApexClass/${name}`),
  }
}

async function filled(): Promise<ComponentStore> {
  const store = await open()
  await store.fill(async (add) => {
    await add(change({ Alpha: 'one', Beta: 'two', Gamma: 'three' }))
  })
  return store
}

const textOf = (store: ComponentStore, name: string): Promise<string> => store.readText(`classes/${name}.cls`)

test('what changed since the seed comes from the tree, also after the next start', async () => {
  await (await filled()).commit(change({ Alpha: 'changed', Delta: 'new' }, ['Beta']))
  for (const store of [await open(), await open()]) {
    expect(store.list('ApexClass').map(({ fullName }) => fullName)).toEqual(['Alpha', 'Delta', 'Gamma'])
    expect(await textOf(store, 'Alpha')).toBe('changed')
    expect(await textOf(store, 'Delta')).toBe('new')
    expect(await textOf(store, 'Gamma')).toBe('three')
    expect(store.has('classes/Beta.cls')).toBe(false)
  }
})

test('a change that was promised and not carried out happens at the next start', async () => {
  await filled()
  await stage(folder, change({ Alpha: 'promised' }, ['Gamma']))
  const store = await open()
  expect(await textOf(store, 'Alpha')).toBe('promised')
  expect(store.find('ApexClass', 'Gamma')).toBeUndefined()
})

test('a change that was never promised leaves no trace', async () => {
  await filled()
  await stage(folder, change({ Alpha: 'half' }))
  await rm(join(folder, 'staging/change.json'))
  expect(await textOf(await open(), 'Alpha')).toBe('one')
})

test('a half-written last line of the index is dropped', async () => {
  await filled()
  await writeFile(join(folder, 'components.jsonl'), '{"type":"ApexClass","fullNa', { flag: 'a' })
  expect((await open()).count('ApexClass')).toBe(3)
})
