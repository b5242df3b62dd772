import { randomText } from './ids.ts'

/** Every fault that can be asked for by name, and what it does. */
export const faultKinds = {
  lostReply: 'the call takes effect, the connection is cut before the answer',
  lostRequest: 'the connection is cut before the call takes effect',
  delay: 'the answer waits `delayMs`',
  hold: 'deployments or retrieves stay InProgress until the fault is removed',
  invalidSession: 'the call is answered with INVALID_SESSION_ID',
  serverUnavailable: '503 SERVER_UNAVAILABLE',
  serverError: '500 UNKNOWN_EXCEPTION',
  badGateway: '502 with the page of a gateway',
  gatewayTimeout: '504 with the page of a gateway',
  orgMoved: '420: the org is being moved to another instance',
  tooManyRequests: '429 with Retry-After',
  htmlPage: '503 with a maintenance page instead of a protocol answer',
  unreadable: '200 with a document that breaks off',
  servletState: '500 "Unexpected internal servlet state"',
  invalidQueryLocator: '400 INVALID_QUERY_LOCATOR',
  queryCursor: '500 "Unable to complete the creation of the query cursor at this time"',
  invalidCrossReference: '500 INVALID_CROSS_REFERENCE_KEY, as while a request leaves Pending',
  requestLimit: '403 REQUEST_LIMIT_EXCEEDED: the requests of the day are used up',
  concurrentRequestLimit: '403 REQUEST_LIMIT_EXCEEDED: too many requests run at once',
  insufficientAccess: 'INSUFFICIENT_ACCESS',
  unsupportedApiVersion: '500 UNSUPPORTED_API_VERSION',
  invalidGrant: 'token requests fail with invalid_grant',
  ipRestricted: 'token requests fail with invalid_grant: ip restricted',
  appNotApproved: 'token requests fail with invalid_app_access',
  inactiveOrg: 'token requests fail with inactive_org',
  loginAddress: 'a sign-in with user name and password fails with LOGIN_DURING_RESTRICTED_DOMAIN',
  loginHours: 'a sign-in with user name and password fails with LOGIN_DURING_RESTRICTED_TIME',
  securityTokenNeeded: 'a sign-in with user name and password fails with LOGIN_MUST_USE_SECURITY_TOKEN',
  userLockedOut: 'a sign-in with user name and password fails with PASSWORD_LOCKOUT',
  lockRow: 'the deployment fails with UNABLE_TO_LOCK_ROW',
  componentSetupLocked: 'the first component of the deployment fails because the setup is locked',
  componentRowLocked: 'the first component of the deployment fails with UNABLE_TO_LOCK_ROW',
  alreadyInProcess: 'the deployment fails with ALREADY_IN_PROCESS: the setup is locked',
  finalizingFailed: 'the deployment ends as FinalizingFailed',
  canceledByOther: 'the deployment is cancelled by somebody else',
  silentNonDelete: 'deletions are reported as done and do not happen',
  undeletable: 'the deletions of a deployment are refused',
  statusBackwards: 'a poll of a deployment says Pending, wherever it stands',
  noDetails: 'a poll says that a deployment is over, without its messages',
  truncatedZip: 'the archive of a retrieve is cut off',
  damagedZip: 'a file of the archive of a retrieve does not fit its checksum',
  emptyZip: 'the archive of a retrieve has no bytes',
  oversizedZip: 'the archive of a retrieve is larger than an archive may be',
  wrongPackage: 'the archive of a retrieve holds something else',
  notAZip: 'the archive of a retrieve is a HTML page',
  retrieveFails: 'the retrieve fails with UNKNOWN_EXCEPTION',
  poisonedComponent:
    'retrieves that name `component` (`Type/FullName`) fail with UNKNOWN_EXCEPTION until the fault is removed',
  unlistableType: 'lists of the type `component` fail with UNKNOWN_EXCEPTION until the fault is removed',
  tooManyFiles: 'the retrieve fails with LIMIT_EXCEEDED',
  cutArchive: 'the archive of a retrieve breaks off half-way and cannot be fetched again',
  slowDrip: 'the archive of a retrieve arrives slowly (`delayMs` between pieces)',
  sandboxStops: 'the copying of a sandbox ends as Stopped',
  sandboxLocked: 'a finished sandbox is Locked',
  sandboxVanishes: 'a finished sandbox is gone',
} as const

/** The name of a fault; `faultKinds` says what each does. */
export type FaultKind = keyof typeof faultKinds

/**
 * A fault to play: which calls it meets, how often, and for whom. It meets the calls of all
 * orgs unless it names one.
 */
export interface Fault {
  id: string
  kind: FaultKind
  /** Name of the operation (`deploy`, `checkDeployStatus`, `retrieve`, `query`, `token`…) or `*`. */
  operation: string
  orgId?: string
  /** How many calls it still meets. */
  remaining: number
  /** How many calls pass before it begins. */
  skip: number
  /** Milliseconds: the wait of `delay`, or between two pieces of `slowDrip`. */
  delayMs: number
  /** What `poisonedComponent` (`Type/FullName`) and `unlistableType` (`Type`) are about. */
  component?: string
}

/** Faults that are not used up by the calls that they meet. */
export const standingFaults: readonly FaultKind[] = ['hold', 'poisonedComponent', 'unlistableType']

/** True for the name of a fault. */
export function isFaultKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && value in faultKinds
}

/**
 * The faults to play, in the order in which they were asked for. They live in memory: a
 * restart plays none.
 */
export class Faults {
  #faults: Fault[] = []
  readonly #waiting = new Set<() => void>()
  readonly #delayed = new Set<() => void>()

  /** Faults that still stand; used-up ones are gone from the list. */
  list(): readonly Fault[] {
    return this.#faults
  }

  /** Sets a fault. Returns it with the id under which it can be removed. */
  add(fault: Omit<Fault, 'id'>): Fault {
    const added: Fault = { ...fault, id: randomText(10) }
    this.#faults.push(added)
    return added
  }

  /** Removes one fault, or all; what was held goes on. */
  remove(id?: string): void {
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id)
    for (const wake of this.#waiting) wake()
  }

  /** Removes all faults; what was held or delayed goes on. */
  close(): void {
    this.remove()
    for (const end of this.#delayed) end()
  }

  /** Waits for the delay of a fault, in milliseconds of real time. `close` ends the wait early. */
  async delay(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#delayed.delete(end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      this.#delayed.add(end)
    })
  }

  /**
   * Takes one use of the first fault of these kinds that meets the call; undefined when the
   * call goes on. A call that a fault lets pass (`skip`) counts as met: a second fault behind
   * it waits.
   */
  take(kinds: readonly FaultKind[], operation: string, orgId?: string): Fault | undefined {
    const fault = this.#faults.find(
      (candidate) =>
        kinds.includes(candidate.kind) &&
        (candidate.operation === '*' || candidate.operation === operation) &&
        (candidate.orgId === undefined || candidate.orgId.slice(0, 15) === orgId?.slice(0, 15)),
    )
    if (!fault) return undefined
    if (fault.skip > 0) {
      fault.skip--
      return undefined
    }
    fault.remaining--
    if (fault.remaining <= 0) this.#faults = this.#faults.filter((candidate) => candidate !== fault)
    return fault
  }

  /**
   * Waits while a `hold` for this operation stands; only its removal ends the wait. A hold is
   * not used up by what it holds.
   */
  async whileHeld(operation: string, orgId: string): Promise<void> {
    while (this.#isHeld(operation, orgId)) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  /** True while a fault of this kind about one of the components stands. */
  stands(kind: FaultKind, components: ReadonlySet<string>, orgId: string): boolean {
    return this.#faults.some(
      (fault) =>
        fault.kind === kind &&
        components.has(fault.component ?? '') &&
        (fault.orgId === undefined || fault.orgId.slice(0, 15) === orgId.slice(0, 15)),
    )
  }

  #isHeld(operation: string, orgId: string): boolean {
    return this.#faults.some(
      (fault) =>
        fault.kind === 'hold' &&
        (fault.operation === '*' || fault.operation === operation) &&
        (fault.orgId === undefined || fault.orgId.slice(0, 15) === orgId.slice(0, 15)),
    )
  }
}
