export const portabilityLabel = 'Portable metadata'
export const portabilityHint =
  'Leaves out of Git what only one org can hold, such as the consumer key of a connected app, so that the metadata can be deployed to other orgs.'
