import { readFile, writeFile } from 'node:fs/promises'
import { strToU8, unzipSync, zipSync } from 'fflate'
import type { DeployOptions } from '../../src/metadata/deploy-options.ts'

export const deployOptions: DeployOptions = {
  checkOnly: false,
  rollbackOnError: true,
  ignoreWarnings: true,
  purgeOnDelete: false,
  testLevel: 'NoTestRun',
  runTests: [],
  singlePackage: true,
  allowMissingFiles: false,
}

export async function writeZip(path: string, files: Record<string, string>): Promise<string> {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)])
  await writeFile(path, zipSync(Object.fromEntries(entries)))
  return path
}

export async function readZip(path: string): Promise<Record<string, string>> {
  const entries = Object.entries(unzipSync(await readFile(path)))
  return Object.fromEntries(entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]))
}

export function manifest(members: Record<string, string[]>): string {
  const types = Object.entries(members).map(
    ([type, names]) =>
      `<types>${names.map((name) => `<members>${name}</members>`).join('')}<name>${type}</name></types>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Package xmlns="http://soap.sforce.com/2006/04/metadata">${types.join('')}<version>68.0</version></Package>`
}

/** A class as the files of a deployment. */
export function classFiles(name: string, body: string): Record<string, string> {
  return {
    'package.xml': manifest({ ApexClass: [name] }),
    [`classes/${name}.cls`]: body,
    [`classes/${name}.cls-meta.xml`]:
      '<?xml version="1.0" encoding="UTF-8"?><ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>62.0</apiVersion><status>Active</status></ApexClass>',
  }
}

/** A small org in metadata format: eight classes and an object with three fields. */
export function seedFiles(): Record<string, string> {
  const names = Array.from({ length: 8 }, (_, index) => `Seeded${index}`)
  const fields = ['One__c', 'Two__c', 'Three__c'].map(
    (name) =>
      `<fields><fullName>${name}</fullName><label>${name}</label><length>80</length><type>Text</type></fields>`,
  )
  const object =
    '<?xml version="1.0" encoding="UTF-8"?><CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">' +
    `<deploymentStatus>Deployed</deploymentStatus>${fields.join('')}<label>Thing</label>` +
    '<nameField><label>Name</label><type>Text</type></nameField><pluralLabel>Things</pluralLabel>' +
    '<sharingModel>ReadWrite</sharingModel></CustomObject>'
  const classes = names.map((name) => classFiles(name, `public class ${name} {}\n`))
  return {
    ...Object.assign({}, ...classes),
    'objects/Thing__c.object': object,
    'package.xml': manifest({ ApexClass: names, CustomObject: ['Thing__c'] }),
  }
}
