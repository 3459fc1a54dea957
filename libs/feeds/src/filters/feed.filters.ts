import { Equals, LogOrder, type LogSort, Matches, MatchesAny, NumericIds, PageQuery, Since, Until } from '@app/lists';
import { flag, id, text } from '@app/schema';
import { anyOf, raw, sql, column } from '@app/sql';
import { feedOutcome, feedRunState } from '../dto/feed.fields.js';
import { FEED_OUTCOMES } from '../intake/feed-report.js';

/** The state of a run, computed from its columns. */
export const STATE_OF_RUN = sql`CASE WHEN run.ended_at IS NOT NULL THEN CASE WHEN run.fatal IS NULL THEN 'done' ELSE 'failed' END
  WHEN run.is_waiting THEN 'waiting' ELSE 'running' END`;

/** The parameters of the list of feeds. */
export class FeedsQuery extends PageQuery {
  @Equals(column('run.website_id'), id, 'Numeric id of the account of the feed. An account finds only its own runs.', {
    group: 'Agency and people',
    example: 1,
  })
  websiteID?: number;

  @MatchesAny(feedRunState, 'State of the run.', (values) => sql`${STATE_OF_RUN} = ANY(${values}::text[])`, {
    group: 'Place',
    example: 'done',
  })
  state?: string[];

  @MatchesAny(
    feedOutcome,
    'Only runs with this outcome for at least one listing.',
    (values) =>
      anyOf(FEED_OUTCOMES.filter((known) => values.includes(known)).map((known) => sql`run.${raw(known)} > 0`)),
    { group: 'Kind and status', example: 'unchanged' },
  )
  outcome?: string[];

  @Matches(
    flag,
    'Whether there were problems, with single listings or with the whole file.',
    (has) => sql`(run.fatal IS NOT NULL OR EXISTS (SELECT FROM feed_run_problems WHERE run_id = run.id)) = ${has}`,
    { group: 'Kind and status', example: false },
  )
  hasProblems?: boolean;

  @Matches(
    text(500),
    'Only runs with a problem of this listing, by its identifier in the system of the agency. Exact.',
    (value) => sql`run.id IN (SELECT run_id FROM feed_run_problems WHERE unique_id = ${value} AND unique_id <> '')`,
    { group: 'Words and identifiers', example: 'ABC123', selectivity: 'medium' },
  )
  uniqueID?: string;

  @Since(column('run.started_at'), 'runs that started')
  since?: string;

  @Until(column('run.started_at'), 'runs that started')
  until?: string;

  @NumericIds('run', 'Runs', 1)
  ids?: number[];

  @LogOrder()
  sort: LogSort;
}
