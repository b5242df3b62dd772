import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestOrg } from '../testing/client.ts'

let org: TestOrg
let folder: string
beforeAll(async () => {
  org = await TestOrg.start({ seed: 'empty', pollIntervalSeconds: 0 })
  folder = await mkdtemp(join(tmpdir(), 'practice-seed-'))
})
afterAll(async () => {
  await org.stop()
  await rm(folder, { recursive: true, force: true })
})

const labels = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<CustomLabels xmlns="http://soap.sforce.com/2006/04/metadata">
    <labels>
        <fullName>${name}</fullName>
        <language>en_US</language>
        <protected>false</protected>
        <shortDescription>${name}</shortDescription>
        <value>${name}</value>
    </labels>
</CustomLabels>
`

/** The labels of an org that was seeded with these files. */
async function labelsOf(files: Readonly<Record<string, string>>): Promise<string> {
  const seed = await mkdtemp(join(folder, 'files-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(seed, path)), { recursive: true })
    await writeFile(join(seed, path), text)
  }
  const { id } = await org.admin('POST', '/admin/orgs', { name: seed, isSandbox: false, seed })
  const found = await org.admin(
    'GET',
    `/admin/orgs/${String(id)}/components?type=CustomLabels&name=CustomLabels`,
  )
  return JSON.stringify(found['files'])
}

const own = 'src/labels/CustomLabels.labels'
const packaged = 'Referenced Packages/Labels/labels/CustomLabels.labels'

test('what lies in two files of a seed comes from both', async () => {
  const text = await labelsOf({ [own]: labels('Own'), [packaged]: labels('Packaged') })
  expect(text).toContain('<fullName>Own</fullName>')
  expect(text).toContain('<fullName>Packaged</fullName>')
})

test.each([own, packaged])(
  'a file of two that is no XML is left out, and the other is in the org: %s',
  async (broken) => {
    const text = await labelsOf({
      [own]: labels('Kept'),
      [packaged]: labels('Kept'),
      [broken]: labels('Broken').replace('<labels>', '<<<<<<< HEAD\n<labels>'),
    })
    expect(text).toContain('<fullName>Kept</fullName>')
    expect(text).not.toContain('Broken')
  },
)
