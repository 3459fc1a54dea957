import {
  hidesFrom,
  isShownById,
  ofEnabling,
  partsSeenByPublic,
  PAST_STATUSES,
  rowsSeenBy,
  type ListingRows,
} from '@app/accounts';
import type { Recipient } from '@app/http';
import { equals, hasAnyOf, meetsAny, type Order, type OrderTerm } from '@app/lists';
import type { Hideable } from '@app/schema';
import {
  always,
  either,
  never,
  ofIds,
  type CacheDependencies,
  type Change,
  type Invalidates,
  type MatchesRow,
  type NarrowRow,
} from '@app/cache';
import { allOf, Column, raw, sql, type Sql } from '@app/sql';

import { HIDES, hideableIn, loggedMaskOf, maskOf, type ListingColumn, type Mask } from './listing-columns.js';
import { CURRENT, LISTINGS } from './listing-tables.js';

const LISTING = sql`listing`;

/**
 * The listings that a recipient sees (ADR 19). The operator sees everything. A key pair of an account sees the listings
 * that the account shows in full, and the visible data of all others. A `public` key sees the visible data of current
 * listings and of its own past listings.
 */
export class ListingMasks {
  /** The narrow rows of current listings, as `listing`, for counts that state their recipient. */
  static readonly current = CURRENT;

  /** Whether nothing is hidden from the recipient. */
  readonly isOperator: boolean;
  private readonly isPublic: boolean;
  private readonly siteID: number | undefined;

  constructor(private readonly recipient: Recipient) {
    const { audience, siteID } = recipient;
    this.isPublic = audience === 'public';
    this.isOperator = !this.isPublic && siteID === undefined;
    this.siteID = siteID;
  }

  /** Listings under an alias, for statements with the conditions and columns of these masks. */
  from(alias = 'listing'): Sql {
    return alias === 'listing' ? LISTINGS : raw(`listings ${alias}`);
  }

  /** The rows under an alias that the recipient sees; undefined: all. */
  rows(alias = LISTING, rows: ListingRows = 'listings'): Sql | undefined {
    return rowsSeenBy(this.recipient, alias, rows);
  }

  /** The disjoint parts of `rows` for the public, each with its own indexes. */
  parts(alias = LISTING): Sql[] {
    return partsSeenByPublic(this.recipient, alias);
  }

  /** Whether a row hides this data from the recipient; undefined: no row does. */
  hides(data: Hideable, alias = LISTING): Sql | undefined {
    return hidesFrom(this.recipient, HIDES[data], alias);
  }

  /** Whether the recipient sees this data of a row. */
  shows(data: Hideable, alias = LISTING): Sql {
    const hides = this.hides(data, alias);
    return hides ? sql`NOT ${hides}` : sql`TRUE`;
  }

  /** The condition on `listing`; hidden data never meets it. */
  onShownData(condition: Sql): Sql {
    if (this.isOperator) return condition;
    return allOf([condition, ...[...hideableIn(condition.columns)].map((data) => this.shows(data))]);
  }

  /** The condition on the rows of `listing` that the recipient sees. */
  condition(condition: Sql, of: ListingRows = 'listings'): Sql {
    const rows = this.rows(LISTING, of);
    const shown = this.onShownData(condition);
    return rows ? allOf([shown, rows]) : shown;
  }

  /** A column of `listing` as the recipient sees it. */
  column(name: ListingColumn): Sql {
    const mask = maskOf(name);
    const column = new Column('listing', name);
    return mask ? this.masked(mask, column) : column;
  }

  /** The order by the values that the recipient sees. */
  order(order: Order): Order {
    if (this.isOperator) return order;
    const terms = order.terms.map((term) => this.term(term));
    // Indexes do not contain masked values.
    return terms.every((term, at) => term === order.terms[at]) ? order : { ...order, isOfRows: true, terms };
  }

  /** Selects the text with or without hidden data; `masked` is null if a listing hides nothing. */
  text(whole: Sql, masked: Sql): Sql {
    if (this.isOperator) return whole;
    if (this.isPublic || this.siteID === undefined) return sql`coalesce(${masked}, ${whole})`;
    return sql`CASE WHEN ${masked} IS NULL OR ${isShownById(LISTING, this.siteID)} THEN ${whole} ELSE ${masked} END`;
  }

  private term(term: OrderTerm): OrderTerm {
    const mask = term.by instanceof Column ? maskOf(term.by.name) : undefined;
    if (mask) return { ...term, by: this.masked(mask, term.by) };
    if (hideableIn(term.by.columns).size > 0) throw new Error(`No mask is declared for ${term.by.text}`);
    return term;
  }

  private masked(mask: Mask, column: Sql): Sql {
    const hides = this.hides(mask.with);
    return hides ? sql`(CASE WHEN ${hides} THEN ${raw(mask.shown)} ELSE ${column} END)` : column;
  }

  /** Tests whether a logged row shows the data that a condition reads. */
  showsIn(condition: Sql): MatchesRow[] {
    if (this.isOperator) return [];
    return [...hideableIn(condition.columns)].map((data) => {
      const isShown = equals(HIDES[data], false);
      return this.isPublic || this.siteID === undefined
        ? isShown
        : meetsAny([isShown, hasAnyOf('shown_by', [this.siteID])]);
    });
  }

  /**
   * The dependencies of a response for the recipient: a change that it does not see does not invalidate the response.
   */
  dependencies(dependencies: CacheDependencies): CacheDependencies {
    if (this.isOperator) return dependencies;
    const own = this.siteID === undefined ? never : ofIds([this.siteID]);
    return {
      ...dependencies,
      listing: this.seen(dependencies.listing),
      // An account determines which offices it shows.
      account: either(dependencies.account, own, this.isPublic ? ofEnabling : never),
      // Listings with a hidden address show the coordinates of their suburb, which rarely change.
      suburb: always,
    };
  }

  /** Tests changes of masked rows. */
  private seen(invalidates: Invalidates): Invalidates {
    return (change: Change) => {
      if (change.old === null && change.new === null) return invalidates(change);
      const [old, now] = [this.seenRow(change.old), this.seenRow(change.new)];
      return (old !== null || now !== null) && invalidates({ ...change, old, new: now });
    };
  }

  /** A logged row as the recipient sees it; null if it is not visible. */
  private seenRow(row: NarrowRow | null): NarrowRow | null {
    if (row === null || !this.maySee(row)) return null;
    if (this.maybeOwn(row)) return row;
    const seen = Object.entries(row).map(([name, stored]) => {
      const mask = loggedMaskOf(name);
      return [name, mask && row[HIDES[mask.with]] !== false ? mask.value(stored, row) : stored] as const;
    });
    return Object.fromEntries(seen);
  }

  /** Whether the account of the key pair may show the row, and so see it in full. */
  private maybeOwn({ shown_by: sites }: NarrowRow): boolean {
    return !this.isPublic && (!Array.isArray(sites) || sites.includes(this.siteID));
  }

  /** The condition of `rows` on a logged row, without the condition on its account. */
  private maySee(row: NarrowRow): boolean {
    const { status, shown_by: sites, is_hidden: isHidden } = row;
    if (!this.isPublic) return isHidden !== true || this.maybeOwn(row);
    if (status === undefined || status === 'current') return true;
    const isPast = this.siteID !== undefined && PAST_STATUSES.some((past) => past === status);
    return isPast && (!Array.isArray(sites) || sites.includes(this.siteID));
  }
}
