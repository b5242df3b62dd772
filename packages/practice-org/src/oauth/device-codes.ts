import { randomText } from '../ids.ts'

/**
 * A device code and what the person at the browser has said so far. Times are milliseconds
 * since 1970.
 */
export interface DeviceCode {
  /** What the app polls with; 40 characters that nobody types. */
  deviceCode: string
  /** What the person types: 8 characters. */
  userCode: string
  clientId: string
  scope: string
  expiresAt: number
  /** What the app is asked to wait between two polls. */
  intervalSeconds: number
  /** 0 before the first poll, so that the first one is never too fast. */
  lastPolledAt: number
  decision: 'pending' | 'approved' | 'denied'
  /**
   * Set by the approval, together with `userId`: the browser decides which org is connected,
   * not the app.
   */
  orgId?: string
  userId?: string
}

/** Without letters and digits that look alike, because people type these. */
const readable = 'BCDFGHJKLMNPQRSTVWXZ23456789'
/** The service's own message speaks of ten minutes; its answer carries no expires_in. */
const lifetimeMs = 10 * 60 * 1000

/** Device codes under way; they live ten minutes and do not survive a restart. */
export class DeviceCodes {
  readonly #codes = new Map<string, DeviceCode>()

  /**
   * Begins a flow. Clients are not looked up: any id may ask, as before apps had to be
   * installed in the org.
   */
  start(clientId: string, scope: string, intervalSeconds: number): DeviceCode {
    const code: DeviceCode = {
      deviceCode: randomText(40),
      userCode: randomText(8, readable),
      clientId,
      scope,
      expiresAt: Date.now() + lifetimeMs,
      intervalSeconds,
      lastPolledAt: 0,
      decision: 'pending',
    }
    this.#codes.set(code.deviceCode, code)
    return code
  }

  /**
   * The flow with this code, also an expired or a decided one: the caller answers each case
   * differently.
   */
  find(deviceCode: string): DeviceCode | undefined {
    return this.#codes.get(deviceCode)
  }

  /**
   * The code a person typed: letter case, blanks and hyphens do not matter. Undefined for
   * unknown, expired and decided codes.
   */
  findByUserCode(userCode: string): DeviceCode | undefined {
    const wanted = userCode.replaceAll(/[\s-]/g, '').toUpperCase()
    for (const code of this.#codes.values()) {
      if (code.userCode === wanted && code.decision === 'pending' && code.expiresAt > Date.now()) return code
    }
    return undefined
  }

  /**
   * Forgets a flow once its token or its refusal went out: the next poll hears
   * `invalid_request`.
   */
  remove(code: DeviceCode): void {
    this.#codes.delete(code.deviceCode)
  }

  /** Lets every code under way expire, so that tests need not wait ten minutes. */
  expireAll(): void {
    for (const code of this.#codes.values()) code.expiresAt = 0
  }
}
