import { listComponents, editComponents } from './admin/components.ts'
import { deployChangeSet } from './admin/change-sets.ts'
import { registerApp } from './admin/connected-apps.ts'
import { exportOrg } from './admin/export.ts'
import { addFault, listFaults, removeFaults } from './admin/faults.ts'
import { resetOrg, seedOrg } from './admin/org-contents.ts'
import { createOrg, getOrg, listFacts, listOrgs, patchOrg, removeOrg } from './admin/orgs.ts'
import { patchUser } from './admin/users.ts'
import {
  approveDevice,
  clearJournal,
  endSessions,
  openSession,
  patchSettings,
  readJournal,
  readProcess,
} from './admin/process.ts'
import { redirect } from './http/answers.ts'
import type { Answer, Call } from './http/request.ts'
import type { Route } from './http/server.ts'
import { authorize, authorizePage } from './setup-ui/authorize.ts'
import { identity, revoke, singleAccess } from './rest/identity.ts'
import { token } from './oauth/token.ts'
import type { Practice } from './practice.ts'
import { createDeployRequest, getDeployRequest, patchDeployRequest } from './rest/deploy-request.ts'
import { query, queryMore } from './rest/query.ts'
import { runTestsAsynchronous, runTestsSynchronous, updateQueueItem } from './rest/run-tests.ts'
import { createSandbox, decideRefresh, deleteSandbox, refreshSandbox, sandboxAuth } from './rest/sandboxes.ts'
import { restDoor } from './rest/rest-door.ts'
import type { RestHandler } from './rest/rest-door.ts'
import {
  createRecord,
  deleteRecord,
  describeSObject,
  getRecord,
  listSObjects,
  updateRecord,
} from './rest/sobjects.ts'
import { cometd } from './rest/streaming.ts'
import { tabs } from './rest/tabs.ts'
import { limits, resources, versions } from './rest/versions.ts'
import { asset } from './setup-ui/assets.ts'
import { changeSetsPage, sendChangeSet } from './setup-ui/change-sets.ts'
import { componentPage, saveComponent } from './setup-ui/component.ts'
import { componentsPage } from './setup-ui/components.ts'
import { connectPage, decide } from './setup-ui/connect.ts'
import { deploymentPage, deploymentsPage, lightningDeploymentPage } from './setup-ui/deployments.ts'
import { changeFaults, faultsPage } from './setup-ui/faults.ts'
import { runTestsInSetup, testsPage, trackingPage } from './setup-ui/records.ts'
import { changeSandboxes, sandboxesPage } from './setup-ui/sandboxes.ts'
import { changeUser, usersPage } from './setup-ui/users.ts'
import { apexDoor } from './soap/apex-door.ts'
import { partnerDoor } from './soap/login.ts'
import { metadataDoor } from './soap/metadata-door.ts'

/**
 * Every address of this process. Order matters: special sandbox routes stand before the
 * general record routes.
 */
export function routesOf(practice: Practice): Route[] {
  return [
    ...signInRoutes(practice),
    ...soapRoutes(practice),
    ...restRoutes(practice),
    ...adminRoutes(practice),
    ...pageRoutes(practice),
  ]
}

/** A handler that needs the process and the call, and no session. */
type Handler = (practice: Practice, call: Call) => Promise<Answer> | Answer

function table(
  practice: Practice,
  lines: readonly (readonly [method: string, pattern: RegExp, handler: Handler])[],
): Route[] {
  return lines.map(([method, pattern, handler]) => ({
    method,
    pattern,
    handle: (call) => handler(practice, call),
  }))
}

function signInRoutes(practice: Practice): Route[] {
  return table(practice, [
    ['GET', /^\/services\/oauth2\/authorize$/, authorizePage],
    ['POST', /^\/services\/oauth2\/authorize$/, authorize],
    ['POST', /^\/services\/oauth2\/token$/, token],
    ['GET', /^\/services\/oauth2\/userinfo$/, identity],
    ['POST', /^\/services\/oauth2\/userinfo$/, identity],
    ['GET', /^\/id\/\w+\/\w+$/, identity],
    ['POST', /^\/services\/oauth2\/revoke$/, revoke],
    ['GET', /^\/services\/oauth2\/revoke$/, revoke],
    ['GET', /^\/services\/oauth2\/singleaccess$/, singleAccess],
  ])
}

function soapRoutes(practice: Practice): Route[] {
  return table(practice, [
    ['POST', /^\/services\/Soap\/m\/([\d.]+)(?:\/\w+)?$/, metadataDoor],
    ['POST', /^\/services\/Soap\/u\/([\d.]+)(?:\/\w+)?$/, partnerDoor],
    ['POST', /^\/services\/Soap\/s\/([\d.]+)(?:\/\w+)?$/, apexDoor],
  ])
}

/** Method, path below the version, and the operation's name for faults. */
type RestLine = readonly [method: string, path: string, operation: string]

function restRoutes(practice: Practice): Route[] {
  const base = String.raw`^/services/data/v(\d+\.\d)`
  const rest = ([method, path, operation]: RestLine, handler: RestHandler): Route => ({
    method,
    pattern: new RegExp(`${base}${path}$`),
    handle: restDoor(practice, operation, handler),
  })
  const both = (['data', 'tooling'] as const).flatMap((api) => {
    const root = api === 'tooling' ? '/tooling' : ''
    return [
      rest(['GET', `${root}/query(?:All)?/?`, 'query'], (call) => query(call, api)),
      rest(['GET', `${root}/query(?:All)?/([^/]+)`, 'query'], queryMore),
      rest(['GET', `${root}/sobjects/?`, 'describe'], (call) => listSObjects(call, api)),
      rest(['GET', `${root}/sobjects/(\\w+)/describe`, 'describe'], (call) => describeSObject(call, api)),
      rest(['POST', `${root}/sobjects/(\\w+)/?`, 'create'], (call) => createRecord(call, api)),
      rest(['GET', `${root}/sobjects/(\\w+)/(\\w+)`, 'get'], (call) => getRecord(call, api)),
      rest(['PATCH', `${root}/sobjects/(\\w+)/(\\w+)`, 'update'], (call) => updateRecord(call, api)),
      rest(['DELETE', `${root}/sobjects/(\\w+)/(\\w+)`, 'delete'], (call) => deleteRecord(call, api)),
    ]
  })
  return [
    ...table(practice, [['GET', /^\/services\/data\/?$/, versions]]),
    rest(['GET', '/?', 'resources'], resources),
    rest(['GET', '/limits/?', 'limits'], limits),
    rest(['GET', '/tabs/?', 'tabs'], tabs),
    rest(['POST', '/metadata/deployRequest/?', 'deploy'], createDeployRequest),
    rest(['GET', '/metadata/deployRequest/(\\w+)', 'checkDeployStatus'], getDeployRequest),
    rest(['PATCH', '/metadata/deployRequest/(\\w+)', 'cancelDeploy'], patchDeployRequest),
    rest(['POST', '/tooling/runTestsAsynchronous/?', 'runTests'], runTestsAsynchronous),
    rest(['POST', '/tooling/runTestsSynchronous/?', 'runTests'], runTestsSynchronous),
    rest(['PATCH', String.raw`/tooling/sobjects/ApexTestQueueItem/(\w+)`, 'abortTests'], updateQueueItem),
    ...table(practice, [['POST', /^\/cometd\/[\d.]+/, cometd]]),
    rest(['POST', '/tooling/sobjects/SandboxInfo/?', 'createSandbox'], createSandbox),
    rest(['PATCH', String.raw`/tooling/sobjects/SandboxInfo/(\w+)`, 'refreshSandbox'], refreshSandbox),
    rest(['DELETE', String.raw`/tooling/sobjects/SandboxInfo/(\w+)`, 'deleteSandbox'], deleteSandbox),
    rest(['PATCH', String.raw`/tooling/sobjects/SandboxProcess/(\w+)`, 'decideRefresh'], decideRefresh),
    rest(['POST', '/tooling/sandboxAuth/?', 'sandboxAuth'], sandboxAuth),
    ...both,
  ]
}

function adminRoutes(practice: Practice): Route[] {
  return table(practice, [
    ['GET', /^\/admin\/health$/, () => ({ status: 200, body: 'ok' })],
    ['GET', /^\/admin\/facts$/, listFacts],
    ['GET', /^\/admin\/orgs$/, listOrgs],
    ['POST', /^\/admin\/orgs$/, createOrg],
    ['GET', /^\/admin\/orgs\/([^/]+)$/, getOrg],
    ['PATCH', /^\/admin\/orgs\/([^/]+)$/, patchOrg],
    ['DELETE', /^\/admin\/orgs\/([^/]+)$/, removeOrg],
    ['PATCH', /^\/admin\/orgs\/([^/]+)\/users\/([^/]+)$/, patchUser],
    ['POST', /^\/admin\/orgs\/([^/]+)\/reset$/, resetOrg],
    ['POST', /^\/admin\/orgs\/([^/]+)\/seed$/, seedOrg],
    ['GET', /^\/admin\/orgs\/([^/]+)\/components$/, listComponents],
    ['POST', /^\/admin\/orgs\/([^/]+)\/components$/, editComponents],
    ['POST', /^\/admin\/orgs\/([^/]+)\/change-sets$/, deployChangeSet],
    ['POST', /^\/admin\/orgs\/([^/]+)\/connected-apps$/, registerApp],
    ['GET', /^\/admin\/orgs\/([^/]+)\/export$/, exportOrg],
    ['GET', /^\/admin\/process$/, readProcess],
    ['GET', /^\/admin\/journal$/, readJournal],
    ['DELETE', /^\/admin\/journal$/, clearJournal],
    ['POST', /^\/admin\/sessions$/, openSession],
    ['DELETE', /^\/admin\/sessions$/, endSessions],
    ['POST', /^\/admin\/approve-device$/, approveDevice],
    ['PATCH', /^\/admin\/settings$/, patchSettings],
    ['GET', /^\/admin\/faults$/, listFaults],
    ['POST', /^\/admin\/faults$/, addFault],
    ['DELETE', /^\/admin\/faults(?:\/(\w+))?$/, removeFaults],
  ])
}

function pageRoutes(practice: Practice): Route[] {
  return table(practice, [
    ['GET', /^\/$/, componentsPage],
    ['GET', /^\/setup\/?$/, componentsPage],
    ['GET', /^\/setup\/component$/, componentPage],
    ['POST', /^\/setup\/component$/, saveComponent],
    ['GET', /^\/setup\/connect$/, connectPage],
    ['POST', /^\/setup\/connect$/, decide],
    ['GET', /^\/setup\/deployments$/, deploymentsPage],
    ['GET', /^\/setup\/deployment$/, deploymentPage],
    ['GET', /^\/lightning\/setup\/DeployStatus\/page$/, lightningDeploymentPage],
    ['GET', /^\/lightning\/setup\/ApexTestQueue\/home$/, testsPage],
    ['GET', /^\/setup\/change-sets$/, changeSetsPage],
    ['POST', /^\/setup\/change-sets$/, sendChangeSet],
    ['GET', /^\/setup\/users$/, usersPage],
    ['POST', /^\/setup\/users$/, changeUser],
    ['GET', /^\/setup\/sandboxes$/, sandboxesPage],
    ['POST', /^\/setup\/sandboxes$/, changeSandboxes],
    ['GET', /^\/setup\/tests$/, testsPage],
    ['POST', /^\/setup\/tests$/, runTestsInSetup],
    ['GET', /^\/setup\/tracking$/, trackingPage],
    ['GET', /^\/setup\/faults$/, faultsPage],
    ['POST', /^\/setup\/faults$/, changeFaults],
    ['GET', /^\/setup\/assets\/([\w.]+)$/, (_practice, call) => asset(call)],
    [
      'GET',
      /^\/secur\/frontdoor\.jsp$/,
      (_practice, call) => redirect(`/setup?org=${call.query.get('org') ?? ''}`),
    ],
  ])
}
