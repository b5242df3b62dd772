import type { FastifyReply } from 'fastify'

/** Plain text is what Git shows of a refusal to the person at the terminal. */
export async function sendText(reply: FastifyReply, status: number, sentence: string): Promise<FastifyReply> {
  return await reply.code(status).type('text/plain; charset=utf-8').send(`${sentence}\n`)
}
