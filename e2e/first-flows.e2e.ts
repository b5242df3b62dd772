import { isIncluded, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { type Page, expect, test } from '@playwright/test'
import { origins } from './fixtures.ts'
import {
  connectToPracticeOrg,
  editClassInSetup,
  expectJobSucceeded,
  newPerson,
  register,
  submitAndAwaitSuccess,
  submitAndConfirm,
} from './pages.ts'
import {
  type OwnOrg,
  type PracticeOrgAdmin,
  createOrg,
  orgContents,
  practiceOrgAdmin,
} from './practice-org-admin.ts'
import { type WorkingClone, cloneRepository } from './working-clone.ts'

const person = newPerson()
/** An org of this story, filled like the company: what flows out is compared with everything that it holds. */
let org: OwnOrg
let admin: PracticeOrgAdmin
test.beforeAll(async () => {
  org = await createOrg(origins.practiceOrg, { isBundled: true })
  admin = practiceOrgAdmin(origins.practiceOrg, org.id)
})
const root = 'src/unpackaged'

let clone: WorkingClone
test.afterAll(() => clone?.remove())

async function openEnvironment(page: Page, tab?: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Stack' }).getByRole('link', { name: 'Environments' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Production', exact: true }).first().click()
  if (tab)
    await page.getByRole('navigation', { name: 'Environment' }).getByRole('link', { name: tab }).click()
}

async function flow(page: Page, direction: 'Flow in' | 'Flow out', isCheckOnly = false): Promise<void> {
  await openEnvironment(page)
  await page.getByRole('button', { name: direction, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: `${direction} environments` })
  if (isCheckOnly) {
    await dialog.getByRole('button', { name: 'Advanced' }).click()
    await dialog.getByRole('checkbox', { name: 'Check-only' }).check()
    await dialog.getByRole('checkbox', { name: 'No confirm' }).check()
  }
  if (direction === 'Flow in' || isCheckOnly) await submitAndAwaitSuccess(page)
  else await submitAndConfirm(page)
}

async function environmentState(page: Page): Promise<string> {
  await openEnvironment(page, 'Advanced')
  return page.getByRole('main').locator('pre').first().innerText()
}

/** Every component that the default include specs include, and where its text must stand in the clone. */
async function expectEveryComponent(files: readonly string[]): Promise<number> {
  const { specs } = parseIncludeSpecs(await clone.read('.sluiceinclude'))
  const included = (await admin.components()).filter(({ type, fullName }) =>
    isIncluded(specs, { packageName: 'unpackaged', componentType: type, componentName: fullName }),
  )
  const present = new Set(files)
  const missing: string[] = []
  for (const { type, fullName } of included)
    for (const [path, text] of Object.entries((await admin.files(type, fullName)) ?? {})) {
      if (!present.has(`${root}/${path}`)) missing.push(`${type} ${fullName}: ${path}`)
      else if (path.endsWith('.cls') && (await clone.read(`${root}/${path}`)) !== text)
        missing.push(`${path} differs`)
    }
  expect(missing).toEqual([])
  return included.length
}

test('[W-011][W-012][W-018] org to Git to org, from the first page to an undeployed component', async ({
  page,
  context,
}) => {
  await test.step('register and connect the practice org [W-004] [W-111]', async () => {
    await register(page, origins.product, person)
    await expect(page).toHaveURL(/\/onboarding$/)
    await connectToPracticeOrg(page, org.id)
    await expect(page.getByLabel('Company name')).toHaveValue(await admin.orgName())
  })

  await test.step('"Initialize now" starts a job that succeeds live [W-018] [W-116] [W-119]', async () => {
    await page.getByRole('checkbox', { name: 'Create two developer sandboxes' }).click()
    await page.getByRole('button', { name: 'Initialize now' }).click()
    await page.getByRole('link', { name: 'Start exploring' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Initialize stack' }).click()
    await expectJobSucceeded(page)
  })

  await test.step('a clone holds every included component of the org', async () => {
    const url = await repositoryUrl(page)
    clone = await cloneRepository({ url, username: person.emailAddress, password: person.password })
    expect(await expectEveryComponent(await clone.files())).toBeGreaterThanOrEqual(150)
  })

  const classes = (await clone.files()).filter((path) => /\/classes\/\w+\.cls$/.test(path)).map(className)
  const [edited = '', changed = '', broken = ''] = classes

  await test.step('a class edited in the org by another user flows in as one commit of that author [W-011]', async () => {
    const before = await clone.git('rev-parse', 'HEAD')
    const setup = await context.newPage()
    await setup.goto(`${origins.practiceOrg}/setup?org=${org.id}`)
    const text = `${await classText(edited)}\n// Checked with the service team.\n`
    await editClassInSetup(setup, { name: edited, text, user: /Jonas Becker/ })
    await setup.close()
    await flow(page, 'Flow in')
    await clone.git('pull', '--quiet')
    expect(await clone.git('log', '--format=%an', `${before}..HEAD`)).toBe('Jonas Becker')
    expect(await clone.git('diff', '--name-only', before, 'HEAD')).toBe(`${root}/classes/${edited}.cls`)
    expect((await clone.read(`${root}/classes/${edited}.cls`)).trim()).toBe(text.trim())
  })

  await test.step('a changed class and a new field flow out, and nothing else changes [W-012]', async () => {
    const before = await orgContents(admin)
    await clone.write(`${root}/classes/${changed}.cls`, `${await classText(changed)}\n// Reviewed.\n`)
    await addField('Account', 'Onboarded__c')
    await clone.commitAndPush('Review a class and add a field')
    await flow(page, 'Flow out')
    const after = await orgContents(admin)
    expect(differences(before, after)).toEqual([`ApexClass ${changed}`, 'CustomField Account.Onboarded__c'])
    expect(await classText(changed)).toContain('// Reviewed.')
  })

  await test.step('a check-only flow out leaves the org and the state untouched [W-013]', async () => {
    await clone.write(`${root}/classes/${edited}.cls`, `${await classText(edited)}\n// Only checked.\n`)
    await clone.commitAndPush('Change a class')
    const [before, state] = [await orgContents(admin), await environmentState(page)]
    await flow(page, 'Flow out', true)
    expect(differences(before, await orgContents(admin))).toEqual([])
    expect(await environmentState(page)).toBe(state)
  })

  await test.step('a class with a syntax error is left out, the rest deploys, and it is listed', async () => {
    await clone.write(`${root}/classes/${broken}.cls`, `public class ${broken} {\n  void broken( {\n}\n`)
    await clone.commitAndPush('Break a class')
    const original = await classText(broken)
    await flow(page, 'Flow out')
    expect(await classText(edited)).toContain('// Only checked.')
    expect(await classText(broken)).toBe(original)
    await openEnvironment(page, 'Undeployed components')
    const row = page.getByRole('region', { name: 'Undeployed components' })
    await expect(row).toContainText(broken)
    await expect(row).toContainText(`classes/${broken}.cls`)
    await expect(row).toContainText(/line 2/i)
    await expect(row).toContainText(/column \d+/i)
  })
})

async function repositoryUrl(page: Page): Promise<string> {
  await page.getByRole('navigation', { name: 'Stack' }).getByRole('link', { name: 'Settings' }).click()
  const text = await page
    .getByRole('main')
    .getByText(/\/git\/[^ ]+\.git/)
    .first()
    .innerText()
  return /http:\S+\.git/.exec(text)?.[0] ?? ''
}

const className = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.cls'.length)

async function classText(name: string): Promise<string> {
  return (await admin.files('ApexClass', name))?.[`classes/${name}.cls`] ?? ''
}

async function addField(object: string, name: string): Promise<void> {
  const path = `${root}/objects/${object}.object`
  const field = `    <fields>
        <fullName>${name}</fullName>
        <externalId>false</externalId>
        <label>Onboarded</label>
        <length>40</length>
        <required>false</required>
        <trackHistory>false</trackHistory>
        <type>Text</type>
        <unique>false</unique>
    </fields>
`
  const text = await clone.read(path)
  const at = text.indexOf('\n    <fields>\n') + 1
  expect(at).toBeGreaterThan(0)
  await clone.write(path, text.slice(0, at) + field + text.slice(at))
}

/** Which components differ; an object that merely holds a differing field is named by the field alone. */
function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  )
  const fields = keys
    .filter((key) => key.startsWith('CustomField '))
    .map((key) => key.slice('CustomField '.length))
  const holders = new Set(fields.map((name) => `CustomObject ${name.split('.')[0]}`))
  return keys.filter((key) => !holders.has(key)).toSorted()
}
