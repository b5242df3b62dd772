import { isRecord } from '../http/request.ts'
import { idOfName } from '../ids.ts'
import type { OrgState } from '../org-state.ts'
import type { SObjectRecord } from '../records.ts'

/** An installed package as the Tooling API shows it. */
export interface InstalledPackageRow extends SObjectRecord {
  SubscriberPackage: { Name: string; NamespacePrefix: string }
}

/**
 * The installed packages: each InstalledPackage component is one, named by its namespace. A
 * record may say more about it, such as the name that people see.
 */
export function installedPackages(org: OrgState): InstalledPackageRow[] {
  const records = org.records.all('InstalledSubscriberPackage')
  return org.store.list('InstalledPackage').map(({ fullName: namespace }) => {
    const said = records.find(
      ({ SubscriberPackage }) =>
        isRecord(SubscriberPackage) && SubscriberPackage.NamespacePrefix === namespace,
    )
    return { ...rowOf(namespace), ...said, ...nameOf(namespace, said) }
  })
}

function rowOf(namespace: string): SObjectRecord {
  const versionId = idOfName('04t', namespace)
  return {
    Id: idOfName('0A3', namespace),
    SubscriberPackageId: idOfName('033', namespace),
    SubscriberPackageVersionId: versionId,
    SubscriberPackageVersion: {
      Id: versionId,
      Name: namespace,
      MajorVersion: 1,
      MinorVersion: 0,
      PatchVersion: 0,
      BuildNumber: 1,
      IsManaged: true,
      Package2ContainerOptions: 'Managed',
    },
  }
}

function nameOf(
  namespace: string,
  said: SObjectRecord | undefined,
): Pick<InstalledPackageRow, 'SubscriberPackage'> {
  const given = isRecord(said?.SubscriberPackage) ? said.SubscriberPackage.Name : undefined
  return {
    SubscriberPackage: { Name: typeof given === 'string' ? given : namespace, NamespacePrefix: namespace },
  }
}
