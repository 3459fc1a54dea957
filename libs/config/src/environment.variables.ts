import {
  aesKey,
  folder,
  headerKey,
  host,
  oneOfWords,
  origins,
  type Parser,
  postgresUrl,
  postgresUrls,
  proxies,
  publicUrl,
  rateLimit,
  wholeNumber,
} from './environment.parsers.js';

/** Texts by the name of their variable. */
export type VariableTexts = Readonly<Record<string, string | undefined>>;

/** The declaration of an environment variable. */
export interface Variable<T> {
  readonly name: string;
  /** The text used when the variable is not set; without a default the variable is optional. */
  readonly default?: string;
  /** Explains the variable to the operator, in a sentence or two. */
  readonly meaning: string;
  /** Whether errors omit the value. */
  readonly secret?: boolean;
  readonly parser: Parser<T>;
}

interface Defaulted<T> extends Variable<T> {
  readonly default: string;
}

const defaulted = <T>(variable: Defaulted<T>): Defaulted<T> => variable;
const optional = <T>(variable: Variable<T>): Variable<T> => variable;

/** All variables of the service; `.env.example` is generated from this table. */
export const variables = {
  port: defaulted({
    name: 'PORT',
    default: '3000',
    meaning: 'The port that the service listens on; 0 selects any free port.',
    parser: wholeNumber(0, 65_535),
  }),
  host: defaulted({
    name: 'HOST',
    default: '0.0.0.0',
    meaning: 'The address that the service listens on.',
    parser: host,
  }),
  metricsPort: optional({
    name: 'METRICS_PORT',
    meaning:
      'The port at which the service, or the inbox, serves its metrics for Prometheus, at /metrics of the address HOST and ' +
      'without credentials; 0 selects any free port. Unset: no metrics are collected.',
    parser: wholeNumber(0, 65_535),
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    meaning:
      'The PostgreSQL database to use. Unset: the embedded server, with its data in DATA_DIR. ' +
      'Set: ROOT_ACCESS_KEY, ROOT_SECRET_KEY and SECRETS_KEY are required as well.',
    secret: true,
    parser: postgresUrl,
  }),
  databaseDirectUrl: optional({
    name: 'DATABASE_DIRECT_URL',
    meaning:
      'A direct connection to the same database, for when DATABASE_URL leads to a connection pooler (PgBouncer): ' +
      'migrations, VACUUM and the locks of the inbox and of feeds need a session of their own. Unset: DATABASE_URL is used.',
    secret: true,
    parser: postgresUrl,
  }),
  databaseReplicaUrls: optional({
    name: 'DATABASE_REPLICA_URLS',
    meaning:
      'Standbys of the server of DATABASE_URL, separated by commas, each with its own URL. They serve lists, and ' +
      'never with older data than the primary would. Unset: none. See docs/SCALING.md.',
    secret: true,
    parser: postgresUrls,
  }),
  databaseWaitSeconds: defaulted({
    name: 'DATABASE_WAIT_SECONDS',
    default: '30',
    meaning:
      'How many seconds the service, or the inbox, waits at its start for an unreachable database; 0: not ' +
      'at all. A wrong password, role or database fails immediately.',
    parser: wholeNumber(0, 3_600),
  }),
  dataDir: defaulted({
    name: 'DATA_DIR',
    default: '.data',
    meaning:
      'The folder for the data of the embedded server, and for secrets that are generated because none are given.',
    parser: folder,
  }),
  rootAccessKey: optional({
    name: 'ROOT_ACCESS_KEY',
    meaning: "The operator's access key. The operator may do everything. Unset: generated once and kept in DATA_DIR.",
    secret: true,
    parser: headerKey,
  }),
  rootSecretKey: optional({
    name: 'ROOT_SECRET_KEY',
    meaning: "The operator's secret key. Set both keys or neither.",
    secret: true,
    parser: headerKey,
  }),
  secretsKey: optional({
    name: 'SECRETS_KEY',
    meaning:
      'The key that encrypts the secret keys of accounts in the database. Unset: generated once and kept in DATA_DIR. ' +
      'If it is lost, the secret keys can no longer be read.',
    secret: true,
    parser: aesKey,
  }),
  secretsKeyOld: optional({
    name: 'SECRETS_KEY_OLD',
    meaning: 'The previous key, while SECRETS_KEY is being replaced: docs/KEYS.md, "Another SECRETS_KEY". Unset: none.',
    secret: true,
    parser: aesKey,
  }),
  demoData: defaulted({
    name: 'DEMO_DATA',
    default: 'auto',
    meaning:
      'auto fills an empty directory of the embedded server with generated data at the start; off leaves it empty. ' +
      'The database of DATABASE_URL is never filled: see directory demo.',
    parser: oneOfWords('auto', 'off'),
  }),
  drainSeconds: defaulted({
    name: 'DRAIN_SECONDS',
    default: '5',
    meaning:
      'How many seconds the service continues to accept requests after SIGTERM, while /readyz reports that it is not ' +
      'ready. Use the time that the load balancer needs to notice.',
    parser: wholeNumber(0, 300),
  }),
  logLevel: defaulted({
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'The lowest level of messages that are logged.',
    parser: oneOfWords('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  rateLimit: defaulted({
    name: 'RATE_LIMIT',
    default: '6000/60',
    meaning:
      'The number of requests that a key pair may send, as REQUESTS/SECONDS; the same limit applies to each IP address ' +
      'without valid credentials. With a public key it applies to each IP address, and 100 times as many requests to the ' +
      'key. The operator has no limit. off disables all limits, including the limit of wrong secrets.',
    parser: rateLimit,
  }),
  trustProxy: optional({
    name: 'TRUST_PROXY',
    meaning:
      'The proxies whose X-Forwarded-For header is trusted for the IP address of a client: the number of proxies in ' +
      'front of the service, or their addresses and subnets. Unset: none; the address of the connection is used.',
    parser: proxies,
  }),
  publicUrl: optional({
    name: 'PUBLIC_URL',
    meaning: 'The base URL of links in responses, by which clients reach the service. Unset: links are paths.',
    parser: publicUrl,
  }),
  corsOrigins: optional({
    name: 'CORS_ORIGINS',
    meaning:
      'The origins whose pages may call the service from a browser, separated by commas, such as ' +
      'https://www.harbour.example. Unset: none, and with the embedded server http://localhost:4000, for a site that ' +
      'you develop. See docs/KEYS.md, "Keys in a browser".',
    parser: origins,
  }),
  changesRetention: defaulted({
    name: 'CHANGES_RETENTION',
    default: '30',
    meaning: 'How many days the change log is kept.',
    parser: wholeNumber(1, 3_650),
  }),
  hooks: defaulted({
    name: 'HOOKS',
    default: 'on',
    meaning:
      'on: this process delivers messages to the hooks of accounts; processes on one database share the hooks among them. ' +
      'off: it delivers none.',
    parser: oneOfWords('on', 'off'),
  }),
  hooksAllow: optional({
    name: 'HOOKS_ALLOW',
    meaning:
      'The origins that hooks may call besides https on port 443 of public hosts, separated by commas, for tests and ' +
      'for receivers in your network. All accounts may then have hooks there.',
    parser: origins,
  }),
  auditRetention: defaulted({
    name: 'AUDIT_RETENTION',
    default: '400',
    meaning: 'How many days the audit log is kept.',
    parser: wholeNumber(1, 3_650),
  }),
  enquiriesRetention: defaulted({
    name: 'ENQUIRIES_RETENTION',
    default: '365',
    meaning: 'How many days enquiries of visitors are kept. They are personal data.',
    parser: wholeNumber(1, 3_650),
  }),
  feedsRetention: defaulted({
    name: 'FEEDS_RETENTION',
    default: '90',
    meaning: 'How many days runs of feeds are kept; the last run of a file is kept longer.',
    parser: wholeNumber(1, 3_650),
  }),
  searchesRetention: defaulted({
    name: 'SEARCHES_RETENTION',
    default: '400',
    meaning: 'How many days a saved search is kept after its last change, or after its matches were last read.',
    parser: wholeNumber(1, 3_650),
  }),
  bodySeconds: defaulted({
    name: 'BODY_SECONDS',
    default: '30',
    meaning:
      'The number of seconds within which the whole body of a request must arrive; for a feed, the maximum pause.',
    parser: wholeNumber(1, 3_600),
  }),
  exportStallSeconds: defaulted({
    name: 'EXPORT_STALL_SECONDS',
    default: '30',
    meaning:
      'The number of seconds after which an export is aborted when its client reads nothing; until then the database keeps ' +
      'the old versions of rows that the export may still read. The same limit applies to event streams.',
    parser: wholeNumber(1, 3_600),
  }),
  exportLinesPerSecond: defaulted({
    name: 'EXPORT_LINES_PER_SECOND',
    default: '250',
    meaning:
      'The lowest rate at which an export may be read, in lines a second; it is aborted when its client has let it wait ' +
      'longer than its lines so far take at this rate, plus EXPORT_STALL_SECONDS.',
    parser: wholeNumber(1, 1_000_000),
  }),
  databasePoolSize: defaulted({
    name: 'DATABASE_POOL_SIZE',
    default: '11',
    meaning:
      'The maximum number of database connections. Two are reserved for credentials and readiness checks, two more for ' +
      'look-ups by key; exports use at most a third of the others, and exports of the operator one more. A migration ' +
      'needs one more.',
    parser: wholeNumber(6, 1_000),
  }),
  responseCacheMb: defaulted({
    name: 'RESPONSE_CACHE_MB',
    default: '160',
    meaning:
      'The memory for cached responses, in megabytes. Under load the process needs about 420 MB besides. A container ' +
      'with less memory needs a smaller cache: evicted responses are read from the database again.',
    parser: wholeNumber(8, 100_000),
  }),
  statementTimeoutMs: defaulted({
    name: 'STATEMENT_TIMEOUT_MS',
    default: '30000',
    meaning: 'The number of milliseconds after which a statement is cancelled; 0 means no limit.',
    parser: wholeNumber(0, 3_600_000),
  }),
};

/** The parsed environment, one property per variable. */
export type Environment = {
  readonly [Key in keyof typeof variables]: (typeof variables)[Key] extends Defaulted<infer T>
    ? T
    : (typeof variables)[Key] extends Variable<infer T>
      ? T | undefined
      : never;
};
