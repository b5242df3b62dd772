import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../platform/config/config-error.ts'

/** Thrown at a fault point by the action `throw`; its outcome is unknown on purpose, like a lost reply. */
export class InjectedFault extends Error {
  override name = 'InjectedFault'
}

interface Fault {
  point: string
  action: 'kill' | 'throw' | 'delay'
  milliseconds: number
  hit: number
}

const pattern = /^(?<point>[^:@=]+):(?<action>kill|throw|delay)(=(?<ms>\d+))?(@(?<hit>\d+))?$/

/** `deploy.intent:kill,push.before:kill@2,retrieve.before:delay=500`: each acts once, at its first or n-th hit. */
export function parseFaults(text: string): Fault[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const found = pattern.exec(part)?.groups
      const action = found?.['action']
      if (!found || (action !== 'kill' && action !== 'throw' && action !== 'delay'))
        throw new ConfigError([
          `SLUICE_FAULT_POINTS: "${part}" is not name:kill|throw|delay=ms, with @n for the n-th hit.`,
        ])
      return {
        point: found['point'] ?? '',
        action,
        milliseconds: Number(found['ms'] ?? 1000),
        hit: Number(found['hit'] ?? 1),
      }
    })
}

export interface FaultPoints {
  hit(point: string): Promise<void>
}

const none: FaultPoints = { hit: () => Promise.resolve() }

export function createFaultPoints(text: string): FaultPoints {
  const faults = parseFaults(text)
  if (!faults.length) return none
  const hits = new Map<string, number>()
  return {
    async hit(point) {
      const count = (hits.get(point) ?? 0) + 1
      hits.set(point, count)
      for (const fault of faults) {
        if (fault.point !== point || fault.hit !== count) continue
        if (fault.action === 'kill') process.kill(process.pid, 'SIGKILL')
        if (fault.action === 'delay') await pause(fault.milliseconds)
        if (fault.action === 'throw') throw new InjectedFault(`injected at ${point}`)
      }
    },
  }
}
