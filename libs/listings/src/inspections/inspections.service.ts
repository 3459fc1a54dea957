import { dependsOn, either, ofRows, type CacheDependencies } from '@app/cache';
import { OPERATOR, problems, type Recipient } from '@app/http';
import { PageReader, readQuery, type Page } from '@app/lists';
import { anyId } from '@app/schema';
import { Injectable } from '@nestjs/common';
import { isRequested, ofRecipient } from '../documents/listing.dependencies.js';
import { ListingMasks } from '../finder/listing-masks.js';
import { ListingsRepository } from '../listings.repository.js';
import { InspectionsQuery, type InspectionsCalendarQuery } from './inspections.query.js';
import { InspectionsRepository, MOST_EVENTS_OF_LISTING } from './inspections.repository.js';

/** Maximum number of events in a calendar. */
export const MOST_EVENTS = 1_000;

const WHOLE = { page: 1, limit: MOST_EVENTS, cursor: undefined };

/** Inspections and auctions, read-only over HTTP. */
@Injectable()
export class InspectionsService {
  constructor(
    private readonly inspections: InspectionsRepository,
    private readonly listings: ListingsRepository,
    private readonly pages: PageReader,
  ) {}

  list(query: InspectionsQuery, recipient: Recipient): Promise<Page> {
    return this.pages.read(this.inspections.list(query, recipient));
  }

  /** The next times, up to the maximum of a calendar. */
  calendar(query: InspectionsCalendarQuery, recipient: Recipient): Promise<Page> {
    const whole = Object.assign(new InspectionsQuery(), query, WHOLE);
    return this.pages.read(this.inspections.calendar(whole, recipient));
  }

  /**
   * The times of a listing, including past ones, up to the maximum of a listing. Empty for a listing that was on offer:
   * programs that get a 404 may keep its events. @throws NOT_FOUND
   */
  async calendarOf(id: string, recipient: Recipient): Promise<Page> {
    const seen = await this.listings.findShown(id, recipient, undefined);
    const shown = seen ?? (await this.listings.findFormer(id));
    if (!shown) throw problems.notFound('listing');
    const query = readQuery(InspectionsQuery, { ids: String(shown.listingID) });
    const whole = Object.assign(query, WHOLE, { datefrom: undefined, limit: MOST_EVENTS_OF_LISTING });
    const page = await this.pages.read(this.inspections.calendar(whole, recipient, shown.timeZone));
    const found = new ListingMasks(seen ? recipient : OPERATOR).dependencies(
      dependsOn({ listing: ofRows(isRequested(anyId.parse(id), id)), account: ofRecipient(recipient) }),
    );
    return { ...page, dependsOn: (body) => bothOf(found, page.dependsOn?.(body) ?? found) };
  }
}

const bothOf = (one: CacheDependencies, other: CacheDependencies): CacheDependencies => ({
  ...other,
  listing: either(one.listing, other.listing),
  account: either(one.account, other.account),
});
