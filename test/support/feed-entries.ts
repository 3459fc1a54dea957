import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyDefaults } from '@app/schema';
import { ListingDetails, normalizeDetails, type ListingLine } from '@app/listings';
import type { FeedEntry, FeedNote, FeedProblem } from '../../libs/reaxml/src/feed.types.js';
import { entryToPatch } from '../../libs/reaxml/src/mapping/entry-to-patch.js';
import type { FeedAgent, FeedListing, RefusedEntry } from '../../libs/reaxml/src/mapping/listing-patch.js';
import { readReaxml } from '../../libs/reaxml/src/reading/read-reaxml.js';

/** A file in chunks of `size` bytes. */
export async function* inPieces(file: string | Uint8Array, size = 4096): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** All entries and problems in a file. */
export async function readAll(file: string | Uint8Array, size?: number): Promise<(FeedEntry | FeedProblem)[]> {
  const all: (FeedEntry | FeedProblem)[] = [];
  for await (const one of readReaxml(inPieces(file, size))) all.push(one);
  return all;
}

/** A listing for specs of the mapping: lists with the items that the entry adds, and a list of agents. */
export interface ListingView extends Omit<FeedListing, 'items' | 'agents'> {
  readonly agents?: readonly FeedAgent[];
}

function viewOf(listing: FeedListing): ListingView {
  const { items, agents, ...others } = listing;
  const patch = structuredClone(listing.patch) as Record<string, unknown>; // lists are set by their paths
  for (const [path, changes] of Object.entries(items)) {
    const [first = '', second] = path.split('.');
    const values = changes.put.map(({ value }) => value);
    if (second === undefined) patch[first] = values;
    else patch[first] = { ...(patch[first] as object | undefined), [second]: values };
  }
  return withoutNone({ ...others, patch, ...(agents ? { agents: agents.put.map(({ value }) => value) } : {}) });
}

/** Removes details that the entry gives as none. */
function withoutNone(listing: ListingView): ListingView {
  if (!listing.patch.details) return listing;
  const details = applyDefaults(ListingDetails, listing.patch.details);
  const line = { details } as unknown as ListingLine; // the only part that is needed
  normalizeDetails(line);
  const { details: __, ...patch } = listing.patch;
  return { ...listing, patch: { ...patch, ...line } };
}

/** The listings of a file with their positions. */
export async function readPlaced(file: string | Uint8Array): Promise<(FeedListing | RefusedEntry)[]> {
  const all = await readAll(file);
  const problem = all.find((one) => one.kind === 'file-problem');
  if (problem) throw new Error(problem.problem);
  return all.flatMap((one) => (one.kind === 'entry' ? entryToPatch(one) : []));
}

/** The listings of a file without positions, and without details given as none. */
export async function readListings(file: string | Uint8Array): Promise<(ListingView | RefusedEntry)[]> {
  return (await readPlaced(file)).map((listing) => {
    const view = listing.kind === 'listing' ? viewOf(listing) : listing;
    const { position: _, suburb: __, coordinates: ___, ...given } = view as ListingView; // a rejected entry has only the first
    // All but the positions.
    return { ...given, notes: given.notes.map(unplaced) } as unknown as ListingView | RefusedEntry;
  });
}

/** A note without its position. */
export const unplaced = ({ element, problem, done }: FeedNote) => ({ element, problem, done });

/** The only listing of a file. */
export const readOne = async (file: string | Uint8Array): Promise<ListingView> => onlyListing(await readListings(file));

/** The only listing of a file, after merging. */
export const readEntry = async (file: string | Uint8Array): Promise<FeedListing> => onlyListing(await readPlaced(file));

function onlyListing<T extends { readonly kind: 'listing' }>([listing]: readonly (T | RefusedEntry)[]): T {
  if (listing?.kind !== 'listing') throw new Error(`refused: ${JSON.stringify(listing)}`);
  return listing;
}

/** A listing element with the given content. */
export const entryOf = (
  inner: string,
  kind = 'residential',
  attributes = 'modTime="2009-01-01-12:30:00" status="current"',
) => `<${kind} ${attributes}><agentID>XNWXNW</agentID><uniqueID>1</uniqueID>${inner}</${kind}>`;

/** A fixture file of the project. */
export const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../libs/reaxml/src/fixtures', `${name}.xml`));
