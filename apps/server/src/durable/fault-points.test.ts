import { expect, test } from 'vitest'
import { InjectedFault, createFaultPoints, parseFaults } from './fault-points.ts'

test('reads names, actions, delays and hits', () => {
  expect(parseFaults('deploy.intent:kill, push.before:throw@2,retrieve:delay=500')).toEqual([
    { point: 'deploy.intent', action: 'kill', milliseconds: 1000, hit: 1 },
    { point: 'push.before', action: 'throw', milliseconds: 1000, hit: 2 },
    { point: 'retrieve', action: 'delay', milliseconds: 500, hit: 1 },
  ])
})

test.each(['deploy', 'deploy:explode', ':kill', 'a:kill@x'])('refuses "%s"', (text) => {
  expect(() => parseFaults(text)).toThrow(/SLUICE_FAULT_POINTS/)
})

test('acts at the chosen hit only', async () => {
  const faults = createFaultPoints('push:throw@2')
  await faults.hit('push')
  await expect(faults.hit('push')).rejects.toThrow(InjectedFault)
  await faults.hit('push')
})
