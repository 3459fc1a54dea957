/** The possible values of a label; `undefined` if the reporting code bounds them. */
type LabelValues = readonly string[] | undefined;

/** The declaration of a metric. */
export interface MetricDeclaration {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Explains the metric to the operator. */
  readonly help: string;
  readonly labels: Readonly<Record<string, LabelValues>>;
  /** The upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

/** The routes, statuses, jobs or settings of the service bound the values of the label. */
const BOUNDED = undefined;

const POOLS = ['main', 'reserved', 'exports'] as const;

/** All metrics of the service besides Node's own (B34). No label contains an id, a URL or the value of a filter. */
export const METRICS = {
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the head of a request to the end of its response. Route: the path template, or unmatched. Status 499: the client disconnected first.',
    labels: {
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
      route: BOUNDED,
      status: BOUNDED,
    },
    buckets: [0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  http_requests_in_flight: { type: 'gauge', help: 'Requests whose response has not ended.', labels: {} },
  http_response_bytes_total: {
    type: 'counter',
    help: 'Bytes of response bodies; for streams, including their framing.',
    labels: {},
  },
  response_cache_requests_total: {
    type: 'counter',
    help: 'Requests for cacheable responses. not_modified: a hit that was answered 304. shared: the response of a concurrent request.',
    labels: { outcome: ['hit', 'miss', 'not_modified', 'shared'] },
  },
  response_cache_bytes: { type: 'gauge', help: 'Memory of the cached responses.', labels: {} },
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
    help: 'Time of a statement, including the wait for its connection. reserved: credentials and snapshots. lookup: reads by key. list: lists and searches. write: writes and locks. transaction: statements inside a transaction.',
    labels: { statement: ['reserved', 'lookup', 'list', 'write', 'transaction'] },
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10],
  },
  changes_horizon_age_seconds: {
    type: 'gauge',
    help: 'Age of the open transaction that readers of the change log wait for; 0 without one.',
    labels: {},
  },
  hooks_oldest_pending_seconds: {
    type: 'gauge',
    help: 'Age of the oldest undelivered message of an enabled endpoint; 0 without one.',
    labels: {},
  },
  hooks_held_back_endpoints: {
    type: 'gauge',
    help: 'Endpoints whose queue of unsent messages is full; their later changes wait in the change log.',
    labels: {},
  },
  searches_behind_seconds: {
    type: 'gauge',
    help: 'Age of the oldest listing change that has not been compared with saved searches; 0 without one.',
    labels: {},
  },
  search_matches_total: {
    type: 'counter',
    help: 'Matches of saved searches sent to hooks. left_out: not sent, because the queue of the endpoint was full. failed: a change could not be compared.',
    labels: { outcome: ['made', 'left_out', 'failed'] },
  },
  hooks_deliveries_total: {
    type: 'counter',
    help: 'Attempts to deliver a message. retry: failed, to be retried. dead: failed, and not retried.',
    labels: { outcome: ['delivered', 'retry', 'dead'] },
  },
  change_streams: { type: 'gauge', help: 'Open event streams of changes.', labels: {} },
  exports_running: { type: 'gauge', help: 'Exports that are running or waiting for their turn.', labels: {} },
  feed_entries_total: {
    type: 'counter',
    help: 'Listings of imported feeds. not_imported: failed attempts to import a file.',
    labels: {
      outcome: ['created', 'updated', 'unchanged', 'stale', 'held', 'deleted', 'withdrawn', 'rejected', 'not_imported'],
    },
  },
  feed_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a feed was last imported successfully, by any process; absent before the first.',
    labels: {},
  },
  inbox_waiting_files: {
    type: 'gauge',
    help: 'Feed files in the inbox that are waiting for their import or a retry. Reported by the inbox process only.',
    labels: {},
  },
  prune_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a job that deletes expired rows last succeeded in this process; 0 before the first time. Prometheus calls the label exported_job.',
    labels: { job: ['audit', 'changes', 'enquiries', 'feed_uploads', 'hook_deliveries', 'searches'] },
  },
  auth_failures_total: {
    type: 'counter',
    help: 'Rejected credentials. not_checked: too many wrong secrets from the address.',
    labels: { reason: ['no_keys', 'unknown_key', 'wrong_secret', 'not_checked', 'account_disabled'] },
  },
  rate_limited_total: {
    type: 'counter',
    help: 'Requests rejected with 429, by the limit that they exceeded.',
    labels: {
      limit: [
        'credential',
        'visitor',
        'public-key',
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
    help: 'Time since a read replica had all changes of the primary. It grows while the replica does not answer; it is 0 for the primary itself.',
    labels: { replica: BOUNDED },
  },
  replica_reads_total: {
    type: 'counter',
    help: 'Reads that a replica could serve. replica: it served them. The primary served the others, because the replica was behind, failed, or cancelled the statement.',
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

/** The reason for rejecting credentials. */
export type AuthFailure = LabelsOf<'auth_failures_total'>['reason'];
/** The category of a statement. */
export type StatementName = LabelsOf<'db_statement_duration_seconds'>['statement'];
export type LimitName = LabelsOf<'rate_limited_total'>['limit'];

/** The labels of a metric and their values. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in keyof Table[Name]['labels']]: Table[Name]['labels'][Label] extends readonly (infer Value)[]
    ? Value
    : string;
};
