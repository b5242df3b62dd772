import type { Mutant } from '../mutant.ts'

const retrieve = 'apps/server/src/commands/steps/org/retrieve'
const orgFiles = 'apps/server/src/commands/steps/org/org-files'
const flowOut = 'apps/server/src/commands/flow-out'
const beside = [`${retrieve}/named-beside.test.ts`]
const readFiles = [`${orgFiles}/read-org-files.test.ts`]
const profiles = [`${flowOut}/profiles.test.ts`]

/** Standard tabs and components of packages, which are named so that profiles come with their entries about them. */
export const serverPackagesMutants: readonly Mutant[] = [
  {
    id: 'server/packages/named-without-profiles',
    file: `${retrieve}/named-beside.ts`,
    from: "if (!members.some(({ type }) => type === 'Profile')) return []",
    to: 'if (members.length === 0) return []',
    tests: beside,
  },
  {
    id: 'server/packages/components-of-the-org-are-named',
    file: `${retrieve}/named-beside.ts`,
    from: "({ manageableState }) => manageableState === 'installed'",
    to: '({ namespacePrefix }) => namespacePrefix !== null',
    tests: beside,
  },
  {
    id: 'server/packages/types-without-entries-are-named',
    file: `${retrieve}/named-beside.ts`,
    from: '      typesInProfiles.has(item.type) &&\n',
    to: '',
    tests: beside,
  },
  {
    id: 'server/packages/wanted-files-are-left-out',
    file: `${retrieve}/named-beside.ts`,
    from: '      !isIncluded(specs, identity) &&\n',
    to: '',
    tests: beside,
  },
  {
    id: 'server/packages/objects-without-their-lists-are-named',
    file: `${retrieve}/named-beside.ts`,
    from: '!childTypesOf(item.type).some(({ name }) => unlisted.has(name))',
    to: 'unlisted.size >= 0',
    tests: beside,
  },
  {
    id: 'server/packages/fields-are-named-beside-their-object',
    file: `${retrieve}/named-beside.ts`,
    from: "    if (keys.has(parentKeyOf(item) ?? '')) return []\n",
    to: '',
    tests: beside,
  },
  {
    id: 'server/packages/fields-of-the-org-count-as-packaged',
    file: `${retrieve}/named-beside.ts`,
    from: 'partsByParent(installed.filter(',
    to: 'partsByParent(listed.filter(',
    tests: beside,
  },
  {
    id: 'server/packages/not-asked-for',
    file: `${retrieve}/make-plan.ts`,
    from: '[...changed, ...beside].map(',
    to: 'changed.map(',
    tests: [`${retrieve}/make-plan.test.ts`],
    title: 'named beside profiles',
  },
  {
    id: 'server/packages/plan-forgets-them',
    file: `${retrieve}/make-plan.ts`,
    from: '{ ...outline, members, beside, batches }',
    to: '{ ...outline, members, batches }',
    tests: [`${retrieve}/make-plan.test.ts`],
    title: 'named beside profiles',
  },
  {
    id: 'server/packages/lost-access-stays',
    file: `${retrieve}/requested.ts`,
    from: '[...plan.members, ...(plan.beside ?? [])]',
    to: 'plan.members',
    tests: [`${retrieve}/requested.test.ts`],
  },
  {
    id: 'server/packages/their-list-views-come',
    file: `${orgFiles}/read-files.ts`,
    from: ' && !beside.packagedParts.has(componentKey(identity))',
    to: '',
    tests: readFiles,
  },
  {
    id: 'server/packages/object-of-another-list-is-known',
    file: `${orgFiles}/entries-to-read.ts`,
    from: '    if (isBeside(filter, path)) digest = null\n',
    to: '',
    tests: readFiles,
  },
  {
    id: 'server/packages/entries-of-absent-ones-are-deployed',
    file: `${flowOut}/absent-packages.ts`,
    from: 'if (packaged.length === 0) return new Map()',
    to: 'if (packaged.length >= 0) return new Map()',
    tests: profiles,
    title: 'package that the org lacks',
  },
  {
    id: 'server/packages/entries-of-present-ones-are-left-out',
    file: `${flowOut}/absent-packages.ts`,
    from: '!present.has(namespace.toLowerCase())',
    to: "namespace !== ''",
    tests: profiles,
    title: 'package that the org lacks',
  },
  {
    id: 'server/packages/fields-in-their-objects-are-deployed',
    file: `${flowOut}/absent-packages.ts`,
    from: 'namespaceOf(component) ?? (parent === null ? null : namespaceOf(parent))',
    to: 'namespaceOf(component)',
    tests: profiles,
    title: 'package that the org lacks',
  },
  {
    id: 'server/packages/all-or-nothing-leaves-out',
    file: `${flowOut}/absent-packages.ts`,
    from: 'if (flow.input.allOrNothing || flow.validation !== null)',
    to: 'if (flow.validation !== null)',
    tests: profiles,
    title: 'package that the org lacks',
  },
  {
    id: 'server/tabs/not-named',
    file: `${retrieve}/list-components.ts`,
    from: '  for (const name of await listStandardTabs(listing, wanted)) ofTabs.add(standardTab(name))\n',
    to: '',
    tests: ['apps/server/src/commands/flow-in/standard-tabs.test.ts'],
  },
  {
    id: 'server/tabs/a-list-that-fails-ends-the-job',
    file: `${retrieve}/standard-tabs.ts`,
    from: 'if (error instanceof SalesforceError) return []',
    to: 'if (!(error instanceof SalesforceError)) return []',
    tests: [`${retrieve}/standard-tabs.test.ts`],
  },
  {
    id: 'server/tabs/named-without-profiles',
    file: `${retrieve}/standard-tabs.ts`,
    from: "!wanted.has('Profile') || !wanted.has('CustomTab')",
    to: "!wanted.has('CustomTab')",
    tests: [`${retrieve}/standard-tabs.test.ts`],
  },
  {
    id: 'metadata/standard-tab-that-was-not-named-is-gone',
    file: 'packages/metadata/src/deploy-rules.ts',
    from: "return name.startsWith('standard-')",
    to: "return name.startsWith('standard_')",
    tests: [`${retrieve}/requested.test.ts`],
  },
  {
    id: 'metadata/default-text/takes-what-harms',
    file: 'packages/metadata/src/include/default-text.ts',
    from: 'harmful.map((type) => `# unpackaged/~/${type}`)',
    to: 'harmful.map((type) => `unpackaged/~/${type}`)',
    tests: ['packages/metadata/src/include-specs.test.ts'],
  },
  {
    id: 'metadata/default-text/leaves-sites-out',
    file: 'packages/metadata/src/include/default-text.ts',
    from: "      'DigitalExperienceBundle',\n",
    to: '',
    tests: ['packages/metadata/src/include-specs.test.ts'],
  },
  {
    id: 'tools/first-contact/inactive-values-are-not-counted',
    file: 'tools/first-contact/contents.ts',
    from: 'inactiveValues: inactive',
    to: 'inactiveValues: standardTab',
    tests: ['tools/first-contact/first-contact.test.ts'],
  },
]
