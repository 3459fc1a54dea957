/** What a request creates. */
interface Creation {
  readonly variable: string;
  /** The id in the response. */
  readonly idOf: string;
  /** The path of the created resource. */
  readonly at: string;
}

/** The requests that create resources, in order. Later requests write to these resources. */
export const CREATIONS: Readonly<Record<string, Creation>> = {
  createAccount: { variable: 'createdAccount', idOf: 'account.websiteID', at: '/api/v1/websites/{id}' },
  createAgent: { variable: 'createdAgent', idOf: 'id', at: '/api/v1/agents/{id}' },
  createEnquiry: { variable: 'createdEnquiry', idOf: 'enquiry.id', at: '/api/v1/enquiries/{id}' },
  createSearch: { variable: 'createdSearch', idOf: 'search.id', at: '/api/v1/searches/{id}' },
  createOperatorPair: {
    variable: 'createdOperatorPair',
    idOf: 'credential.id',
    at: '/api/v1/credentials/{credentialID}',
  },
  createCredential: {
    variable: 'createdCredential',
    idOf: 'credential.id',
    at: '/api/v1/websites/{id}/credentials/{credentialID}',
  },
};

/** A created account has no hook, so these requests use a hook of the demo. */
export const OF_DEMO = /\/hooks\//;
