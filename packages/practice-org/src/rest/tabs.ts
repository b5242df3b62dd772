import { json } from '../http/answers.ts'
import type { Answer } from '../http/request.ts'
import { standardTabs } from '../registry/standard-tabs.ts'
import type { RestCall } from './rest-door.ts'

/**
 * GET tabs: every tab, standard and custom, under the name that profiles give it (documented
 * resource `/services/data/vXX.X/tabs`). Icons and colors are left out.
 */
export function tabs({ org }: RestCall): Answer {
  const standard = [...standardTabs].map(([name, label]) => ({ name, label, custom: false }))
  const custom = org.store
    .list('CustomTab')
    .map(({ fullName }) => ({ name: fullName, label: fullName, custom: true }))
  return json(
    200,
    [...standard, ...custom].map((tab) => ({
      ...tab,
      sobjectName: tab.custom ? tab.name : tab.label,
      url: `/one/one.app#/o/${tab.name}`,
    })),
  )
}
