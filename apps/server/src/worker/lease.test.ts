import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Lease } from './lease.ts'

/** A lease of ten seconds by a clock that the test moves; its timer runs by the real one. */
function leaseOf(milliseconds = 10_000) {
  const time = { ms: 0, lapses: 0 }
  const clock = { elapsedMs: () => time.ms }
  const lease = new Lease({ clock, milliseconds, onLapse: () => time.lapses++ }, 0)
  return { time, lease }
}

test('a renewed lease is fresh for half of its time and valid for all of it', async () => {
  const { time, lease } = leaseOf()
  time.ms = 5_000
  await lease.fresh()
  time.ms = 5_001
  const waiting = lease.fresh()
  lease.renewed(4_000)
  await waiting
  expect(time.lapses).toBe(0)
  lease.close()
})

test('a renewal counts from the moment in which it was sent, not from its answer', async () => {
  const { time, lease } = leaseOf()
  time.ms = 9_000
  lease.renewed(1_000)
  time.ms = 11_000
  await expect(lease.fresh()).rejects.toThrow('could not renew')
  expect(time.lapses).toBe(1)
})

test('a lapsed lease stays lapsed, reports it once and rejects pending calls', async () => {
  const { time, lease } = leaseOf()
  time.ms = 6_000
  const waiting = lease.fresh()
  time.ms = 10_000
  lease.renewed(9_999)
  await expect(waiting).rejects.toThrow('could not renew')
  await expect(lease.fresh()).rejects.toThrow('could not renew')
  lease.renewed(10_000)
  expect(time.lapses).toBe(1)
})

test('a lease lapses by itself without any call', async () => {
  const began = performance.now()
  const clock = { elapsedMs: () => performance.now() - began }
  await new Promise<void>((onLapse) => new Lease({ clock, milliseconds: 50, onLapse }, 0))
  expect(clock.elapsedMs()).toBeGreaterThanOrEqual(50)
})

test('a closed lease does not lapse by itself', async () => {
  const { time, lease } = leaseOf(20)
  lease.close()
  time.ms = 30
  await pause(60)
  expect(time.lapses).toBe(0)
})
