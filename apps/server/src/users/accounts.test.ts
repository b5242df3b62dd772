import { describe, expect, test } from 'vitest'
import { password, problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { newId } from '../platform/ids.ts'

const app = testApp()
const names = { firstName: 'Grace', lastName: 'Hopper', mobilePhoneNumber: null }
const registration = (emailAddress: string, given = password) => ({
  body: { emailAddress, password: given, ...names },
})

const register = async (address: string) => app.current.client().users.register(registration(address))
const addressOf = (length: number) => `${newId()}@example.com`.padStart(length, 'a')

describe('registration', () => {
  test('[W-300] [W-304] [W-307] makes an account that can sign in', async () => {
    const { client, emailAddress } = await app.current.signIn()
    const { user } = await client.users.getSignInInfo()
    expect(user).toMatchObject({ emailAddress, firstName: 'Ada' })
  })

  test('[W-204] shows its user the ten fields of a user', async () => {
    const { accessToken, userId, emailAddress } = await app.current.signIn()
    const info: unknown = await (await app.current.fetch('/auth/info', {}, accessToken)).json()
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(info).toEqual({
      isAuthenticated: true,
      user: {
        id: userId,
        emailAddress,
        firstName: 'Ada',
        lastName: 'Lovelace',
        mobilePhoneNumber: null,
        createdUtc: moment,
        firstSignedInUtc: moment,
        lastSignedInUtc: moment,
        passwordLastChangedUtc: moment,
        isGlobalAdministrator: expect.any(Boolean),
      },
    })
  })

  test('[W-205] gets an access token, its life in seconds and a refresh token, and nothing else', async () => {
    const username = await app.current.register()
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    }
    const tokens: unknown = await (await app.current.fetch('/auth/login', init)).json()
    expect(tokens).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresIn: app.current.ctx.config.tokens.accessSeconds,
      refreshToken: expect.stringMatching(/^\S{20,}$/),
    })
  })

  test('refuses an address that differs only in case', async () => {
    const taken = await app.current.register()
    const again = taken.toUpperCase()
    const problem = await problemOf(app.current.client().users.register(registration(again)))
    expect(problem).toMatchObject({
      type: 'identityRegistrationValidationFailed',
      validationErrors: [{ code: 'DuplicateEmail', description: `Email '${again}' is already taken.` }],
    })
  })

  test('[W-262] names every broken password rule', async () => {
    const problem = await problemOf(app.current.client().users.register(registration('a@example.com', 'abc')))
    expect(problem.validationErrors?.map(({ code }) => code)).toEqual([
      'PasswordTooShort',
      'PasswordRequiresNonAlphanumeric',
      'PasswordRequiresDigit',
      'PasswordRequiresUpper',
    ])
  })

  test('[W-287] describes what each identity code refuses', async () => {
    const taken = await app.current.register()
    const errorsOf = async (address: string, given: string) => {
      const problem = await problemOf(app.current.client().users.register(registration(address, given)))
      return (problem.validationErrors ?? []).map(({ code, description }) => [code, description])
    }
    expect(await errorsOf(`${newId()}@example.com`, 'ä')).toEqual([
      ['PasswordTooShort', 'Passwords must be at least 6 characters.'],
      ['PasswordRequiresNonAlphanumeric', 'Passwords must have at least one non alphanumeric character.'],
      ['PasswordRequiresDigit', "Passwords must have at least one digit ('0'-'9')."],
      ['PasswordRequiresUpper', "Passwords must have at least one uppercase ('A'-'Z')."],
    ])
    expect(await errorsOf(`${newId()}@example.com`, 'AAAA1!')).toEqual([
      ['PasswordRequiresLower', "Passwords must have at least one lowercase ('a'-'z')."],
    ])
    expect(await errorsOf(taken, password)).toEqual([
      ['DuplicateEmail', `Email '${taken}' is already taken.`],
    ])
  })

  test('refuses the most used passwords', async () => {
    const problem = await problemOf(
      app.current.client().users.register(registration('b@example.com', 'Password1!')),
    )
    expect(problem.validationErrors).toMatchObject([{ code: 'PasswordTooCommon' }])
  })

  test('[W-253] takes an address of 256 characters, and refuses a longer one and what is no address', async () => {
    await expect(register(addressOf(256))).resolves.toBeUndefined()
    expect((await problemOf(register(addressOf(257)))).validationErrors).toMatchObject([
      { property: 'emailAddress', description: 'Email address cannot be longer than 256 characters' },
    ])
    for (const address of ['a', 'a@', '@b.co', 'a b@c.de', 'a@b.co\r\nBcc: e@x.y', 'a@b.co, c@d.ef']) {
      expect((await problemOf(register(address))).validationErrors).toMatchObject([
        { property: 'emailAddress', description: 'Email address must be a valid email address' },
      ])
    }
  })
})

describe('sign-in', () => {
  test('an unknown user and a wrong password look the same', async () => {
    const username = await app.current.register()
    const wrong = await problemOf(app.current.client().users.login({ body: { username, password: 'no' } }))
    const unknown = await problemOf(
      app.current.client().users.login({ body: { username: 'x@y.z', password: 'no' } }),
    )
    expect({ ...wrong, traceId: '' }).toEqual({ ...unknown, traceId: '' })
  })

  test('ten wrong passwords at once lock the account, and the right one does not open it', async () => {
    const username = await app.current.register()
    const login = async (given: string) =>
      problemOf(app.current.client().users.login({ body: { username, password: given } }))
    const types = (await Promise.all(Array.from({ length: 14 }, async () => login('wrong')))).map(
      (p) => p.type,
    )
    expect(types.filter((type) => type === 'identityCredentialsInvalid')).toHaveLength(10)
    expect((await login(password)).type).toBe('identityAccountLockedOut')
  })

  test('an address without an account is answered like one with an account, also when it is locked', async () => {
    const known = await app.current.register()
    const typesOf = async (username: string) => {
      const types: string[] = []
      for (let n = 0; n < 12; n++)
        types.push(
          (await problemOf(app.current.client().users.login({ body: { username, password: 'wrong' } }))).type,
        )
      return types
    }
    const ofUnknown = await typesOf(`Nobody-${known}`)
    expect(ofUnknown).toEqual(await typesOf(known))
    expect(ofUnknown.slice(9, 11)).toEqual(['identityCredentialsInvalid', 'identityAccountLockedOut'])
    const { login } = app.current.client().users
    const again = await problemOf(login({ body: { username: `nobody-${known}`, password } }))
    expect(again.type).toBe('identityAccountLockedOut')
  })

  test('a right password clears the count', async () => {
    const username = await app.current.register()
    for (let i = 0; i < 9; i++) {
      await problemOf(app.current.client().users.login({ body: { username, password: 'wrong' } }))
    }
    await app.current.signIn(username)
    const problem = await problemOf(
      app.current.client().users.login({ body: { username, password: 'wrong' } }),
    )
    expect(problem.type).toBe('identityCredentialsInvalid')
  })

  test('[W-305] signing out ends the session at once', async () => {
    const { client } = await app.current.signIn()
    await client.users.logout()
    expect(await client.users.getSignInInfo()).toEqual({ isAuthenticated: false, user: null })
  })
})

describe('the own account', () => {
  test('[W-308][J-202][J-203][J-204] each of its four fields is changed alone, and nothing else is offered', async () => {
    const person = await app.current.signIn()
    const expected = new Map(Object.entries((await shown(person)) ?? {}))
    const moved = `${newId()}@example.com`
    for (const body of [
      { emailAddress: moved },
      { firstName: 'Augusta' },
      { lastName: 'King' },
      { mobilePhoneNumber: '+44 20 7946 0000' },
      { mobilePhoneNumber: '' },
      { firstName: 'Grace', lastName: 'Hopper' },
    ]) {
      await person.client.users.update({ body })
      for (const [property, value] of Object.entries(body))
        expected.set(property, value === '' ? null : value)
      expect(await shown(person)).toEqual(Object.fromEntries(expected))
    }
    const raise = await send(person, { firstName: 'Eve', isGlobalAdministrator: true })
    expect(raise).toMatchObject({ type: 'patchPropertyNotAllowed', status: 400 })
    expect(await shown(person)).toEqual(Object.fromEntries(expected))
    expect((await app.current.signIn(moved)).userId).toBe(person.userId)
    const former = { username: person.emailAddress, password }
    expect((await problemOf(app.current.client().users.login({ body: former }))).type).toBe(
      'identityCredentialsInvalid',
    )
  })

  const phoneRule = 'Mobile phone number must start with + followed by digits, spaces and hyphens'
  test.each([
    ['J-202', { emailAddress: '' }, 'Email address is required'],
    ['J-202', { emailAddress: 'ada' }, 'Email address must be a valid email address'],
    ['J-202', { emailAddress: null }, 'Email address is required'],
    ['J-203', { firstName: ' ' }, 'First name is required'],
    ['J-203', { firstName: null }, 'First name is required'],
    ['J-203', { lastName: ' ' }, 'Last name is required'],
    ['J-203', { lastName: null }, 'Last name is required'],
    ['J-204', { mobilePhoneNumber: '555' }, phoneRule],
  ])('[%s] it stays as it is after %j', async (_, body, description) => {
    const person = await app.current.signIn()
    const before = await shown(person)
    const [property] = Object.keys(body)
    const validationErrors = [{ property, description }]
    expect(await send(person, body)).toMatchObject({ type: 'validationFailed', validationErrors })
    expect(await shown(person)).toEqual(before)
  })

  test('[J-205] its password is required, is saved also when it is the same again, and is never given out', async () => {
    const person = await app.current.signIn()
    const before = await shown(person)
    expect((await problemOf(change(person, ''))).status).toBe(400)
    expect(await shown(person)).toEqual(before)
    for (const newPassword of [password, 'Another-horse-2']) {
      const former = (await shown(person))?.passwordLastChangedUtc ?? ''
      await change(person, newPassword)
      const info = await shown(person)
      expect(Date.parse(info?.passwordLastChangedUtc ?? '')).toBeGreaterThan(Date.parse(former))
      expect(JSON.stringify(info)).not.toContain(newPassword)
    }
    const body = { username: person.emailAddress, password: 'Another-horse-2' }
    expect((await app.current.client().users.login({ body })).accessToken).not.toBe('')
  })

  test('a new password ends the other sessions and keeps this one', async () => {
    const here = await app.current.signIn()
    const there = await app.current.signIn(here.emailAddress)
    await here.client.users.changePassword({ body: { newPassword: 'Another-horse-2' } })
    expect((await here.client.users.getSignInInfo()).isAuthenticated).toBe(true)
    expect((await there.client.users.getSignInInfo()).isAuthenticated).toBe(false)
  })

  test('[W-303] a new password opens the account and the old one does not', async () => {
    const { accessToken, emailAddress: username } = await app.current.signIn()
    const change = async (token?: string) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ newPassword: 'Another-horse-2' })
      return (await app.current.fetch('/auth/password', { method: 'PUT', headers, body }, token)).status
    }
    const login = async (given: string) =>
      app.current.client().users.login({ body: { username, password: given } })
    expect(await change()).toBe(401)
    expect((await login(password)).accessToken).not.toBe('')
    expect(await change(accessToken)).toBe(204)
    expect((await problemOf(login(password))).type).toBe('identityCredentialsInvalid')
    expect((await login('Another-horse-2')).accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })
})

/** What a change of the own account is answered, whatever its body holds. */
async function send({ accessToken }: SignedIn, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'PATCH', headers, body: JSON.stringify(body) }
  return (await app.current.fetch('/auth/user', init, accessToken)).json()
}

const change = async ({ client }: SignedIn, newPassword: string) =>
  client.users.changePassword({ body: { newPassword } })

const shown = async ({ client }: SignedIn) => (await client.users.getSignInInfo()).user
