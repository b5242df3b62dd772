import type { Environment } from '@sluice/contract/environment'
import { plural } from '../../platform/format/plural.ts'
import { ShortList } from './short-list.tsx'
import { useDifference, useDifferenceList } from '../differences/use-difference.ts'

const shownComponents = 8

/** What was changed in the org since Git last knew it, and by whom. */
export function ChangedInOrg({ environment }: { environment: Environment }) {
  const { data } = useDifferenceList(environment)
  const difference = useDifference(environment.id)
  if (!difference || difference.changedInOrg === null) return <p className="text-fg-2">Not known yet.</p>
  if (difference.changedInOrg === 0)
    return <p className="text-fg-2">No change in the org that Git does not know.</p>
  return (
    <ShortList
      environment={environment}
      part="inOrg"
      title={`${plural(difference.changedInOrg, 'component')} changed in the org`}
      components={data?.components.filter(({ inbound }) => inbound !== null)}
      atMost={shownComponents}
      total={difference.changedInOrg}
      changeOf={({ inbound }) => inbound}
    />
  )
}
