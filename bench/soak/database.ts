import { startOwnServer } from '../../test/system/support/own-server.js';
import { Standby, WITH_STANDBYS } from '../../test/system/support/standby.js';
import type { Cleanup } from '../cleanup.js';

/** A PostgreSQL server of the run's own, which may be restarted. */
export type SoakDatabase = Awaited<ReturnType<typeof startDatabase>>;

export async function startDatabase(cleanup: Cleanup) {
  const server = await startOwnServer({ ...WITH_STANDBYS, shared_buffers: '256MB', max_wal_size: '1GB' });
  cleanup.add(() => server.drop());
  return {
    url: server.url,
    adminUrl: server.adminUrl,
    restart: () => server.restart('fast'),
    startStandby: async () => {
      const standby = await Standby.of(server);
      cleanup.add(() => standby.drop());
      return standby;
    },
  };
}

/** A streaming standby that may be stopped and started. */
export type SoakStandby = Pick<Standby, 'url' | 'start' | 'stop'>;
