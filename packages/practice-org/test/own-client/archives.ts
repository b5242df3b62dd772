/** Contents of an archive by path. */
export type Files = Record<string, string | Uint8Array>

/** A package.xml or a destructive manifest. */
export function manifest(members: Record<string, string[]>): string {
  const types = Object.entries(members).map(
    ([name, list]) =>
      `<types>${list.map((member) => `<members>${member}</members>`).join('')}<name>${name}</name></types>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Package xmlns="http://soap.sforce.com/2006/04/metadata">${types.join('')}<version>68.0</version></Package>`
}

/** The deployment of one class. */
export function classFiles(name: string, body: string): Record<string, string> {
  return {
    'package.xml': manifest({ ApexClass: [name] }),
    [`classes/${name}.cls`]: body,
    [`classes/${name}.cls-meta.xml`]:
      '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexClass>',
  }
}

/** The deployment that deletes classes. */
export const deletionFiles = (...names: string[]): Files => ({
  'package.xml': manifest({}),
  'destructiveChangesPost.xml': manifest({ ApexClass: names }),
})
