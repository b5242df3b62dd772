import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hash.ts'

const cheap = { memoryCost: 1024, timeCost: 1 }

test('a comparison for nobody that was refused because too many wait is done the next time', async () => {
  const hasher = createPasswordHasher(cheap)
  const busy = Array.from({ length: 20 }, () => hasher.hash('a password'))
  await expect(hasher.pretendToCompare('a password')).rejects.toMatchObject({
    problemType: 'tooManyRequests',
  })
  await Promise.all(busy)
  await expect(hasher.pretendToCompare('a password')).resolves.toBeUndefined()
})
