import { join } from 'node:path'
import { saveArchive } from '../../steps/org/retrieve/archive-files.ts'
import { apexClass, customObject } from './sample-metadata.ts'
import { salesProfile } from './sample-profile.ts'
import type { TestOrg } from './test-org.ts'

/** How many components of each type a large org holds. */
export type LargeOrg = Readonly<Record<LargeOrgType, number>>

const namespace = 'xmlns="http://soap.sforce.com/2006/04/metadata"'
const xml = (type: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${type} ${namespace}>\n${body}</${type}>\n`
const line = (name: string, value: string | number | boolean) => `    <${name}>${value}</${name}>\n`

const reportsInFolder = 200

/** The files of the component of each type that has this number. */
const filesOf = {
  ApexClass: (index: number) => classFiles(`Class${index}`),
  CustomMetadata: (index: number) => ({
    [`customMetadata/Setting.R${index}.md`]: xml('CustomMetadata', line('label', index)),
  }),
  CustomObject: (index: number) => {
    const object = customObject(`Thing${index}__c`)
    return { [object.path]: object.text({ Color__c: 20, Size__c: 30 }) }
  },
  Layout: (index: number) => ({
    [`layouts/Thing${index}__c-Main.layout`]: xml('Layout', line('showEmailCheckbox', false)),
  }),
  PermissionSet: (index: number) => ({
    [`permissionsets/Set${index}.permissionset`]: xml('PermissionSet', line('label', index)),
  }),
  Profile: (index: number) => ({
    [`profiles/Profile${index}.profile`]: salesProfile({
      classes: ['Class0', 'Class1'],
      fields: ['Thing0__c.Color__c'],
    }).text,
  }),
  Report: (index: number) => reportFiles(index),
  StaticResource: (index: number) => ({
    [`staticresources/R${index}.resource`]: `resource ${index}`,
    [`staticresources/R${index}.resource-meta.xml`]: resourceMeta,
  }),
} as const satisfies Record<string, (index: number) => Record<string, string>>

export type LargeOrgType = keyof typeof filesOf

const resourceMeta = xml(
  'StaticResource',
  `${line('cacheControl', 'Private')}${line('contentType', 'text/plain')}`,
)

function classFiles(name: string): Record<string, string> {
  const { path, body, meta } = apexClass(name)
  return { [path]: body('// first'), [`${path}-meta.xml`]: meta }
}

function reportFiles(index: number): Record<string, string> {
  const folder = `Folder${Math.floor(index / reportsInFolder)}`
  const report = xml(
    'Report',
    `${line('format', 'Tabular')}${line('name', `Report ${index}`)}${line('reportType', 'Opportunity')}`,
  )
  return {
    [`reports/${folder}-meta.xml`]: xml('ReportFolder', line('name', folder)),
    [`reports/${folder}/Report${index}.report`]: report,
  }
}

export const largeOrgTypes = Object.keys(filesOf).filter((type): type is LargeOrgType => type in filesOf)

/** The practice org takes 35,000 files in one archive. */
const filesInArchive = 30_000

/** Fills an org with so many components, without the checks of a deployment; `folder` takes the archives. */
export async function fillLargeOrg(org: TestOrg, folder: string, counts: LargeOrg): Promise<void> {
  let files = new Map<string, string>()
  const send = async () => {
    const path = join(folder, 'large-org.zip')
    const entries = [...files].map(([file, text]) => ({ path: file, content: Buffer.from(text) }))
    await saveArchive(path, entries)
    await org.admin('POST', `orgs/${org.id}/seed`, { path })
    files = new Map()
  }
  for (const type of largeOrgTypes)
    for (let index = 0; index < counts[type]; index++) {
      for (const [path, text] of Object.entries(filesOf[type](index))) files.set(path, text)
      if (files.size >= filesInArchive) await send()
    }
  await send()
}
