import type { Recipient } from '@app/http';
import { ofConditions, ofList, type ListQuery } from '@app/lists';
import { anyId } from '@app/schema';
import { always, dependsOn, either, ofIds, ofRows } from '@app/cache';
import { sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { listingVisibilityFor } from '../documents/listing-visibility.reads.js';
import { shownBy } from '../filters/listing-conditions.filters.js';
import { isRequested, ofRecipient } from '../filters/listing.dependencies.js';
import {
  byLikeness,
  comparedColumns,
  isLike,
  isLikeRow,
  type ComparedListing,
  type SimilarListingsQuery,
} from '../filters/similar-listings.filters.js';
import { listedItems, ListingsRepository, type ItemRow } from '../listings.repository.js';

/** Finds listings like another one. */
@Injectable()
export class SimilarListingsRepository {
  constructor(private readonly listings: ListingsRepository) {}

  /** Undefined if the recipient sees no listing with the identifier. */
  async list(id: string, query: SimilarListingsQuery, recipient: Recipient): Promise<ListQuery<ItemRow> | undefined> {
    const { audience } = recipient;
    const { status, websiteID } = query;
    const visible = listingVisibilityFor(recipient);
    const propertyId = visible.column('property_id');
    const one = await this.listings.findFirst<ComparedListing>(id, recipient, comparedColumns(propertyId));
    if (!one) return undefined;
    const order = byLikeness(one, status);
    return {
      ...listedItems(visible, audience, 'card'),
      name: `similar to ${one.id} for ${audience}`,
      query,
      search: {
        from: websiteID === undefined ? sql`listings listing` : shownBy(websiteID),
        where: sql`${isLike(one, status, propertyId)} AND ${visible.rows(sql`listing`)}`,
      },
      order,
      dependsOn: (page) =>
        visible.dependencies(
          dependsOn({
            listing: either(
              ofRows(isRequested(anyId.parse(id), id)),
              ofList('listing', { query, order }, page, isLikeRow(one)),
            ),
            account: either(ofIds(page.others.account), ofRecipient(recipient), ofConditions(query, 'account')),
            agent: ofIds(page.others.agent),
            suburb: always,
          }),
        ),
    };
  }
}
