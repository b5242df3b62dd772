import { api } from '@sluice/contract/api'
import { createClient } from '@sluice/contract/client'
import type { ConsoleConfig } from '@sluice/contract/console-config'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { applyPush, entities } from '../entities.ts'
import { Access } from '../platform/api/access.ts'
import { ClientProvider } from '../platform/api/client-context.tsx'
import { TokenStore } from '../platform/api/token-store.ts'
import { ConfigProvider } from '../platform/config.tsx'
import { Session } from '../features/auth/session.ts'
import { SessionProvider } from '../features/auth/session-context.tsx'
import { StackProvider } from '../features/stacks/stack-context.tsx'
import { WorkspaceProvider } from '../features/workspaces/workspace-context.tsx'
import { id, sampleEnvironment, sampleStack, sampleWorkspace } from './samples.ts'

/** What the page under test has called, and what it is answered. */
export interface TestServer {
  calls: { method: string; path: string; body: unknown }[]
  answer: (path: string) => Response | Promise<Response>
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const config: ConsoleConfig = {
  productName: 'Sluice',
  version: '1.3.2',
  versionDate: '2025-10-11',
  environmentName: 'test',
  supportEmailAddress: 'support@sluice.invalid',
  documentationUrl: 'https://sluice.invalid/docs',
  rolesDocumentationUrl: 'https://sluice.invalid/docs/roles',
  commandLineUrl: 'https://sluice.invalid/docs/cli',
  changelogUrl: 'https://sluice.invalid/changelog',
  licenseAgreementUrl: 'https://sluice.invalid/licence',
  serviceStatusUrl: 'https://sluice.invalid/status',
  copyright: '© Sluice',
  requestPauseMs: 0,
  salesforceHost: '.salesforce.com',
  defaultSignInUrl: 'https://login.salesforce.com',
  practiceOrgOrigin: null,
  defaultIncludeSpecs: 'unpackaged/~/ApexClass/**',
}

/** Renders a piece of a stack's page, with the real client over a server that the test plays. */
export async function renderInStack(piece: ReactNode, answer: TestServer['answer'] = () => json([])) {
  const server: TestServer = { calls: [], answer }
  const client = createClient(api, async (path, init) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    server.calls.push({ method: init.method ?? 'GET', path, body })
    return server.answer(path)
  })
  const store = new TokenStore({ persistent: localStorage, session: sessionStorage })
  const access = new Access({
    store,
    refresh: () => Promise.reject(new Error('signed out')),
    onLost: () => undefined,
  })
  const sandbox = sampleEnvironment({
    id: id(31),
    slug: 'qa',
    name: 'QA',
    isProduction: false,
    tags: { stage: 'qa' },
  })
  const stack = sampleStack({ environments: [sampleEnvironment(), sandbox] })
  entities.clear()
  applyPush({ type: 'pushWorkspace', workspace: sampleWorkspace() }, entities)
  applyPush({ type: 'pushStacks', stacks: [stack] }, entities)
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/workspaces/$workspaceSlug/stacks/$stackSlug/environments',
    component: () => piece,
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Elsewhere</p> })
  const router = createRouter({
    routeTree: root.addChildren([page, elsewhere]),
    history: createMemoryHistory({ initialEntries: ['/workspaces/acme/stacks/core-crm/environments'] }),
  })
  const screen = await render(
    <ConfigProvider config={config}>
      <ClientProvider client={client}>
        <SessionProvider session={new Session(access, client)}>
          <QueryClientProvider client={new QueryClient()}>
            <WorkspaceProvider workspace={sampleWorkspace()}>
              <StackProvider stack={stack}>
                <RouterProvider router={router} />
              </StackProvider>
            </WorkspaceProvider>
          </QueryClientProvider>
        </SessionProvider>
      </ClientProvider>
    </ConfigProvider>,
  )
  return { screen, server, router }
}
