import { hubCloseCodes, pushMessage } from '@sluice/contract/push'
import { applyPush, type Entities } from '../../entities.ts'
import type { Access } from '../../platform/api/access.ts'
import type { Network } from '../../platform/network.ts'
import { type ConnectionStatus, PushConnection } from '../../platform/push/connection.ts'

const finalCodes = new Set<number>([hubCloseCodes.notAuthorized, hubCloseCodes.workspaceGone])

interface HubParts {
  access: Access
  network: Network
  entities: Entities
  /** Where the API begins. */
  baseAddress: string
}

/** The push channel of the workspace that is open. */
export class Hub {
  readonly #entities: Entities
  #workspaceId: string | null = null
  readonly #connection: PushConnection

  constructor({ access, network, entities, baseAddress }: HubParts) {
    this.#entities = entities
    this.#connection = new PushConnection({
      open: (events) =>
        network.openLine(`${baseAddress}/workspaces/hub?workspaceId=${this.#workspaceId}`, events),
      token: () => access.token(),
      greeting: (accessToken) => ({ type: 'authenticate', accessToken }),
      isFinal: (code) => finalCodes.has(code),
      onStateBegins: () => entities.beginState(),
      onMessage: (message) => this.#receive(message),
      onFailure: (cause) => console.error('The push connection failed.', cause),
      onEnd: () => entities.clear(),
    })
  }

  readonly status = (): ConnectionStatus => this.#connection.status()

  readonly subscribe = (listener: () => void): (() => void) => this.#connection.subscribe(listener)

  open(workspaceId: string): void {
    if (this.#workspaceId !== workspaceId) this.#connection.disconnect()
    this.#workspaceId = workspaceId
    this.#connection.connect()
  }

  close(): void {
    this.#workspaceId = null
    this.#connection.disconnect()
  }

  tryAgain(): void {
    if (this.#workspaceId !== null) this.#connection.connect()
  }

  #receive(message: unknown): void {
    const parsed = pushMessage.safeParse(message)
    if (parsed.success) applyPush(parsed.data, this.#entities)
    else console.warn('A pushed message was not understood.', parsed.error.issues)
  }
}
