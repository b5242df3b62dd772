import { randomText } from '../ids.ts'

/** A device code and what the person at the browser has said so far. */
export interface DeviceCode {
  deviceCode: string
  userCode: string
  clientId: string
  scope: string
  expiresAt: number
  intervalSeconds: number
  lastPolledAt: number
  decision: 'pending' | 'approved' | 'denied'
  orgId?: string
  userId?: string
}

/** Without letters and digits that look alike, because people type these. */
const readable = 'BCDFGHJKLMNPQRSTVWXZ23456789'
const lifetimeMs = 10 * 60 * 1000

/** Device codes under way; they live ten minutes and do not survive a restart. */
export class DeviceCodes {
  readonly #codes = new Map<string, DeviceCode>()

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

  find(deviceCode: string): DeviceCode | undefined {
    return this.#codes.get(deviceCode)
  }

  /** The code a person typed: letter case, blanks and hyphens do not matter. */
  findByUserCode(userCode: string): DeviceCode | undefined {
    const wanted = userCode.replaceAll(/[\s-]/g, '').toUpperCase()
    for (const code of this.#codes.values()) {
      if (code.userCode === wanted && code.decision === 'pending' && code.expiresAt > Date.now()) return code
    }
    return undefined
  }

  remove(code: DeviceCode): void {
    this.#codes.delete(code.deviceCode)
  }

  /** Lets every code under way expire, so that tests need not wait ten minutes. */
  expireAll(): void {
    for (const code of this.#codes.values()) code.expiresAt = 0
  }
}
