import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { idOfName } from '../ids.ts'
import { writeJson } from '../json-file.ts'
import { Org } from '../org.ts'
import type { OrgInfo, OrgUser } from '../org-state.ts'
import type { Practice } from '../practice.ts'
import { addCompanySandboxes } from './company-sandboxes.ts'
import { addPastDeployments } from './deployments.ts'
import { loadSeed } from './load-seed.ts'
import type { SeedReport } from './load-seed.ts'

const seedFolder = fileURLToPath(new URL('../../seed/', import.meta.url))

/**
 * Components that real orgs have and the bundled company lacks: a layout with two underscores in its
 * name and no namespace, Lightning mail, contents of public folders, an authentication provider, data
 * categories, a queue with a user, a profile with standard tabs and a permission that is off.
 */
export const uncommonSeed = `${seedFolder}northbeam-uncommon`

/** The invented people who work in every org here. */
const people: readonly (readonly [first: string, last: string, title: string, profile: string])[] = [
  ['Mara', 'Lindqvist', 'Salesforce administrator', 'System Administrator'],
  ['Tomas', 'Okafor', 'Salesforce developer', 'System Administrator'],
  ['Priya', 'Venkataraman', 'Business analyst, sales', 'System Administrator'],
  ['Jonas', 'Becker', 'Service operations lead', 'System Administrator'],
  ['Aiko', 'Tanabe', 'Release manager', 'System Administrator'],
  ['Elena', 'Marchetti', 'Consultant', 'System Administrator'],
]

const domain = 'northbeam.example'

/**
 * Facts of a new org; what is not given is that of an enterprise production org. The id
 * follows from the name unless it is given.
 */
export function orgInfo(name: string, given: Partial<OrgInfo> = {}): OrgInfo {
  return {
    id: idOfName('00D', name),
    name,
    instanceName: given.isSandbox ? 'CS214' : 'EU42',
    isSandbox: false,
    organizationType: 'Enterprise Edition',
    platformVersion: '68.0',
    createdDate: '2024-09-02T07:30:00.000Z',
    tracksSource: given.isSandbox ?? false,
    soapLogin: true,
    checksReferences: true,
    runsTestsOnDeploy: true,
    ...given,
  }
}

/**
 * The people of an org, all with the password `practice1`. User names end in the sandbox's
 * name there; one domain per org keeps them unique.
 */
export function orgUsers(info: OrgInfo, orgDomain = domain): OrgUser[] {
  return people.map(([firstName, lastName, title, profile]) => {
    const address = `${firstName}.${lastName}@${orgDomain}`.toLowerCase()
    return {
      id: idOfName('005', `${info.id}/${address}`),
      username: info.sandboxName === undefined ? address : `${address}.${info.sandboxName.toLowerCase()}`,
      email: info.sandboxName === undefined ? address : `${address}.invalid`,
      firstName,
      lastName,
      profile,
      title,
      isActive: true,
      password: 'practice1',
      passwordExpired: false,
    }
  })
}

/** Who works in a new org, and how it is filled before anybody can call it. */
interface OrgStart {
  /** Their user names have to differ between orgs that are no sandboxes. */
  users?: OrgUser[]
  fill?: (org: Org) => Promise<unknown>
}

/** Makes an org, fills it and registers it. A process that dies in between leaves no org. */
export async function addOrg(practice: Practice, info: OrgInfo, start: OrgStart = {}): Promise<Org> {
  const users = start.users ?? orgUsers(info)
  const org = await Org.create(practice, practice.folderOf(info.id), { info, users })
  await start.fill?.(org)
  await org.finish()
  practice.orgs.set(info.id, org)
  return org
}

/** Makes the bundled company: its production org with people, components and groups, and two sandboxes. */
export async function addCompany(practice: Practice): Promise<Org> {
  const org = await addOrg(practice, orgInfo('Northbeam Lighting'), {
    fill: (made) => fillCompany(made, true),
  })
  await addCompanySandboxes(practice, org)
  return org
}

/** How a test ends that nobody ran before its class came to production. */
const testRules = {
  outcomes: {
    'GoodwillPolicyTest.goldMayGetTwoHundredAndFifty': {
      outcome: 'Fail',
      message: 'System.AssertException: Assertion Failed: Expected: 250, Actual: 240.0',
    },
  },
}

/** Adds a public group. A new sandbox lets in the members of one group, and of a group without members everybody. */
async function addGroup(org: Org, name: string, members: readonly OrgUser[]): Promise<void> {
  const { Id } = await org.records.insert('Group', {
    Name: name,
    DeveloperName: name.replaceAll(' ', '_'),
    Type: 'Regular',
  })
  for (const { id } of members) await org.records.insert('GroupMember', { GroupId: Id, UserOrGroupId: id })
}

/**
 * Fills the company's production org from the bundled seed, with a package, groups, one
 * account and its past deployments. Returns what seeding did.
 */
export async function fillCompany(org: Org, isUnseen = false): Promise<SeedReport> {
  const authorsFile = `${seedFolder}northbeam-authors.json`
  const authors = existsSync(authorsFile) ? JSON.parse(readFileSync(authorsFile, 'utf8')) : undefined
  const folder = `${seedFolder}northbeam`
  const report = existsSync(folder)
    ? await loadSeed(org, folder, { authors, isUnseen })
    : { components: 0, skipped: [] }
  await addGroup(org, 'Sandbox Users', org.users)
  for (const name of ['Release Team', 'Consultants']) await addGroup(org, name, [])
  await org.records.insert('Group', {
    Name: 'Warranty Claims',
    DeveloperName: 'Warranty_Claims',
    Type: 'Queue',
  })
  await org.records.insert('PackageDefinition', {
    Name: 'Pricing',
    Members: { ApexClass: ['DiscountPolicy', 'OpportunityPricing'], CustomMetadata: ['Pricing_Rule.Gold'] },
  })
  await org.records.insert('Account', {
    Name: 'Harbour Hotel Group',
    Industry: 'Hospitality',
    Website: 'https://harbour.example',
  })
  await addPastDeployments(org, `${seedFolder}northbeam-deployments.json`)
  const rules = join(org.folder, 'test-rules.json')
  if (!existsSync(rules)) await writeJson(rules, testRules)
  return report
}
