import type { JournalComponent } from './journal.ts'
import type { OrgState } from './org-state.ts'
import { childrenOf, textOf } from './xml/element.ts'
import type { XmlElement } from './xml/element.ts'
import { parseXml } from './xml/parse.ts'

/**
 * Removes the categorizations of records by categories that a deployed group no longer has: a
 * deployment "permanently removes categories and record categorizations that are not specified"
 * (documented for DataCategoryGroup).
 */
export async function forgetCategorizations(
  org: OrgState,
  changes: readonly JournalComponent[],
): Promise<void> {
  for (const { type, fullName } of changes) {
    if (type !== 'DataCategoryGroup') continue
    const path = org.store.find(type, fullName)?.files[0]
    const kept = path === undefined ? [] : namesIn(parseXml(await org.store.readText(path)))
    const rows = org.records.all('Knowledge__DataCategorySelection')
    const forgotten = rows.filter(
      (row) => row.DataCategoryGroupName === fullName && !kept.includes(String(row.DataCategoryName)),
    )
    for (const row of forgotten) await org.records.remove('Knowledge__DataCategorySelection', row.Id)
  }
}

function namesIn(element: XmlElement): string[] {
  return childrenOf(element, 'dataCategory').flatMap((category) => [
    textOf(category, 'name') ?? '',
    ...namesIn(category),
  ])
}
