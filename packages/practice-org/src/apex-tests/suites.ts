import { idOfName } from '../ids.ts'
import type { OrgState } from '../org-state.ts'
import type { SObjectRecord } from '../records.ts'
import { childrenOf } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'

/** Suites as records: those made by record calls, and the components of the type ApexTestSuite. */
export function suiteRows(org: OrgState): SObjectRecord[] {
  const components = org.store
    .list('ApexTestSuite')
    .map((suite) => ({ Id: suite.id, TestSuiteName: suite.fullName }))
  return [...org.records.all('ApexTestSuite'), ...components]
}

/**
 * Which class belongs to which suite. A component may name a class that does not exist: that
 * line of it is no membership.
 */
export async function membershipRows(org: OrgState): Promise<SObjectRecord[]> {
  const rows = [...org.records.all('TestSuiteMembership')]
  for (const suite of org.store.list('ApexTestSuite')) {
    const [path] = suite.files
    const document = path === undefined ? undefined : parseXml(await org.store.readText(path))
    for (const named of document ? childrenOf(document, 'testClassName') : []) {
      const source = org.store.find('ApexClass', named.text.trim())
      if (!source) continue
      const Id = idOfName('05s', `${suite.id}/${source.id}`)
      rows.push({ Id, ApexTestSuiteId: suite.id, ApexClassId: source.id })
    }
  }
  return rows
}
