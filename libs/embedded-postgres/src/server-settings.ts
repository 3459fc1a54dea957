/** The server's configuration, by PostgreSQL's own names. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Defaults for a machine that also runs other programs, and a directory of a million listings. Durable: fsync stays on.
 */
export const defaultSettings: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // The path of a socket is limited to about 100 characters, which a checkout may exceed.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '512MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  // One in addition to the main process, which works as well; further ones would wait for each other.
  max_parallel_workers_per_gather: '1',
  // Memory for parallel queries, reserved here because /dev/shm has only 64 MB in a container.
  min_dynamic_shared_memory: '256MB',
  // Without replication, imports write less.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Logs starts, stops and errors of the server. Errors of statements belong to the caller and may quote secrets.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** The value of `pg_ctl --options`, which a shell parses. */
export function settingsOptions(settings: ServerSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c '${`${name}=${value}`.replaceAll("'", "'\\''")}'`)
    .join(' ');
}
