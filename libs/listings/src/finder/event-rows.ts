import type { Filters, Search } from '@app/lists';
import type { Recipient } from '@app/http';
import { raw } from '@app/sql';
import { getMetadataArgsStorage } from 'typeorm';
import { ListingEventEntity } from '../entities/listing-history.entity.js';
import type { ListingsQuery } from '../filters/listings.query.js';
import { matchesEvery } from './matching-conditions.js';

/** The columns of events that are not those of their listings. */
const OWN: ReadonlySet<string> = new Set(['amount', 'listing_id', 'what', 'day', 'days']);

/** The columns that events repeat. */
const REPEATED: readonly string[] = getMetadataArgsStorage()
  .columns.filter(({ target }) => target === ListingEventEntity)
  .map(({ options, propertyName }) => options.name ?? propertyName)
  .filter((name) => !OWN.has(name));

/** Events, with the columns that they repeat as `listing`. The planner merges the subquery into the statement. */
const EVENTS = raw(`listing_events event, LATERAL (
  SELECT event.listing_id AS id, ${REPEATED.map((name) => `event.${name}`).join(', ')}) listing`);

const HAS: ReadonlySet<string> = new Set(['id', ...REPEATED].map((name) => `listing.${name}`));

/** The search in events alone; undefined if conditions need other columns. */
export function searchEvents(query: Filters<ListingsQuery>, recipient: Recipient): Search | undefined {
  if (query.websiteID !== undefined) return undefined;
  const where = matchesEvery(query, recipient);
  return where.columns.every((path) => HAS.has(path) || !path.startsWith('listing.'))
    ? { from: EVENTS, where }
    : undefined;
}
