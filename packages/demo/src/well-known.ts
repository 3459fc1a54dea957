/**
 * One resource of each kind in the default directory, with any date: the examples of the OpenAPI document name them. They
 * belong together: the agent sells the listing, at the property, for the account, in the suburb of its office.
 */
export const WELL_KNOWN = {
  account: {
    websiteID: 1,
    _id: '412bafe2-ffec-5499-ac7b-baa9588d8063',
    name: 'Harbourstone Homes',
    link: 'https://www.harbourstone-homes.example',
  },
  agent: {
    id: 1,
    _id: 'a1665733-df7c-5b51-b851-b304cc4f1ee8',
    slug: 'james-popov',
    name: 'James Popov',
  },
  listing: {
    id: 239,
    _id: '8ec1f869-f9a1-5137-8c2b-78f8c4bb15d0',
    uniqueID: 'S100238',
    agentID: 'AGNT1',
  },
  property: {
    id: 155,
    _id: '58a2c457-5dfe-5cf8-9cdf-24eb0728134d',
    fullAddress: '139 Burke Street, Hurstville NSW 2220',
  },
  suburb: { name: 'Hurstville NSW 2220', slug: 'hurstville-nsw-2220' },
  /** Of the account. The database numbers both, from 1. */
  hookID: 1,
  feedRunID: 1,
} as const;
