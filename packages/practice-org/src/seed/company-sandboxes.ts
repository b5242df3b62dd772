import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { idOfName } from '../ids.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { copyOrg } from '../sandboxes/copy-org.ts'
import { licenceNamed } from '../sandboxes/licences.ts'
import { sandboxDefaults } from '../sandboxes/sandbox-defaults.ts'
import { repeatHistory } from './sandbox-history.ts'

const folder = fileURLToPath(new URL('../../seed/northbeam-sandboxes', import.meta.url))

/** The company's sandboxes: when they were made, and as what. */
const sandboxes = [
  {
    name: 'dev',
    licence: 'DEVELOPER',
    made: '2026-10-26T06:00:00.000Z',
    description: 'Where features are built',
  },
  {
    name: 'uat',
    licence: 'DEVELOPER_PRO',
    made: '2026-10-19T06:00:00.000Z',
    description: 'Where the business tries them',
  },
] as const

/**
 * Gives the company's production its two sandboxes, which have drifted since they were made: some of it conflicts with
 * what changed in production, some of it production refuses. The caller holds production's queue, or
 * nobody can call production yet.
 */
export async function addCompanySandboxes(practice: Practice, production: Org): Promise<void> {
  for (const sandbox of sandboxes) {
    const licence = licenceNamed(sandbox.licence)
    if (!licence) continue
    const org = await copyOrg(practice, production, {
      production,
      sandboxName: sandbox.name,
      licence,
      made: { id: idOfName('00D', `${production.info.id}/${sandbox.name}`), date: sandbox.made },
    })
    await repeatHistory(org, join(folder, sandbox.name))
    noteSandbox(production, org, sandbox)
  }
  await production.records.save('SandboxInfo')
  await production.records.save('SandboxProcess')
}

/** The records that production keeps about a sandbox. */
function noteSandbox(production: Org, org: Org, sandbox: (typeof sandboxes)[number]): void {
  const by = production.userNamed('Aiko Tanabe')?.id ?? ''
  const dates = { CreatedDate: sandbox.made, LastModifiedDate: sandbox.made }
  const shared = {
    SandboxName: sandbox.name,
    LicenseType: sandbox.licence,
    Description: sandbox.description,
    ...sandboxDefaults,
    ...dates,
  }
  const info = production.records.add('SandboxInfo', {
    ...shared,
    PostCopyConfig: null,
    IsDeleted: false,
    CreatedById: by,
    LastModifiedById: by,
  })
  production.records.add('SandboxProcess', {
    ...shared,
    SandboxInfoId: info.Id,
    Status: 'Completed',
    CopyProgress: 100,
    SystemModstamp: sandbox.made,
    StartDate: sandbox.made,
    EndDate: sandbox.made,
    SandboxOrganization: org.info.id.slice(0, 15),
    SandboxOrgId: org.info.id,
    ActivatedDate: sandbox.made,
    ActivatedById: by,
    RefreshAction: null,
  })
}
