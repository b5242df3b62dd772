import { WebSocket } from 'ws'

/** A browser's side of the progress of one job, which keeps everything it was sent. */
export class ProgressClient {
  readonly messages: unknown[] = []
  readonly socket: WebSocket
  closeCode: number | null = null

  constructor(origin: string, topicSasToken: string) {
    this.socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/api/progress`)
    this.socket.on('open', () => this.socket.send(JSON.stringify({ type: 'subscribe', topicSasToken })))
    this.socket.on('message', (data: Buffer) => this.messages.push(JSON.parse(data.toString('utf8'))))
    this.socket.on('close', (code) => (this.closeCode = code))
  }
}
