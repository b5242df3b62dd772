import { hubCloseCodes } from '@sluice/contract/push'
import type { WebSocket } from 'ws'

const maxBufferedBytes = 4 * 1024 * 1024

/**
 * Sends to a browser that reads what it is sent. One that reads too slowly would fill our memory; it is disconnected, connects
 * again and gets the full state.
 */
export function sendUnlessSlow(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > maxBufferedBytes) socket.close(hubCloseCodes.tooSlow, 'tooSlow')
  else socket.send(text)
}
