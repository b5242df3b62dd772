import { json } from '../http/answers.ts'
import { isRecord, readBody } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { randomText } from '../ids.ts'
import type { Practice } from '../practice.ts'
import { wording } from '../wording.ts'
import { bearerOf } from './rest-door.ts'

/** Channels of the Bayeux protocol that are answered; everything else is refused. */
const channels = new Set(['/meta/handshake', '/meta/connect', '/meta/subscribe', '/meta/disconnect'])

/**
 * POST /cometd/NN.0: enough of the streaming handshake for clients that look at a finished run. It
 * delivers no events: /meta/connect is held for a second and comes back empty, and clients then
 * query the run's records. Without a session every message is answered as unsuccessful.
 */
export async function cometd(practice: Practice, call: Call): Promise<Answer> {
  const given: unknown = JSON.parse((await readBody(call)).toString('utf8'))
  const messages = (Array.isArray(given) ? given : [given]).filter(isRecord)
  const isKnown = practice.sessions.find(bearerOf(call)) !== undefined
  if (isKnown && messages.some(({ channel }) => channel === '/meta/connect'))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  return json(
    isKnown ? 200 : 401,
    messages.map((message) => answerTo(message, isKnown)),
  )
}

function answerTo(message: Record<string, unknown>, isKnown: boolean): Record<string, unknown> {
  const { channel, id, subscription } = message
  const successful = isKnown && typeof channel === 'string' && channels.has(channel)
  const head = { id, channel, successful, ...(subscription === undefined ? {} : { subscription }) }
  if (!successful) return { ...head, error: isKnown ? wording.call.channel : wording.signIn.streaming }
  if (channel !== '/meta/handshake') return { ...head, clientId: message.clientId }
  return {
    ...head,
    version: '1.0',
    minimumVersion: '1.0',
    clientId: randomText(26),
    supportedConnectionTypes: ['long-polling'],
  }
}
