import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { environmentOf, flowInAll, flowOutAll } from '../testing/run-job.ts'
import { apexClass, beta, car } from '../testing/sample-metadata.ts'
import { undeployedRows } from '../testing/undeployed-rows.ts'

const world = flowWorld()

const policy = apexClass('Policy')
const [nowhere, elsewhere] = [apexClass('Nowhere'), apexClass('Elsewhere')]
/** A class whose lines can be changed independently without a conflict. */
const policyWith = (first: string, last: string) =>
  policy.body(`${first}\n    // one\n    // two\n    // three\n    // four\n    ${last}`)
const needs = ({ name }: typeof nowhere) => `Object other = new ${name}();`

/** XML with another indentation than that of Salesforce, which must not count as a change of the org. */
const rule = (formula: string) => `  <validationRules>
    <fullName>Painted</fullName>
    <active>true</active>
    <errorConditionFormula>${formula}</errorConditionFormula>
    <errorMessage>Paint it.</errorMessage>
  </validationRules>
`
const [badRule, goodRule] = [rule('ISBLANK(No_Such__c)'), rule('ISBLANK(Color__c)')]

test('undeployed changes stay in Git as developers wrote them, are merged with changes of the org, and are settled once both agree', async () => {
  const { ctx } = world
  const edit = (first: string, last: string) => ({
    type: 'ApexClass',
    fullName: policy.name,
    files: { [policy.path]: policyWith(first, last), [`${policy.path}-meta.xml`]: policy.meta },
  })
  const { flow, clone } = await initializedStack(world, [
    edit('// first', '// last'),
    beta.edit(),
    car.edit(),
  ])
  const inOrg = async (first: string, last: string) => await flow.org.edit(edit(first, last))
  const left = async () =>
    (await undeployedRows(ctx, flow)).map(({ componentType, componentName }) =>
      [componentType, componentName].join(' '),
    )
  const rows = async () => await undeployedRows(ctx, flow)
  /** Runs a flow in; gives the files of each commit that it made. */
  const flowIn = async () => {
    const before = await clone.git('rev-parse', 'HEAD')
    const { job } = await flowInAll(ctx, flow)
    expect(job.error).toBeNull()
    await clone.pull()
    return (await clone.commits(`${before}..HEAD`)).map(({ files }) => files)
  }
  const atFirst = await clone.git('rev-parse', 'HEAD')

  // The class refers to a missing class and the rule to a missing field, so that only the other class is deployed.
  const object = await clone.read(car.file)
  const head = await clone.push({
    [policy.file]: policyWith(needs(nowhere), '// last'),
    [beta.file]: beta.body('// deployed'),
    [car.file]: object.replace('</CustomObject>', `${badRule}</CustomObject>`),
  })
  expect((await flowOutAll(ctx, flow)).job).toMatchObject({ outcome: 'Succeeded' })
  expect((await left()).toSorted()).toEqual(['ApexClass Policy', 'ValidationRule Car__c.Painted'])
  for (const row of await rows())
    expect(row).toMatchObject({ baselineCommitHash: atFirst, failingSinceCommitHash: head })
  expect(await environmentOf(ctx, flow)).toMatchObject({ latestKnownParityCommitHash: head })

  // The org equals the baseline: no change of the org is found, and nothing in Git is reverted.
  expect(await flowIn()).toEqual([])
  expect(await clone.git('rev-parse', 'HEAD')).toBe(head)

  // The org changes other lines of the same class and another element of the same object: both sides stay.
  await inOrg('// first', '// changed in the org')
  await flow.org.edit(car.edit({ Color__c: 77 }))
  expect((await flowIn()).flat().toSorted()).toEqual([policy.file, car.file])
  expect(await clone.read(policy.file)).toBe(policyWith(needs(nowhere), '// changed in the org'))
  const merged = await clone.read(car.file)
  expect(merged).toContain('<length>77</length>')
  expect(merged).toContain('No_Such__c')
  expect(await left()).toHaveLength(2)
  // The same change is committed only once.
  expect(await flowIn()).toEqual([])

  // A developer changes the undeployed components further; the org stays as it is.
  await clone.push({ [policy.file]: policyWith(needs(elsewhere), '// changed in the org') })
  expect(await flowIn()).toEqual([])
  expect(await clone.read(policy.file)).toContain(needs(elsewhere))

  // Somebody changes the class in the org to the text of the branch: it is settled, and the branch keeps its file.
  await flow.org.edit(elsewhere.edit())
  await inOrg(needs(elsewhere), '// changed in the org')
  const before = await clone.read(policy.file)
  await flowIn()
  expect(await clone.read(policy.file)).toBe(before)
  expect(await left()).toEqual(['ValidationRule Car__c.Painted'])

  // The rule is repaired and deployed with the other changes: no component is undeployed any more.
  await clone.push({ [car.file]: (await clone.read(car.file)).replace(badRule, goodRule) })
  const { job, output } = await flowOutAll(ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.successes?.map(({ componentName }) => componentName)).toEqual(['Car__c.Painted'])
  expect(await left()).toEqual([])
  expect(await flowIn()).toEqual([])
  const last = await clone.git('rev-parse', 'HEAD')
  expect(await environmentOf(ctx, flow)).toMatchObject({
    latestKnownParityCommitHash: last,
    latestKnownParityCommitHashOutbound: last,
  })
})
