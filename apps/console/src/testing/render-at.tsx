import type { ConsoleConfig } from '@sluice/contract/console-config'
import type { User } from '@sluice/contract/user'
import { createMemoryHistory } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { createConsole } from '../app/console.tsx'
import { entities } from '../entities.ts'
import { TokenStore } from '../platform/api/token-store.ts'
import type { Answers } from './answers.ts'
import type { PushedState } from './pushed-state.ts'
import {
  sampleConfig,
  sampleEnvironment,
  sampleMember,
  sampleStack,
  sampleUser,
  sampleWorkspace,
} from './samples.ts'
import type { TestChannel } from './test-channel.ts'
import { TestServer } from './test-server.ts'

export interface Surroundings {
  /** What the hub pushes; a workspace with its owner and an initialized stack where the test says nothing. */
  pushed?: Partial<PushedState>
  /** What the calls of the page are answered. A call without an answer fails the test. */
  answers?: Answers
  /** Who is signed in; null for a visitor. */
  user?: User | null
  config?: Partial<ConsoleConfig>
  /** How the hub treats the first connection. */
  hub?: TestChannel['mode']
}

/** Opens an address of the whole console against a server that the test plays. */
export async function renderAt(address: string, surroundings: Surroundings = {}) {
  const { pushed = {}, answers = {}, user = sampleUser(), config = {} } = surroundings
  const { hub = 'answering' } = surroundings
  forgetLastTest()
  if (user) signIn()
  const state = { ...sampleState(), ...pushed }
  const consoleConfig = { ...sampleConfig, ...config }
  const { members: _, invitations: __, ...workspace } = state.workspace
  const server = new TestServer(
    {
      ...answers,
      users: { getSignInInfo: { isAuthenticated: true, user: user ?? sampleUser() }, ...answers.users },
      // Pages that say what differs look at the org when they open.
      differences: { check: null, ...answers.differences },
      notifications: { listChoices: [], listWebhooks: [], ...answers.notifications },
      workspaces: { list: [{ ...workspace, accessLevel: 'Administrator' }], ...answers.workspaces },
    },
    state,
    consoleConfig,
  )
  server.hub.mode = hub
  const history = createMemoryHistory({ initialEntries: [address] })
  const { router, page } = createConsole({ network: server, config: consoleConfig, history })
  onTestFinished(() => {
    const faults = [...server.unanswered, ...server.impossible]
    if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'))
  })
  await render(page)
  return { server, router, path: () => router.state.location.pathname }
}

/** Pages of one file share a browser tab. */
function forgetLastTest() {
  localStorage.clear()
  sessionStorage.clear()
  entities.clear()
  document.title = ''
}

function signIn() {
  const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresAt: Date.now() + 3_600_000 }
  new TokenStore({ persistent: localStorage, session: sessionStorage }).save(tokens, true)
}

const sampleState = (): PushedState => ({
  workspace: sampleWorkspace({ members: [sampleMember()] }),
  stacks: [sampleStack({ environments: [sampleEnvironment()] })],
})
