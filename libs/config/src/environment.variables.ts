import {
  aesKey,
  folder,
  headerKey,
  host,
  oneOfWords,
  type Parser,
  postgresUrl,
  proxies,
  publicUrl,
  rateLimit,
  wholeNumber,
} from './environment.parsers.js';

/** One variable of the environment: everything that is known about it. */
export interface Variable<T> {
  readonly name: string;
  /** The text that stands for a missing one; without it the variable is optional. */
  readonly default?: string;
  /** What it does, in a sentence or two, for whoever runs the service. */
  readonly meaning: string;
  /** Never shown in an error. */
  readonly secret?: boolean;
  readonly parser: Parser<T>;
}

interface Defaulted<T> extends Variable<T> {
  readonly default: string;
}

const defaulted = <T>(variable: Defaulted<T>): Defaulted<T> => variable;
const optional = <T>(variable: Variable<T>): Variable<T> => variable;

/** Every variable that the service knows, declared here and nowhere else; `.env.example` is made from it. */
export const variables = {
  port: defaulted({
    name: 'PORT',
    default: '3000',
    meaning: 'The port that the service listens on; 0 takes any free one.',
    parser: wholeNumber(0, 65_535),
  }),
  host: defaulted({
    name: 'HOST',
    default: '0.0.0.0',
    meaning: 'The address that the service listens on.',
    parser: host,
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    meaning:
      'The PostgreSQL server to use. Unset: an embedded one, kept in DATA_DIR. ' +
      'Set: ROOT_ACCESS_KEY, ROOT_SECRET_KEY and SECRETS_KEY are needed too.',
    secret: true,
    parser: postgresUrl,
  }),
  databaseDirectUrl: optional({
    name: 'DATABASE_DIRECT_URL',
    meaning:
      'The same database past a connection pooler (PgBouncer) that DATABASE_URL leads to; migrations, VACUUM and the ' +
      "inbox's lock need a session of their own. Unset: DATABASE_URL is direct.",
    secret: true,
    parser: postgresUrl,
  }),
  dataDir: defaulted({
    name: 'DATA_DIR',
    default: '.data',
    meaning: 'The folder of the embedded server, and of the secrets that are made where none are given.',
    parser: folder,
  }),
  rootAccessKey: optional({
    name: 'ROOT_ACCESS_KEY',
    meaning: "The operator's access key, who may do everything. Unset: made once and kept in DATA_DIR.",
    secret: true,
    parser: headerKey,
  }),
  rootSecretKey: optional({
    name: 'ROOT_SECRET_KEY',
    meaning: "The operator's secret key; both keys are set, or neither.",
    secret: true,
    parser: headerKey,
  }),
  secretsKey: optional({
    name: 'SECRETS_KEY',
    meaning:
      'The key that the secret keys of accounts are encrypted with in the database. ' +
      'Unset: made once and kept in DATA_DIR. Whoever loses it loses those keys.',
    secret: true,
    parser: aesKey,
  }),
  demoData: defaulted({
    name: 'DEMO_DATA',
    default: 'auto',
    meaning: 'auto fills an empty directory with made-up data at the start, off leaves it empty.',
    parser: oneOfWords('auto', 'off'),
  }),
  drainSeconds: defaulted({
    name: 'DRAIN_SECONDS',
    default: '5',
    meaning:
      'How long the service goes on listening after SIGTERM, while /readyz says that it is not ready: as long as a ' +
      'balancer takes to notice.',
    parser: wholeNumber(0, 300),
  }),
  logLevel: defaulted({
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'The least severe messages that are logged.',
    parser: oneOfWords('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  rateLimit: defaulted({
    name: 'RATE_LIMIT',
    default: '6000/60',
    meaning:
      'How many requests an account may make, as REQUESTS/SECONDS, and an address that proves none; the operator has ' +
      'no limit. off switches every limit off, that of wrong secrets as well.',
    parser: rateLimit,
  }),
  trustProxy: optional({
    name: 'TRUST_PROXY',
    meaning:
      'The proxies whose X-Forwarded-For tells the address of a client: how many there are one behind the other, or ' +
      'their addresses and subnets. Unset: none, an address is that of the connection.',
    parser: proxies,
  }),
  publicUrl: optional({
    name: 'PUBLIC_URL',
    meaning: 'What links in answers begin with, as clients reach the service. Unset: links are paths.',
    parser: publicUrl,
  }),
  bodySeconds: defaulted({
    name: 'BODY_SECONDS',
    default: '30',
    meaning: 'The seconds that the whole body of a request may take to arrive.',
    parser: wholeNumber(1, 3_600),
  }),
  databasePoolSize: defaulted({
    name: 'DATABASE_POOL_SIZE',
    default: '10',
    meaning:
      'The most connections to the database at a time: two are kept for credentials and readiness, two from what may ' +
      'take long. A migration takes one more.',
    parser: wholeNumber(5, 1_000),
  }),
  statementTimeoutMs: defaulted({
    name: 'STATEMENT_TIMEOUT_MS',
    default: '30000',
    meaning: 'The milliseconds after which a statement is given up; 0 waits without end.',
    parser: wholeNumber(0, 3_600_000),
  }),
};

/** The environment as the service reads it, one property for each variable. */
export type Environment = {
  readonly [Key in keyof typeof variables]: (typeof variables)[Key] extends Defaulted<infer T>
    ? T
    : (typeof variables)[Key] extends Variable<infer T>
      ? T | undefined
      : never;
};
