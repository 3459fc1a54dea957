import { shownBy } from '@app/accounts';
import type { Recipient } from '@app/http';
import { ofConditions, ofList, type ListQuery } from '@app/lists';
import { anyId } from '@app/schema';
import { always, dependsOn, either, ofIds, ofRows } from '@app/cache';
import { allOf } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { isRequested, ofRecipient } from '../documents/listing.dependencies.js';
import { ListingMasks } from '../finder/listing-masks.js';
import { listedItems, ListingsRepository, type ItemRow } from '../listings.repository.js';
import {
  byLikeness,
  comparedColumns,
  isLike,
  isLikeRow,
  type ComparedListing,
  type SimilarListingsQuery,
} from './similar-listings.query.js';

/** Finds listings similar to another one. */
@Injectable()
export class SimilarListingsRepository {
  constructor(private readonly listings: ListingsRepository) {}

  /** Undefined if the recipient sees no listing with the identifier. */
  async list(id: string, query: SimilarListingsQuery, recipient: Recipient): Promise<ListQuery<ItemRow> | undefined> {
    const { status, websiteID } = query;
    const masks = new ListingMasks(recipient);
    const one = await this.listings.findFirst<ComparedListing>(
      id,
      recipient,
      comparedColumns(masks.column('property_id')),
    );
    if (!one) return undefined;
    const order = byLikeness(one, status);
    const rows = masks.rows();
    return {
      ...listedItems(masks, recipient, { view: 'card' }),
      name: `similar to ${one.id} for ${recipient.audience}`,
      query,
      search: {
        from: websiteID === undefined ? masks.from() : shownBy(websiteID),
        where: allOf([isLike(one, status, masks.column('property_id')), ...(rows ? [rows] : [])]),
      },
      order,
      dependsOn: (page) =>
        masks.dependencies(
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
