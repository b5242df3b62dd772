/** What the programs of the database get to see of our environment: nothing. */
export const childEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }
