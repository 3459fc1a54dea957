import { inTransaction, lockListings, ListingsWriter, tidyTables } from '@app/bundles';
import { findListingLines, normalizeWhole, type ListingKey, type ListingLine } from '@app/listings';
import { sql, SqlExecutor } from '@app/sql';
import { AuditTrail, byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { oneLine } from '../reaxml/mapping/element.js';
import { givenModtime } from '../reaxml/merging/merge-listing.js';
import { plainText } from '../reaxml/values/plain-text.js';
import { noCounts } from './feed-outcomes.js';
import { unidentified } from './feed-plan.js';

/** Listings that are looked at together. */
const PAGE = 1_000;

/** What markup and entities look like; `plainText` decides. */
const MARKUP = String.raw`<[/!a-z]|&(#x?)?[a-z\d]+;`;

interface Page {
  /** Null: there are no more. */
  readonly last: number | null;
  readonly marked: ListingKey[];
}

/** Texts of listings that earlier releases have stored with the markup of HTML (B69). */
@Injectable()
export class StoredTexts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly executor: SqlExecutor,
    private readonly writer: ListingsWriter,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Makes them texts, as feeds do. Each page is a transaction, and a change like any other. It can run beside the
   * service, and can be interrupted and started again.
   *
   * @returns the number of changed listings
   */
  async makePlain(signal?: AbortSignal): Promise<number> {
    let changed = 0;
    for (let last: number | null = 0; last !== null;) {
      signal?.throwIfAborted();
      const page: Page = await this.pageAfter(last);
      last = page.last;
      if (page.marked.length > 0) changed += await this.change(page.marked);
    }
    if (changed > 0) await tidyTables(this.dataSource, [{ kind: 'listings', ...noCounts(), updated: changed }]);
    return changed;
  }

  private async pageAfter(last: number): Promise<Page> {
    const [page] = await this.executor.queryRows<Page>(sql`SELECT max(id) AS last,
        coalesce(json_agg(key ORDER BY id) FILTER (WHERE document ~* ${MARKUP}), '[]') AS marked
      FROM (SELECT listing.id, document.document, json_build_object('websiteID', listing.website_id,
          'agentID', listing.agent_id, 'uniqueID', listing.unique_id) AS key
        FROM listings listing JOIN listing_documents document ON document.listing_id = listing.id
        WHERE listing.id > ${last} ORDER BY listing.id LIMIT ${PAGE}) page`);
    return page ?? { last: null, marked: [] };
  }

  private change(keys: readonly ListingKey[]): Promise<number> {
    return inTransaction(this.dataSource, async (executor) => {
      await lockListings(executor);
      const stored = await findListingLines(executor, keys);
      const lines = [...stored.values()].flatMap((line) => {
        const plain = withPlainTexts(line);
        return JSON.stringify(plain) === JSON.stringify(line) ? [] : normalizeWhole(unidentified(asChanged(plain)));
      });
      if (lines.length === 0) return 0;
      const outcomes = await this.writer.importLines(executor, lines);
      const updated = outcomes.filter((outcome) => outcome === 'updated').length;
      const of = { resource: 'listing', id: null, websiteID: null } as const;
      await this.trail.record(executor, byCommand('rebuild'), { action: 'update', ...of, counts: { updated } });
      return updated;
    });
  }
}

/** Dates of a change, as feeds have them. */
const asChanged = (line: ListingLine): ListingLine => {
  const { modtime: _modtime, updatedAt: _updatedAt, ...others } = line;
  const modtime = givenModtime(line);
  return { ...others, ...(modtime === undefined ? {} : { modtime }) };
};

function withPlainTexts(line: ListingLine): ListingLine {
  const { headline, description, ruralFeatures, features, price, details } = line;
  return {
    ...line,
    headline: oneLine(plainText(headline)),
    description: plainText(description),
    ruralFeatures: plainText(ruralFeatures),
    features: { ...features, otherFeatures: plainText(features.otherFeatures) },
    price: { ...price, priceView: oneLine(plainText(price.priceView)) },
    ...(details?.terms && { details: { ...details, terms: plainText(details.terms) } }),
  };
}
