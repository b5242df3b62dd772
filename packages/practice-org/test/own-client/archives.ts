import { apexClass, manifest } from '../../src/testing/client.ts'

/** Contents of an archive by path. */
export type Files = Record<string, string | Uint8Array>

/** The deployment of one class. */
export const classFiles = (name: string, body: string): Record<string, string> => ({
  'package.xml': manifest({ ApexClass: [name] }),
  ...apexClass(name, body),
})

/** The deployment that deletes classes. */
export const deletionFiles = (...names: string[]): Files => ({
  'package.xml': manifest({}),
  'destructiveChangesPost.xml': manifest({ ApexClass: names }),
})
