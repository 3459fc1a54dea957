import { fieldsOf } from '@app/schema';
import { ListingLine } from '@app/listings';
import type { FeedElement, FeedEntry, FilePosition } from '../feed.types.js';
import { NoteList } from '../note-list.js';
import { listingTypeOf, type FeedListingType } from '../reading/listing-elements.js';
import { readLocalTime, type LocalTime } from '../values/local-time.js';
import { said } from '../values/numbers.js';
import { Draft } from './draft.js';
import { attributeOf, readChildren, textOfChild } from './element.js';
import { ELEMENTS } from './elements.js';
import { fitPatch } from './fit-patch.js';
import type { FeedListing, RefusedEntry } from './listing-patch.js';

const statusField = fieldsOf(ListingLine).find(({ name }) => name === 'status');
const idFields = fieldsOf(ListingLine).filter(({ name }) => name === 'agentID' || name === 'uniqueID');

interface Identity {
  readonly agentID: string;
  readonly uniqueID: string;
  readonly status: string;
}

/**
 * What an entry says of its listing: only what it mentions, in the terms of the listing model. What no listing can hold is
 * left out and noted; only an unknown kind of element or status, or missing ids, refuse the entry.
 */
export function entryToPatch(entry: FeedEntry): FeedListing | RefusedEntry {
  const identity = identityOf(entry);
  const listingType = listingTypeOf(entry.element.name);
  const problem = listingType ? problemOf(identity) : 'is no kind of listing';
  return problem || !listingType ? refused(entry, identity, problem) : listingOf(entry, identity, listingType);
}

function listingOf(
  entry: FeedEntry,
  { agentID, uniqueID, status }: Identity,
  listingType: FeedListingType,
): FeedListing {
  const draft = new Draft(entry, listingType);
  // A listing that goes says nothing more.
  if (status !== 'deleted') {
    putKind(entry, draft);
    readChildren(extrasLast(entry.element.children), ELEMENTS, draft);
  }
  fitPatch(draft);
  const modTime = modTimeOf(entry, draft);
  return {
    kind: 'listing',
    number: entry.number,
    position: positionOf(entry.element),
    suburb: positionOf(draft.sourceOf('address.suburb')),
    agentID,
    uniqueID,
    listingType,
    status,
    ...(modTime ? { modTime } : {}),
    patch: draft.patch, // each reader puts what the model has, and fitPatch made sure
    times: draft.times,
    fileSources: draft.fileSources,
    ...(draft.agents ? { agents: draft.agents } : {}),
    notes: draft.notes(),
  };
}

/** What the name of its element says beside the listing type. */
function putKind({ element }: FeedEntry, draft: Draft): void {
  if (element.key === 'holidayrental') draft.put('details.holiday', true, element);
  if (draft.listingType === 'commercial')
    draft.put('details.commercialLand', element.key === 'commercialland' || null, element);
}

/** What `extraFields` say is the more exact. */
const extrasLast = (children: readonly FeedElement[]): FeedElement[] =>
  children.toSorted((one, other) => Number(one.key === EXTRAS) - Number(other.key === EXTRAS));

const EXTRAS = 'extrafields';

/** Absent where it says nothing: with it, later ones that are true would be too late. */
function modTimeOf({ element }: FeedEntry, draft: Draft): string | undefined {
  const text = attributeOf(element, 'modTime') ?? '';
  const time = readLocalTime(text);
  if (time !== undefined && isCredible(time)) return time;
  const absurd = time === undefined ? 'is no date' : 'is in the future';
  draft.note(element, text === '' ? 'has no modTime' : `modTime ${said(text)} ${absurd}`, 'taken as new');
  return undefined;
}

/** Clocks may be a day ahead, and the local time of no place is more than 14 hours more. */
const AHEAD_MS = (24 + 14) * 3_600_000;

const isCredible = (time: LocalTime): boolean => time <= new Date(Date.now() + AHEAD_MS).toISOString();

function identityOf({ element }: FeedEntry): Identity {
  return {
    agentID: own(textOfChild(element, 'agentID') ?? ''),
    uniqueID: own(textOfChild(element, 'uniqueID') ?? ''),
    status: (attributeOf(element, 'status') ?? '').toLowerCase(),
  };
}

/** An element itself would keep all of its entry. */
const positionOf = ({ line, column }: FeedElement): FilePosition => ({ line, column });

/** A part of a text keeps all of it in memory; ids are kept long after their entry is gone. */
const own = (text: string): string => Buffer.from(text).toString();

function problemOf(identity: Identity): string | undefined {
  const missing = idFields.find(({ name, kind }) => {
    const value = identity[name as 'agentID' | 'uniqueID']; // idFields are these two
    return value === '' || !kind?.accepts(value);
  });
  if (missing) return `has no ${missing.name} of at most ${missing.kind?.schema.maxLength} characters`;
  const { status } = identity;
  if (status === 'deleted' || statusField?.kind?.accepts(status)) return undefined;
  return status === '' ? 'has no status' : `has the status ${said(status)}, which is not known`;
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
    notes: list.toArray(),
  };
}
