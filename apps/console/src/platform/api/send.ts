import type { Send } from '@sluice/contract/client'
import type { Network } from '../network.ts'
import type { Access } from './access.ts'

interface SendParts {
  /** The API's base address, for example "/api". */
  baseAddress: string
  network: Network
  access: Access
  requestPauseMs: number
}

/** Fetch as every call of the console uses it: the pause, the address, the bearer token, one renewal on refusal. */
export function createSend({ baseAddress, network, access, requestPauseMs }: SendParts): Send {
  return async (path, init) => {
    await pause(requestPauseMs, init.signal ?? undefined)
    const token = await access.token()
    const response = await network.fetch(baseAddress + path, withBearer(init, token))
    if (response.status !== 401 || token === null) return response
    // The server's clock may be ahead of this one. A second refusal is the answer.
    const renewed = await access.renew(token)
    return renewed === null ? response : network.fetch(baseAddress + path, withBearer(init, renewed))
  }
}

function withBearer(init: RequestInit, token: string | null): RequestInit {
  if (token === null) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The call was given up.', 'AbortError'))
    })
  })
}
