import { AnswerCache } from '@app/cache';
import { ChangeStreams, openTransactions } from '@app/changes';
import { ExportsService } from '@app/exports';
import { lastFeedSuccess } from '@app/feeds';
import { oldestPendingSeconds } from '@app/hooks';
import { requestsInFlight } from '@app/http';
import type { Gauges } from '@app/metrics';
import { poolGauges, SqlExecutor } from '@app/sql';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The gauges of the service (B34). */
export function serviceGauges(app: INestApplicationContext): Gauges {
  const [cache, streams, exports] = [app.get(AnswerCache), app.get(ChangeStreams), app.get(ExportsService)];
  const executor = app.get(SqlExecutor);
  return {
    own: {
      http_requests_in_flight: requestsInFlight,
      response_cache_bytes: () => cache.bytes,
      change_streams: () => streams.count,
      exports_running: () => exports.running,
      ...poolGauges(app.get(DataSource)),
    },
    database: {
      changes_horizon_age_seconds: async () => (await openTransactions(executor, 0))[0]?.seconds ?? 0,
      hooks_oldest_pending_seconds: () => oldestPendingSeconds(executor),
      feed_last_success_timestamp_seconds: () => lastFeedSuccess(executor),
    },
  };
}
