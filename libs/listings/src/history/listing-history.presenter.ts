import { PAST_STATUSES } from '@app/accounts';
import type { Recipient } from '@app/http';
import { hiddenIn, publicForm } from '@app/schema';
import { ListingResponse } from '../dto/listing.fields.js';
import type { CommercialRent, Price } from '../dto/listing-parts.fields.js';
import { shownSale } from '../documents/listing-closing.js';
import type { SoldDetails } from '../documents/listing.line.js';

import { HistoryPrice, type HistoryEntry, type HistoryKind } from './listing-history.fields.js';

/** The fields whose changes are stored; null or undefined: absent. */
interface State {
  readonly status: string;
  readonly price: Price;
  readonly commercialRent?: CommercialRent | null;
  readonly soldDetails?: SoldDetails | null;
}

/** A listing as a recipient reads it. */
export interface ReadListing extends State {
  readonly id: number;
  readonly firstdate: string;
  readonly createdAt: string;
}

/** A stored entry of the history of a listing. */
export interface StoredHistory {
  /** Whether the website of the recipient's account shows the listing. */
  readonly isOfSite: boolean;
  /** The changes, the oldest first, with the fields before each change. */
  readonly changes: readonly { readonly at: string; readonly before: Partial<State> }[];
}

/** A state of the listing and its start; undefined: since the listing was created. */
interface Period {
  readonly since: string | undefined;
  readonly state: State;
}

/** A price as it is shown. */
interface Shown {
  readonly price: HistoryPrice;
  /** The amounts as a text, for comparison; undefined: hidden. */
  readonly amounts: string | undefined;
}

/** The compared part of a state. */
interface Compared extends Pick<Shown, 'amounts'> {
  readonly status: string;
}

/**
 * The changes of a listing that a recipient may see, the oldest first (ADR 37). The first one has the time of the
 * listing, even if the recipient did not see the listing then.
 */
export function historyOf(listing: ReadListing, stored: StoredHistory, recipient: Recipient): HistoryEntry[] {
  const isPublic = recipient.audience === 'public';
  const isWhole = !isPublic && (recipient.siteID === undefined || stored.isOfSite);
  const show = isWhole ? whole : masked(listing);
  const isSeen = (status: string) => !isPublic || isPublicStatus(status, stored.isOfSite);
  const entries: HistoryEntry[] = [];
  let last: Compared | undefined;
  for (const { since, state } of periodsOf(listing, stored.changes)) {
    if (!isSeen(state.status)) continue;
    const { status } = state;
    const { price, amounts } = show(priceOf(state, listing));
    const kind = last ? kindOf(last, { status, amounts }) : 'created';
    if (!kind) continue;
    entries.push({ at: (last && since) ?? beginOf(listing), kind, status, price });
    // A price that was hidden for a time and is the same again has not changed.
    last = { status, amounts: amounts ?? last?.amounts };
  }
  return inOrder(entries);
}

const isPublicStatus = (status: string, isOfSite: boolean): boolean =>
  status === 'current' || (isOfSite && PAST_STATUSES.includes(status));

/** The kind of a visible change; undefined if nothing visible changed. */
function kindOf(last: Compared, now: Compared): HistoryKind | undefined {
  if (now.status !== last.status) return 'status';
  return now.amounts !== undefined && now.amounts !== last.amounts ? 'price' : undefined;
}

/**
 * The states of a listing, the oldest first, derived from the current state and the values that each change replaced.
 */
function periodsOf(listing: ReadListing, changes: StoredHistory['changes']): Period[] {
  const periods: Period[] = [];
  let state: State = listing;
  for (const { at, before } of changes.toReversed()) {
    const since = new Date(at).toISOString();
    // A status and a price that changed together are two stored changes with the same time.
    if (periods.at(-1)?.since !== since) periods.push({ since, state });
    state = replaced(state, before);
  }
  return [...periods, { since: undefined, state }].toReversed();
}

const replaced = (state: State, before: Partial<State>): State => ({ ...state, ...before });

/** The amounts of a state. A sold price that the listing does not show now is not shown for the past either. */
function priceOf({ status, price, commercialRent, soldDetails }: State, now: State): HistoryPrice {
  const { priceView, display, value, rent } = price;
  const isSaleShown = status === 'sold' && now.soldDetails?.price !== undefined;
  return {
    priceView,
    display,
    value: value ?? undefined,
    rent: rent ? { price: rent.price, period: rent.period, display: rent.display } : undefined,
    commercialRent: commercialRent
      ? { value: commercialRent.value, period: commercialRent.period, tax: commercialRent.tax }
      : undefined,
    soldPrice: isSaleShown && soldDetails ? shownSale(soldDetails)?.price : undefined,
  };
}

const whole = (price: HistoryPrice): Shown => ({ price, amounts: amountsOf(price) });

/**
 * The prices for the public. Amounts that were hidden at the time stay hidden. If the listing hides its price now, all
 * prices equal the current one, which shows no amount, so that not even the past visibility is revealed.
 */
function masked(listing: ReadListing): (price: HistoryPrice) => Shown {
  const inPublicForm = (price: HistoryPrice) => publicForm(HistoryPrice, price);
  if (hiddenIn(ListingResponse, listing).has('price')) {
    const present = inPublicForm(priceOf(listing, listing));
    return () => ({ price: present, amounts: undefined });
  }
  return (price) => {
    const seen = inPublicForm(price);
    return { price: seen, amounts: hiddenIn(HistoryPrice, price).has('price') ? undefined : amountsOf(seen) };
  };
}

/** The compared amounts, without the visibility. */
const amountsOf = (price: HistoryPrice): string =>
  JSON.stringify(price, (name, value: unknown) => (name === 'display' ? undefined : value));

const beginOf = ({ firstdate, createdAt }: ReadListing): string => (firstdate < createdAt ? firstdate : createdAt);

/** Corrects the first date if the agency has set it after the first change. */
function inOrder([first, ...others]: readonly HistoryEntry[]): HistoryEntry[] {
  const [next] = others;
  if (!first) return [];
  return [next && next.at < first.at ? { ...first, at: next.at } : first, ...others];
}
