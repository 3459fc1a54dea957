import { filtersOf, ListParameter, Parameter, parametersOf, redeclare } from '@app/lists';
import { dayInstantOrNow, dayOrInstant, NOW } from '@app/schema';
import { ListingCardsQuery } from '../filters/listings.query.js';
import { inspectionKind, type InspectionKind } from './inspection.kinds.js';

/** The parameters of listings that mean nothing here: times are in the order of time, and shown with a card. */
const OF_LISTINGS: ReadonlySet<string> = new Set(['baseDate', 'sort', 'view']);

/** The parameters of the list of inspections and auctions: the filters of listings, and dates of the times themselves. */
export class InspectionsQuery extends ListingCardsQuery {
  override readonly baseDate = 'event';

  @ListParameter(inspectionKind, 'What happens. Without it: inspections and auctions.', { example: 'inspection' })
  kind?: InspectionKind[];

  @Parameter(
    dayInstantOrNow,
    'Times that end then or later: a day in the time zone of the listing, or a time. With `now` the answer depends on the time of day.',
    { initial: NOW, example: '2026-03-07', volatile: (from: string) => from === NOW },
  )
  override datefrom?: string;

  @Parameter(dayOrInstant, 'Times that start then or earlier: a day in the time zone of the listing, or a time.', {
    example: '2026-03-08T10:00:00Z',
  })
  override dateto?: string;
}

redeclare(
  InspectionsQuery,
  [...parametersOf(InspectionsQuery).values()].filter(({ name }) => !OF_LISTINGS.has(name)),
);

/** The parameters of the calendar, which has no pages. */
export class InspectionsCalendarQuery extends filtersOf(InspectionsQuery) {}
