import { accessLevels } from '@sluice/contract/access-levels'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { callRoute, everyRoute, idsOf, workspaceRoutes } from './testing/every-route.ts'
import { createObjectTree, type ObjectTree } from './testing/object-tree.ts'
import { type SignedIn, testApp } from './testing/test-app.ts'

// A run on a busy machine takes longer than the tokens of its people usually live.
const app = testApp({ settings: { SLUICE_ACCESS_TOKEN_SECONDS: '3600' } })
const members = [...accessLevels, 'Owner'] as const
type Principal = (typeof members)[number] | 'Removed' | 'Outsider' | 'GlobalAdministrator'
const people = new Map<Principal, SignedIn>()
const memberships = new Map<Principal, string>()
let mine: ObjectTree
let theirs: ObjectTree

/** The lowest access level that may do it to things of other members, and to one's own things. */
const expected: Record<string, { others: (typeof members)[number]; own?: (typeof members)[number] }> = {
  'workspaces.update': { others: 'Administrator' },
  'workspaces.delete': { others: 'Owner' },
  'workspaces.getBilling': { others: 'Reader' },
  'workspaces.getLicenseKey': { others: 'Administrator' },
  'members.update': { others: 'Administrator' },
  'members.remove': { others: 'Administrator', own: 'Reader' },
  'invitations.create': { others: 'Administrator' },
  'invitations.extend': { others: 'Administrator' },
  'invitations.delete': { others: 'Administrator' },
  'invitations.getToken': { others: 'Administrator' },
  'stacks.create': { others: 'Operator' },
  'stacks.getLayoutOfRepository': { others: 'Operator' },
  'stacks.update': { others: 'Contributor', own: 'Operator' },
  'stacks.delete': { others: 'Administrator', own: 'Operator' },
  'stacks.getEncryptionKey': { others: 'Administrator', own: 'Operator' },
  'stacks.setTokenData': { others: 'Contributor', own: 'Operator' },
  'stacks.startDeviceCodeSignInOfStack': { others: 'Contributor', own: 'Operator' },
  'stacks.startWebServerSignInOfStack': { others: 'Contributor', own: 'Operator' },
  'stacks.completeWebServerSignInOfStack': { others: 'Contributor', own: 'Operator' },
  'stacks.signInWithJwtOfStack': { others: 'Contributor', own: 'Operator' },
  'stacks.listBranches': { others: 'Reader' },
  'stacks.getLayout': { others: 'Reader' },
  'stacks.listSandboxes': { others: 'Reader' },
  'stacks.listSandboxPublicGroups': { others: 'Reader' },
  'stacks.listSandboxTemplates': { others: 'Reader' },
  'repository.listBranches': { others: 'Reader' },
  'repository.listCommits': { others: 'Reader' },
  'repository.getCommit': { others: 'Reader' },
  'repository.compare': { others: 'Reader' },
  'repository.getDifference': { others: 'Reader' },
  'repository.listFolder': { others: 'Reader' },
  'repository.getFile': { others: 'Reader' },
  'repository.getBlame': { others: 'Reader' },
  'stacks.listCollaborators': { others: 'Reader' },
  'stacks.inviteCollaborator': { others: 'Contributor', own: 'Operator' },
  'stacks.removeCollaborator': { others: 'Contributor', own: 'Operator' },
  'environments.update': { others: 'Contributor', own: 'Operator' },
  'environments.getSalesforceInfo': { others: 'Reader' },
  'environments.listUndeployedComponents': { others: 'Reader' },
  'environments.includeAgain': { others: 'Contributor', own: 'Operator' },
  'environments.forgetUndeployed': { others: 'Contributor', own: 'Operator' },
  'environments.setTag': { others: 'Contributor', own: 'Operator' },
  'environments.deleteTag': { others: 'Contributor', own: 'Operator' },
  'differences.list': { others: 'Reader' },
  'differences.listSyncDebt': { others: 'Reader' },
  'differences.listComponents': { others: 'Reader' },
  'differences.getComponent': { others: 'Reader' },
  'differences.previewMerge': { others: 'Reader' },
  'differences.getMergedComponent': { others: 'Reader' },
  'differences.check': { others: 'Reader' },
  'jobs.provision': { others: 'Reader' },
  'jobs.quickDeploy': { others: 'Reader' },
  'jobs.list': { others: 'Reader' },
  'jobs.get': { others: 'Reader' },
  'jobs.getProgress': { others: 'Reader' },
  'jobs.cancel': { others: 'Contributor', own: 'Reader' },
  'jobs.downloadArtifact': { others: 'Reader' },
  'jobs.subscribeToProgress': { others: 'Reader' },
  'schedules.list': { others: 'Reader' },
  'schedules.get': { others: 'Reader' },
  'schedules.create': { others: 'Operator' },
  'schedules.update': { others: 'Contributor', own: 'Operator' },
  'schedules.delete': { others: 'Administrator', own: 'Operator' },
  'apexTestRuns.get': { others: 'Reader' },
  'apexTestRuns.getHistory': { others: 'Reader' },
  'inquiries.get': { others: 'Reader' },
  'inquiries.answer': { others: 'Contributor', own: 'Reader' },
  'conflicts.readFile': { others: 'Reader' },
  'conflicts.saveFile': { others: 'Contributor', own: 'Reader' },
  'conflicts.resolveFiles': { others: 'Contributor', own: 'Reader' },
  'conflicts.resetFiles': { others: 'Contributor', own: 'Reader' },
  'conflicts.resolveFile': { others: 'Contributor', own: 'Reader' },
  'conflicts.resetFile': { others: 'Contributor', own: 'Reader' },
  'notifications.setChoices': { others: 'Reader' },
  'notifications.listWebhooks': { others: 'Administrator' },
  'notifications.createWebhook': { others: 'Administrator' },
  'notifications.updateWebhook': { others: 'Administrator' },
  'notifications.deleteWebhook': { others: 'Administrator' },
  'notifications.replaceSecret': { others: 'Administrator' },
  'notifications.sendTestMessage': { others: 'Administrator' },
  'notifications.listDeliveries': { others: 'Administrator' },
  'notifications.sendAgain': { others: 'Administrator' },
  'auditLog.list': { others: 'Administrator' },
  'auditLog.download': { others: 'Administrator' },
  'auditLog.verify': { others: 'Administrator' },
}

/** The calls that anybody may make. */
const openCalls = new Set([
  'users.register',
  'users.login',
  'users.refresh',
  'users.forgotPassword',
  'users.resetPassword',
  'users.getSignInInfo',
  'stacks.validateGitCredentials',
  'stacks.startDeviceCodeSignIn',
  'stacks.pollDeviceCodeSignIn',
  'stacks.startWebServerSignIn',
  'stacks.completeWebServerSignIn',
  'stacks.signInWithPassword',
  'stacks.signInWithJwt',
  'schedules.validateCronExpression',
  'invitations.getInfo',
  'invitations.reject',
  // Its link is its permission: it names one artifact and ends after ten minutes.
  'jobs.readArtifact',
])

const person = (who: Principal): SignedIn => {
  const found = people.get(who)
  if (!found) throw new Error(`Nobody is ${who}.`)
  return found
}

beforeAll(async () => {
  for (const who of ['GlobalAdministrator', ...members, 'Removed', 'Outsider'] as const) {
    people.set(who, await app.current.signIn())
  }
  mine = await createObjectTree(app.current, person('Owner'))
  theirs = await createObjectTree(app.current, await app.current.signIn())
  for (const level of accessLevels) {
    memberships.set(level, await mine.addMember(person(level).userId, level))
  }
  await mine.addMember(person('Removed').userId, 'Administrator', 'Removed')
})

const ask = async (who: Principal, { route }: (typeof workspaceRoutes)[number], ids = mine.ids) =>
  callRoute(app.current, route, { ids, accessToken: person(who).accessToken })

describe('who may call what', () => {
  test('every call of a workspace is in the matrix', () => {
    expect(workspaceRoutes.map(({ name }) => name).toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  describe.each(workspaceRoutes)('$name is allowed', (call) => {
    const rule = expected[call.name]
    test('on things of others, from its level upwards', async () => {
      await mine.giveTo(person('Outsider').userId)
      const answers = await Promise.all(members.map(async (who) => ask(who, call)))
      expect(members.filter((_, n) => answers[n]?.type !== 'userNotAuthorized')).toEqual(
        members.slice(members.indexOf(rule?.others ?? 'Owner')),
      )
    })

    test('on own things, from its level upwards, and otherwise says what is missing', async () => {
      const allowed = new Set<string>(members.slice(members.indexOf(rule?.own ?? rule?.others ?? 'Owner')))
      for (const who of members) {
        await mine.giveTo(person(who).userId)
        const memberId = memberships.get(who) ?? mine.ids.memberId
        const { answer } = await ask(who, call, { ...mine.ids, memberId })
        const lacking = answer['missingAuthorizations']
        const operations = Array.isArray(lacking) ? lacking.map(({ operation }) => operation) : undefined
        expect({ who, isRefused: answer['status'] === 403, operations }).toEqual(
          allowed.has(who)
            ? { who, isRefused: false, operations: undefined }
            : { who, isRefused: true, operations: [call.route.access] },
        )
      }
    })

    test('not to a removed member and not to an outsider, who find nothing', async () => {
      for (const answer of [await ask('Removed', call), await ask('Outsider', call)])
        expect(answer).toMatchObject({ status: 404, type: 'entityNotFound' })
    })

    test('to a global administrator', async () => {
      expect([403, 404]).not.toContain((await ask('GlobalAdministrator', call)).status)
    })
  })

  test('[W-290] [W-291] every call needs the access token of a signed-in user, except the open ones', async () => {
    const { accessToken } = person('Owner')
    const ended = await app.current.signIn()
    await ended.client.users.logout()
    const refusedWith = async (headers: Record<string, string>) => {
      const refused = await Promise.all(
        everyRoute.map(async ({ name, route }) => {
          const { status } = await callRoute(app.current, route, { ids: mine.ids, headers })
          return status === 401 ? [name] : []
        }),
      )
      return refused.flat()
    }
    const closed = everyRoute.map(({ name }) => name).filter((name) => !openCalls.has(name))
    expect(await refusedWith({})).toEqual(closed)
    expect(await refusedWith({ authorization: `Basic ${accessToken}` })).toEqual(closed)
    expect(await refusedWith({ authorization: 'Bearer nonsense' })).toEqual(closed)
    expect(await refusedWith({ authorization: `Bearer ${ended.accessToken}` })).toEqual(closed)
  })

  test("a global administrator's visits are written down", async () => {
    const actor = person('GlobalAdministrator').userId
    const [visit] = workspaceRoutes
    if (visit) await ask('GlobalAdministrator', visit)
    const { rows } = await app.current.ctx.database.asSystem(async (tx) =>
      tx.execute(sql`select details from audit_event where actor_user_id = ${actor}
        and action = 'workspace.visitedByGlobalAdministrator' and workspace_id = ${mine.ids.workspaceId}`),
    )
    expect(rows.length).toBeGreaterThan(0)
  })
})

const rowsOfTheirs = async () =>
  app.current.ctx.database.asSystem(async (tx) => {
    const { workspaceId } = theirs.ids
    const { rows } = await tx.execute(sql`select
      (select md5(string_agg(w::text, '')) from workspace w where id = ${workspaceId}) w,
      (select md5(string_agg(m::text, '')) from member m where workspace_id = ${workspaceId}) m,
      (select md5(string_agg(i::text, '')) from invitation i where workspace_id = ${workspaceId}) i,
      (select md5(string_agg(s::text, '')) from stack s where workspace_id = ${workspaceId}) s,
      (select md5(string_agg(e::text, '')) from environment e where workspace_id = ${workspaceId}) e,
      (select md5(string_agg(j::text, '')) from job j where workspace_id = ${workspaceId}) j,
      (select md5(string_agg(a::text, '')) from artifact a where workspace_id = ${workspaceId}) a,
      (select md5(string_agg(c::text, '')) from conflict_file c where workspace_id = ${workspaceId}) c`)
    return rows
  })

describe('ids of others', () => {
  const probes = workspaceRoutes.flatMap((call) =>
    idsOf(call.route).map((slot) => ({ name: `${call.name} ${slot}`, slot, call })),
  )
  test.each(probes)('$name are answered like ids that never existed', async ({ slot, call }) => {
    const before = await rowsOfTheirs()
    await Promise.all(
      members.map(async (who) => {
        const foreign = await ask(who, call, { ...mine.ids, ...pick(theirs.ids, slot) })
        const unknown = await ask(who, call, { ...mine.ids, [slot]: newId() })
        expect(foreign).toMatchObject({ status: 404, type: 'entityNotFound' })
        expect(withoutAddress(foreign.answer)).toEqual(withoutAddress(unknown.answer))
      }),
    )
    expect(await rowsOfTheirs()).toEqual(before)
  })

  test.each(probes)('$name of another form are refused', async ({ slot, call }) => {
    expect((await ask('Owner', call, { ...mine.ids, [slot]: 'nonsense' })).type).toBe('entityIdInvalid')
  })
})

describe('properties that the contract does not declare', () => {
  const writes = everyRoute.filter(
    ({ route }) => route.body && route.bodyType !== 'text' && !/tags|cron-expression/.test(route.path),
  )

  test.each(writes)('$name refuses them', async ({ route }) => {
    const body = { isGlobalAdministrator: true, workspaceId: newId() }
    const ids = mine.ids
    const { status, type } = await callRoute(app.current, route, {
      ids,
      body: route.path.endsWith('/jobs') ? { jobCommandName: 'FlowIn', jobTemplate: {}, ...body } : body,
      accessToken: person('Owner').accessToken,
    })
    const expectedType = route.method === 'PATCH' ? 'patchPropertyNotAllowed' : 'postPropertyNotAllowed'
    expect({ status, type }).toEqual({ status: 400, type: expectedType })
  })
})

function pick(ids: ObjectTree['ids'], slot: string): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).filter(([name]) => name === slot))
}

const withoutAddress = ({ traceId: _trace, instance: _instance, ...rest }: Record<string, unknown>) => rest
