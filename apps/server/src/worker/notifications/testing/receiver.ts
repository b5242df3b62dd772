import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { Context } from '../../../context.ts'
import { newWebhookSecret, sealAddress } from '../../../notifications/webhook-secret.ts'
import { webhook } from '../../../platform/database/schema/notifications.ts'
import { newId } from '../../../platform/ids.ts'
import { webhookPoster } from '../../../webhooks/post-webhook.ts'

export interface ReceivedCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real receiver on this machine that answers as it is told; `never` lets the caller wait. */
export class Receiver {
  readonly calls: ReceivedCall[] = []
  answer: number | 'never' = 200
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<Receiver> {
    const server = createServer()
    const receiver = new Receiver(server)
    server.on('request', (request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        const body = Buffer.concat(pieces).toString()
        receiver.calls.push({ path: request.url ?? '', headers: request.headers, body })
        if (receiver.answer === 'never') return
        response.writeHead(receiver.answer, { location: `${receiver.origin}/elsewhere` }).end('{}')
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
    return receiver
  }

  get origin(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  /** Ends the calls that wait for an answer too. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}

/** The context, with receivers on this machine as the only ones that may be called without TLS, and at a moment of the test. */
export function callingFrom(
  ctx: Context,
  receivers: readonly Receiver[],
  now: () => Date = () => new Date(),
): Context {
  const allowedOrigins = receivers.map(({ origin }) => origin)
  const addresses = { ...ctx.outgoing.webhooks, allowedOrigins }
  return { ...ctx, clock: { ...ctx.clock, now }, postWebhook: webhookPoster(addresses) }
}

/** A webhook of all events to the address, unless said otherwise; with its secret in clear. */
export async function insertTestWebhook(
  ctx: Context,
  {
    workspaceId,
    address,
    ...changes
  }: Partial<typeof webhook.$inferInsert> & {
    readonly workspaceId: string
    readonly address: string
  },
): Promise<{ id: string; secret: string }> {
  const id = newId()
  const { secret, secretSealed } = newWebhookSecret(ctx.secrets, id)
  await ctx.database.asSystem((tx) =>
    tx.insert(webhook).values({
      id,
      workspaceId,
      name: 'Chat',
      format: 'Sluice',
      events: ['JobFailed', 'JobWaitingForInput', 'ScheduleProblem', 'TestRunFailed'],
      ...sealAddress(ctx.secrets, id, address),
      secretSealed,
      ...changes,
    }),
  )
  return { id, secret }
}
