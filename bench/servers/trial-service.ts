import { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import { benchDirectory } from '../directory/bench-directory.js';
import { Build } from '../directory/build.js';
import { databaseOf, DatabaseServer } from '../directory/database-server.js';
import { ROOT } from '../places.js';
import type { Progress } from '../progress.js';
import { keysOfAccount, startService, type Keys, type Service } from './service.js';

const COPY = 'bench_trial';

/** A traced service without limits on a generated directory. */
export interface TrialService extends Service {
  readonly pool: Pool;
  readonly publicKeys: Keys;
}

/** @param isCopy on a copy of the directory, which may be written to */
export async function startTrial(
  listings: number,
  isCopy: boolean,
  variables: Readonly<Record<string, string>>,
  progress: Progress,
  cleanup: Cleanup,
): Promise<TrialService> {
  const database = await DatabaseServer.start(cleanup);
  const directory = await benchDirectory(database, listings, progress, new AbortController().signal);
  if (isCopy) {
    await database.copy(databaseOf(directory), COPY);
    cleanup.add(() => database.drop(COPY));
  }
  const url = isCopy ? database.urlOf(COPY) : directory;
  const pool = new Pool({ connectionString: url, max: 1 });
  cleanup.add(() => pool.end());
  const publicKeys = await keysOfAccount(pool, 'public');
  const trace = { BENCH_TRACE: 'on', RESPONSE_CACHE_MB: '8', LOG_LEVEL: 'fatal' };
  const service = await startService(new Build(ROOT), url, cleanup, { ...trace, ...variables });
  return { ...service, pool, publicKeys };
}
