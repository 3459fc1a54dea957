import { fieldsOf } from '@app/schema';
import { ListingLine } from '@app/listings';
import {
  type FeedElement,
  type FeedEntry,
  type FilePosition,
  listingTypeOf,
  type FeedListingType,
} from '../feed.types.js';
import { NoteList } from '../note-list.js';
import { readLocalTime, type LocalTime } from '../values/local-time.js';
import { quoted } from '../values/numbers.js';
import { isOver, readStatus } from '../values/status.js';
import { Draft } from './draft.js';
import { attributeOf, readChildren, textOfChild } from './element.js';
import { ELEMENTS } from './elements.js';
import { fitPatch } from './fit-patch.js';
import type { FeedListing, RefusedEntry } from './listing-patch.js';
import { settlePriceWords } from './prices.js';

const statusField = fieldsOf(ListingLine).find(({ name }) => name === 'status');
const idFields = fieldsOf(ListingLine).filter(({ name }) => name === 'agentID' || name === 'uniqueID');

type Identity = ReturnType<typeof identityOf>;

/**
 * Converts an entry to a patch of its listing: only the fields that it mentions, in the terms of the listing model. A
 * value that no listing can hold is left out and noted. Only an unknown element or status, or missing ids, reject the
 * entry.
 */
export function entryToPatch(entry: FeedEntry): FeedListing | RefusedEntry {
  const identity = identityOf(entry);
  const listingType = listingTypeOf(entry.element.name);
  const problem = listingType ? problemOf(identity, entry.element) : 'is not a listing type';
  return problem || !listingType ? refused(entry, identity, problem) : listingOf(entry, identity, listingType);
}

function listingOf(
  entry: FeedEntry,
  { agentID, uniqueID, status, isUnderOffer }: Identity,
  listingType: FeedListingType,
): FeedListing {
  const draft = new Draft(entry, listingType);
  // Nothing else of a deletion is read.
  if (status !== 'deleted') {
    putKind(entry, draft);
    const { children } = entry.element;
    const read = isOver(status) ? children.filter(({ key }) => key !== 'underoffer') : children;
    readChildren(extrasLast(read), ELEMENTS, draft);
    if (isUnderOffer) {
      draft.put('underOffer', true);
      draft.put('feed.underOfferByStatus', true);
    }
    settlePriceWords(draft);
  }
  fitPatch(draft);
  const modTime = modTimeOf(entry, draft);
  const agents = draft.agents.toChanges();
  const coordinates = draft.sourceOf('address.latitude');
  return {
    kind: 'listing',
    number: entry.number,
    position: positionOf(entry.element),
    suburb: positionOf(draft.sourceOf('address.suburb')),
    coordinates: { ...positionOf(coordinates), element: coordinates.name },
    agentID,
    uniqueID,
    listingType,
    status,
    ...(modTime ? { modTime } : {}),
    patch: draft.patch, // each reader sets the model's types, and fitPatch has checked them
    times: draft.times,
    items: draft.items(),
    ...(agents ? { agents } : {}),
    notes: draft.notes(),
  };
}

/** Sets the fields that the element name implies besides the listing type. */
function putKind({ element }: FeedEntry, draft: Draft): void {
  if (element.key === 'holidayrental') draft.put('details.holiday', true, element);
  if (draft.listingType === 'commercial')
    draft.put('details.commercialLand', element.key === 'commercialland' || null, element);
}

const EXTRA = new Set(['extrafields', 'extrafield', 'efield']);

/** `extraFields` are read last because their values are the more exact ones. */
const extrasLast = (children: readonly FeedElement[]): FeedElement[] =>
  children.toSorted((one, other) => Number(EXTRA.has(one.key)) - Number(EXTRA.has(other.key)));

/** Undefined for an implausible time: with it, correct entries that come later would count as stale. */
function modTimeOf({ element }: FeedEntry, draft: Draft): string | undefined {
  const text = attributeOf(element, 'modTime') ?? '';
  const time = readLocalTime(text);
  if (time !== undefined && isCredible(time)) return time;
  const absurd = time === undefined ? 'is not a date' : 'is in the future';
  draft.note(element, text === '' ? 'has no modTime' : `modTime ${quoted(text)} ${absurd}`, 'taken as new');
  return undefined;
}

/** Allowed lead: clocks may be a day ahead, and local times are up to 14 hours ahead of UTC. */
const AHEAD_MS = (24 + 14) * 3_600_000;

const isCredible = (time: LocalTime): boolean => time <= new Date(Date.now() + AHEAD_MS).toISOString();

function identityOf({ element }: FeedEntry) {
  return {
    agentID: own(textOfChild(element, 'agentID') ?? ''),
    uniqueID: own(textOfChild(element, 'uniqueID') ?? ''),
    ...readStatus(attributeOf(element, 'status') ?? ''),
  };
}

/** A copy of the position: a reference to the element would keep the whole entry in memory. */
const positionOf = ({ line, column }: FeedElement): FilePosition => ({ line, column });

/** A copy of the text: a substring keeps the whole source text in memory, and ids are kept long after their entry. */
const own = (text: string): string => Buffer.from(text).toString();

function problemOf(identity: Identity, element: FeedElement): string | undefined {
  const missing = idFields.find(({ name, kind }) => {
    const value = identity[name as 'agentID' | 'uniqueID']; // idFields has only these two names
    return value === '' || !kind?.accepts(value);
  });
  if (missing) return `has no ${missing.name} of at most ${missing.kind?.schema.maxLength} characters`;
  const { status } = identity;
  if (status === 'deleted' || statusField?.kind?.accepts(status)) return undefined;
  return status === ''
    ? 'has no status'
    : `has the status ${quoted(attributeOf(element, 'status') ?? '')}, which is not known`;
}

function refused({ number, element, notes }: FeedEntry, identity: Identity, problem = ''): RefusedEntry {
  const list = new NoteList(notes);
  list.add(element, element.name.slice(0, 100), problem, 'rejected');
  const { agentID, uniqueID } = identity;
  return {
    kind: 'refused',
    number,
    position: positionOf(element),
    agentID: agentID.slice(0, 200),
    uniqueID: uniqueID.slice(0, 500),
    listingType: listingTypeOf(element.name),
    notes: list.toArray(),
  };
}
