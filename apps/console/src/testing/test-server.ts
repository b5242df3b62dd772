import type { SluiceApi } from '@sluice/contract/api'
import { ProblemError } from '@sluice/contract/client'
import type { ConsoleConfig } from '@sluice/contract/console-config'
import type { JobProgress } from '@sluice/contract/progress'
import type { PushMessage } from '@sluice/contract/push'
import type { Route, Validated } from '@sluice/contract/route'
import type { Network } from '../platform/network.ts'
import type { Line, LineEvents } from '../platform/push/connection.ts'
import { type Answers, readRequest, type ReceivedRequest } from './answers.ts'
import { faultsOfProblem, faultsOfReply, isChange } from './possible-answers.ts'
import { pushMessages, type PushedState } from './pushed-state.ts'
import { TestChannel } from './test-channel.ts'

/** The server as a page sees it: answers to calls, pushed entities, the progress of jobs. */
export class TestServer implements Network {
  /** What the hub sends to a page that connects. A test changes it before a reconnect. */
  state: PushedState
  /** What the server tells a console that asks again. */
  config: ConsoleConfig
  readonly hub = new TestChannel(() => [...pushMessages(this.state), { type: 'stateIsComplete' }])
  readonly progress = new TestChannel(() => [])
  /** Requests that the test gave no answer for; each fails the test. */
  readonly unanswered: string[] = []
  /** Answers that the real server never gives; each fails the test. */
  readonly impossible: string[] = []
  readonly #received: ReceivedRequest[] = []
  readonly #answers: Answers
  /** One for each call that changes something, until the page has read its answer. */
  readonly #changing = new Set<Promise<void>>()

  constructor(answers: Answers, state: PushedState, config: ConsoleConfig) {
    this.#answers = answers
    this.state = state
    this.config = config
  }

  /** Every request of one call so far, in order. */
  requests<G extends keyof SluiceApi, O extends keyof SluiceApi[G]>(
    group: G,
    operation: O,
  ): (SluiceApi[G][O] extends Route ? Validated<SluiceApi[G][O]> : never)[] {
    const matching = this.#received.filter((each) => each.group === group && each.operation === operation)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- readRequest has parsed them by this route
    return matching.map((each) => each.request) as never
  }

  /**
   * Sends a message of the hub. The server announces what a call changes after it has answered it, so the message waits while a call that
   * changes something is being answered; `pushBeforeAnswer` is for tests of the other order.
   */
  push(message: PushMessage): void {
    if (this.#changing.size === 0) this.hub.send(message)
    else void Promise.all(this.#changing).then(() => this.hub.send(message))
  }

  pushBeforeAnswer(message: PushMessage): void {
    this.hub.send(message)
  }

  pushProgress(body: JobProgress): void {
    this.progress.send({ subject: 'JobProgress', body })
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    if (address === '/console-config.json') return responseOf(this.config)
    const { answersText, ...received } = readRequest(this.#apiAddress(address), init)
    this.#received.push(received)
    const answered = this.#respond(received, { answersText, signal: init.signal })
    if (isChange(received)) this.#remember(answered)
    return await answered
  }

  async #respond(received: ReceivedRequest, { answersText, signal }: Answering): Promise<Response> {
    try {
      const reply = await Promise.race([this.#answer(received), aborted(signal)])
      return answersText ? new Response(String(reply)) : responseOf(reply)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return responseOf(error.problem, error.problem.status)
    }
  }

  #remember(answered: Promise<Response>): void {
    const done = answered
      .then(whenRead, () => undefined)
      .then(nextTask)
      .finally(() => this.#changing.delete(done))
    this.#changing.add(done)
  }

  openLine(path: string, events: LineEvents): Line {
    const isHub = this.#apiAddress(path).startsWith('/api/workspaces/hub?')
    return (isHub ? this.hub : this.progress).accept(path, events)
  }

  /** The address with the usual beginning of the API in place of the configured one. Raises for any other beginning. */
  #apiAddress(address: string): string {
    const { apiBaseAddress } = this.config
    if (!address.startsWith(`${apiBaseAddress}/`)) throw new Error(`${address} is no address of the API.`)
    return `/api${address.slice(apiBaseAddress.length)}`
  }

  async #answer(received: ReceivedRequest): Promise<unknown> {
    const { group, operation, request } = received
    const answer = this.#answerTo(group, operation)
    if (answer === undefined) {
      const text = `The test gives no answer for ${group}.${operation} (${JSON.stringify(request)}).`
      this.unanswered.push(text)
      throw new ProblemError({ type: 'unknown', title: text, status: 501 })
    }
    const reply: unknown = typeof answer === 'function' ? await answer(request) : answer
    const faults =
      reply instanceof ProblemError ? faultsOfProblem(reply, received) : faultsOfReply(reply, received)
    this.impossible.push(...faults)
    if (reply instanceof ProblemError) throw reply
    return reply
  }

  #answerTo(group: string, operation: string): unknown {
    const groups: Record<string, Record<string, unknown> | undefined> = this.#answers
    return groups[group]?.[operation]
  }
}

interface Answering {
  readonly answersText: boolean
  readonly signal: AbortSignal | null | undefined
}

/** Rejects, as `fetch` does, when the page gives the call up. */
const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** Resolves when the page has read the body of an answer. */
const whenRead = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    if (response.body === null) return resolve()
    const reading = {
      json: response.json.bind(response),
      arrayBuffer: response.arrayBuffer.bind(response),
      blob: response.blob.bind(response),
    }
    for (const [name, read] of Object.entries(reading))
      Object.assign(response, { [name]: () => read().finally(resolve) })
  })

/** Resolves in a later task, after all that waits for promises; also while a test has stopped the timers. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve())
    port1.start()
    port2.postMessage(null)
  })

const responseOf = (body: unknown, status = 200): Response =>
  new Response(body === null ? null : JSON.stringify(body), {
    status: body === null ? 204 : status,
    headers: { 'content-type': 'application/json' },
  })
