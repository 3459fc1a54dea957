/** A label: its possible values, or `undefined` where they are bounded by the code that reports them. */
type LabelValues = readonly string[] | undefined;

/** The declaration of a metric. */
export interface MetricDeclaration {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The description for the operator. */
  readonly help: string;
  readonly labels: Readonly<Record<string, LabelValues>>;
  /** The upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

/** The label is bounded: by the routes of the service, its statuses, its jobs, its settings. */
const BOUNDED = undefined;

const POOLS = ['main', 'reserved', 'exports'] as const;

/** The tables that grow with listings or time. */
export const GROWING_TABLES = [
  'audit_log',
  'changes',
  'enquiries',
  'feed_run_problems',
  'feed_runs',
  'hook_deliveries',
  'hook_messages',
  'listing_documents',
  'listing_history',
  'listings',
] as const;

/** Every metric of the service beside Node's own (B34). No label has an id, a URL or a value of a filter. */
export const METRICS = {
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Duration of requests, to the end of the response. Status 499: the client closed the connection first.',
    labels: {
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
      route: BOUNDED,
      status: BOUNDED,
    },
    buckets: [0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  http_requests_in_flight: { type: 'gauge', help: 'Requests in progress.', labels: {} },
  http_response_bytes_total: {
    type: 'counter',
    help: 'Bytes of response bodies, with the framing of streams.',
    labels: {},
  },
  response_cache_requests_total: {
    type: 'counter',
    help: 'Requests for cacheable responses. not_modified: a hit answered with 304. shared: the response of a concurrent request.',
    labels: { outcome: ['hit', 'miss', 'not_modified', 'shared'] },
  },
  response_cache_bytes: { type: 'gauge', help: 'Memory used by cached responses.', labels: {} },
  db_pool_connections: {
    type: 'gauge',
    help: 'Open connections to the database.',
    labels: { pool: ['main', 'reserved'], state: ['used', 'idle'] },
  },
  db_pool_waiting: {
    type: 'gauge',
    help: 'Statements and transactions that wait for a connection. exports: exports that wait for their turn.',
    labels: { pool: POOLS },
  },
  db_statement_duration_seconds: {
    type: 'histogram',
    help: 'Duration of statements, with the wait for a connection. reserved: credentials and snapshots. lookup: reads by key. list: lists and searches. write: writes and locks. transaction: inside a transaction.',
    labels: { statement: ['reserved', 'lookup', 'list', 'write', 'transaction'] },
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10],
  },
  db_size_bytes: { type: 'gauge', help: 'Size of the database, with indexes. Read once a minute.', labels: {} },
  db_table_bytes: {
    type: 'gauge',
    help: 'Size of a table that grows, with partitions and indexes, as estimated by its last VACUUM. Read once a minute.',
    labels: { table: GROWING_TABLES },
  },
  db_server_connections: {
    type: 'gauge',
    help: 'Open connections to all databases of the server. Read once a minute.',
    labels: {},
  },
  db_server_connections_max: {
    type: 'gauge',
    help: 'Connections that the server allows to roles other than superusers. Read once a minute.',
    labels: {},
  },
  db_archive_failing: {
    type: 'gauge',
    help: '1 if the last attempt of the server to archive WAL failed; 0 if it succeeded, or without archiving. Read once a minute.',
    labels: {},
  },
  schema_unknown_migrations: {
    type: 'gauge',
    help: 'Migrations of a later release that the database has. Read once a minute.',
    labels: {},
  },
  changes_horizon_age_seconds: {
    type: 'gauge',
    help: 'Age of the open transaction that readers of the change log wait for; 0 without one.',
    labels: {},
  },
  hooks_oldest_pending_seconds: {
    type: 'gauge',
    help: 'Age of the oldest pending message of an enabled hook; 0 without one.',
    labels: {},
  },
  hooks_held_back_endpoints: {
    type: 'gauge',
    help: 'Hooks with the maximum number of pending messages; their later changes wait in the log.',
    labels: {},
  },
  searches_behind_seconds: {
    type: 'gauge',
    help: 'Age of the oldest listing change that is not yet compared with saved searches; 0 without one.',
    labels: {},
  },
  search_matches_total: {
    type: 'counter',
    help: 'Matches of saved searches for hooks. left_out: the hook had the maximum number of pending messages. failed: the change could not be compared.',
    labels: { outcome: ['made', 'left_out', 'failed'] },
  },
  hooks_deliveries_total: {
    type: 'counter',
    help: 'Attempts to deliver a message. retry: failed, will be retried. dead: failed, will not be retried.',
    labels: { outcome: ['delivered', 'retry', 'dead'] },
  },
  change_streams: { type: 'gauge', help: 'Open event streams of changes.', labels: {} },
  exports_running: { type: 'gauge', help: 'Exports that run or wait for their turn.', labels: {} },
  feed_entries_total: {
    type: 'counter',
    help: 'Listings in imported feeds. not_imported: files that could not be imported, counted at each attempt.',
    labels: {
      outcome: ['created', 'updated', 'unchanged', 'stale', 'deleted', 'withdrawn', 'rejected', 'not_imported'],
    },
  },
  feed_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last successful feed import, in any process; absent before the first.',
    labels: {},
  },
  inbox_waiting_files: {
    type: 'gauge',
    help: 'Feed files in the inbox that are not imported yet, or are retried. Reported by the inbox only.',
    labels: {},
  },
  prune_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last success of a cleanup job in this process; 0 before it. Prometheus renames the label to exported_job.',
    labels: { job: ['audit', 'changes', 'enquiries', 'feed_uploads', 'feeds', 'hook_deliveries', 'searches'] },
  },
  auth_failures_total: {
    type: 'counter',
    help: 'Refused credentials. not_checked: the address had sent too many wrong secrets.',
    labels: { reason: ['no_keys', 'unknown_key', 'wrong_secret', 'not_checked', 'account_disabled'] },
  },
  rate_limited_total: {
    type: 'counter',
    help: 'Requests refused with 429, by the exceeded limit.',
    labels: {
      limit: [
        'credential',
        'visitor',
        'public-key',
        'link',
        'address',
        'failures',
        'probes',
        'documents',
        'pings',
        'replays',
        'enquiries',
      ],
    },
  },
  replica_lag_seconds: {
    type: 'gauge',
    help: 'Time since the replica had all data of the primary. It grows while the replica does not answer; 0 for the primary itself.',
    labels: { replica: BOUNDED },
  },
  replica_reads_total: {
    type: 'counter',
    help: 'Reads that a replica may answer. replica: it answered. Others: the primary answered, because the replica was behind, failed or cancelled the statement.',
    labels: { outcome: ['replica', 'behind', 'failed', 'cancelled'] },
  },
  build_info: {
    type: 'gauge',
    help: 'The running release; always 1.',
    labels: { version: BOUNDED, commit: BOUNDED, node: BOUNDED },
  },
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

type Table = typeof METRICS;
export type MetricName = keyof Table;
export type NameOf<Type extends MetricDeclaration['type']> = {
  [Name in MetricName]: Table[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Why credentials are refused. */
export type AuthFailure = LabelsOf<'auth_failures_total'>['reason'];
/** How a statement is sent. */
export type StatementName = LabelsOf<'db_statement_duration_seconds'>['statement'];
/** A rate limit. */
export type LimitName = LabelsOf<'rate_limited_total'>['limit'];

/** The labels of a metric, with their values. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in keyof Table[Name]['labels']]: Table[Name]['labels'][Label] extends readonly (infer Value)[]
    ? Value
    : string;
};
