/** The server's configuration, by PostgreSQL's own names. */
export type ServerSettings = Readonly<Record<string, string>>;

/** For one machine that has other things to do, and a directory of a million listings. Durable: fsync stays on. */
export const defaultSettings: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // A socket's path may be no longer than 100 characters or so; a checkout's may.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '512MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Beside the process that was asked, which works as well; more of them would wait for each other.
  max_parallel_workers_per_gather: '1',
  // Parallel queries get their memory here before they ask /dev/shm, which has 64 MB in a container.
  min_dynamic_shared_memory: '256MB',
  // Nothing replicates from here; imports write less.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Starts, stops and what is worse than an error. Errors of statements are the caller's, and may quote secrets.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** The text of `pg_ctl --options`, which a shell reads. */
export function settingsOptions(settings: ServerSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${quoted(`${name}=${value}`)}`)
    .join(' ');
}

function quoted(text: string): string {
  if (process.platform === 'win32') return `"${text.replaceAll('"', '\\"')}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
