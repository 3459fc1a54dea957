import { filtersOf, ListParameter, Parameter, parametersOf, redeclare } from '@app/lists';
import { dayInstantOrNow, dayOrInstant, NOW } from '@app/schema';
import { ListingCardsQuery } from '../filters/listings.query.js';
import { inspectionKind, type InspectionKind } from './inspection.kinds.js';

/** Parameters of listings that do not apply here: times are in chronological order, and shown with a card. */
const OF_LISTINGS: ReadonlySet<string> = new Set(['baseDate', 'sort', 'view']);

/**
 * The parameters of the list of inspections and auctions: the filters of listings, and dates that apply to the times
 * themselves.
 */
export class InspectionsQuery extends ListingCardsQuery {
  override readonly baseDate = 'event';

  @ListParameter(inspectionKind, 'The kind of event. Default: inspections and auctions.', {
    group: 'Kind and status',
    example: 'inspection',
  })
  kind?: InspectionKind[];

  @Parameter(
    dayInstantOrNow,
    'Times that end on this day or later, in the time zone of the listing, or at this time or later. With `now`, the answer depends on the time of day.',
    { group: 'Dates and events', initial: NOW, example: '2026-03-07', volatile: (from: string) => from === NOW },
  )
  override datefrom?: string;

  @Parameter(
    dayOrInstant,
    'Times that start on this day or earlier, in the time zone of the listing, or at this time or earlier.',
    {
      group: 'Dates and events',
      example: '2026-03-08T10:00:00Z',
    },
  )
  override dateto?: string;
}

redeclare(
  InspectionsQuery,
  [...parametersOf(InspectionsQuery).values()].filter(({ name }) => !OF_LISTINGS.has(name)),
);

/** The parameters of the calendar, which has no pages. */
export class InspectionsCalendarQuery extends filtersOf(InspectionsQuery) {}
