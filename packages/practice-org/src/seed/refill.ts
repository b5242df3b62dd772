import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeJson } from '../json-file.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { removeOrg } from '../sandboxes/sandbox-process.ts'
import { fillCompany } from './company.ts'
import { addCompanySandboxes } from './company-sandboxes.ts'

/** Says that an org is being emptied and filled anew: half of that is no org. */
const marker = (org: Org): string => join(org.folder, 'resetting.json')

/**
 * Empties an org, its sandboxes included, and fills it with the bundled company unless it is to stay empty. The caller
 * holds the org's queue. A process that dies on the way starts over with `resumeRefills`.
 */
export async function refillOrg(practice: Practice, org: Org, stays: 'empty' | 'company'): Promise<void> {
  await writeJson(marker(org), { stays })
  for (const other of practice.orgList())
    if (other.info.parentOrgId === org.info.id) await removeOrg(practice, other)
  await org.store.clear()
  await org.records.clear()
  await org.retrieves.clear()
  await org.deploys.clear()
  if (stays === 'company') {
    await fillCompany(org)
    if (!org.info.isSandbox) await addCompanySandboxes(practice, org)
  }
  await rm(marker(org))
}

/** Finishes what the last process began; nobody can call these orgs yet. */
export async function resumeRefills(practice: Practice): Promise<void> {
  for (const org of practice.orgList()) {
    if (!existsSync(marker(org))) continue
    const text = await readFile(marker(org), 'utf8')
    await refillOrg(practice, org, text.includes('empty') ? 'empty' : 'company')
  }
}
