import { setTimeout as pause } from 'node:timers/promises'
import { type PushMessage, pushMessage, type PushMessageType } from '@sluice/contract/push'
import { WebSocket } from 'ws'

type Of<T extends PushMessageType> = Extract<PushMessage, { type: T }>

/** The same as the time limit of `expect.poll` in this project. */
const patienceMs = 30_000

/** A browser's side of the hub, which keeps everything it was sent. */
export class HubClient {
  readonly messages: PushMessage[] = []
  readonly socket: WebSocket
  closeCode: number | null = null

  constructor(origin: string, path: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${path}`, { headers })
    this.socket.on('message', (data: Buffer) => {
      this.messages.push(pushMessage.parse(JSON.parse(data.toString('utf8'))))
    })
    this.socket.on('close', (code) => (this.closeCode = code))
    this.socket.on('error', () => (this.closeCode ??= -1))
  }

  /** Connects, says who it is and waits for the whole state. */
  static async enter(origin: string, workspaceId: string, accessToken: string): Promise<HubClient> {
    const client = new HubClient(origin, `/api/workspaces/hub?workspaceId=${workspaceId}`)
    await client.opened()
    client.authenticate(accessToken)
    await client.until(() => client.all('stateIsComplete').length > 0)
    return client
  }

  async opened(): Promise<void> {
    await this.until(() => this.socket.readyState === WebSocket.OPEN || this.closeCode !== null)
  }

  authenticate(accessToken: string): void {
    this.socket.send(JSON.stringify({ type: 'authenticate', accessToken }))
  }

  all<T extends PushMessageType>(type: T): Of<T>[] {
    return this.messages.filter((message): message is Of<T> => message.type === type)
  }

  last<T extends PushMessageType>(type: T): Of<T> | undefined {
    return this.all(type).at(-1)
  }

  async until(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + patienceMs
    while (!condition()) {
      if (Date.now() > deadline) throw new Error(`It did not happen within ${patienceMs} ms.`)
      await pause(10)
    }
  }

  async closed(): Promise<number | null> {
    await this.until(() => this.closeCode !== null)
    return this.closeCode
  }
}
