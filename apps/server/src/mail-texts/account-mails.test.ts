import { expect, test } from 'vitest'
import { passwordChanged, userNameChanged } from './account-mails.ts'

const mails = (supportAddress: string | null) => {
  const product = { name: 'Sluice', supportAddress }
  return [passwordChanged(product), userNameChanged(product, 'new@example.com')].map(({ body }) => body)
}

test('mails about an account name the address of the support', () => {
  for (const body of mails('help@example.com'))
    expect(body).toContain('If you did not do this, contact help@example.com.')
})

test('mails about an account name no address where the installation has none', () => {
  for (const body of mails(null))
    expect(body).toContain('If you did not do this, contact the people who run this installation.')
})
