import type { MergeStack } from './merge-stack.ts'
import { accountLayout } from './sample-layout.ts'
import { alpha, apexClass, beta } from './sample-metadata.ts'
import { salesProfile } from './sample-profile.ts'

const gamma = apexClass('Gamma')
export const profile = (...classes: string[]) => salesProfile({ classes, fields: [] })
export const layout = accountLayout('Name', 'Phone', 'Fax')

/** What both sandboxes have before they are changed. */
export const commonEdits = [alpha.edit(), beta.edit(), layout.edit, profile('Alpha', 'Beta').edit]

/**
 * Both sandboxes change the same profile, layout and class, of which only the class conflicts; the source has a new class
 * besides.
 */
export async function changeBothSides({ dev, uat }: MergeStack): Promise<void> {
  await dev.org.edit(gamma.edit('// new in dev'))
  await dev.org.edit(alpha.edit('// dev', 1))
  await dev.org.edit(accountLayout('Name', 'Site', 'Phone', 'Fax').edit)
  await dev.org.edit(profile('Alpha', 'Beta', 'Gamma').edit)
  await uat.org.edit(alpha.edit('// uat'))
  await uat.org.edit(accountLayout('Name', 'Phone', 'Fax', 'Website').edit)
  const { path, text: before } = profile('Alpha', 'Beta')
  const closed = before.replace(/(Beta<\/apexClass>\s*<enabled>)true/u, '$1false')
  await uat.org.edit({ ...profile().edit, files: { [path]: closed } })
}
