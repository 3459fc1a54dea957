import { textsOf } from '@app/address';
import { fieldsOf, type Class } from '@app/schema';
import { ListingLine, normalizeLine } from '@app/listings';
import { TEXT_LISTS } from '../items/listing-lists.js';
import { entryToPatch } from '../mapping/entry-to-patch.js';
import { OWN_FIELDS, OWN_TABLE, ownText } from '../mapping/own-fields.js';
import { mergeListing } from '../merging/merge-listing.js';
import { readReaxml } from '../reading/read-reaxml.js';
import { around, leaf } from './markup.js';
import type { OutgoingListing } from './outgoing.js';

type Tree = Readonly<Record<string, unknown>>;

/**
 * The `extraFields` of each listing, for data that no element can carry: the written XML is read back, and every field
 * that differs is added. An empty text when nothing differs.
 */
export async function ownFields(listings: readonly OutgoingListing[], xml: string): Promise<string[]> {
  const bytes = (async function* () {
    yield Buffer.from(xml);
  })();
  const found: string[] = [];
  for await (const entry of readReaxml(bytes)) {
    const listing = listings[found.length];
    if (entry.kind !== 'entry' || !listing) continue;
    const read = entryToPatch(entry);
    const place = { websiteID: listing.line.websiteID, timeZone: listing.timeZone };
    const back = read.kind === 'listing' ? mergeListing(undefined, read, place) : {};
    found.push(fieldsText(withIds(missing(normalized(listing.line), normalized(back)), listing.line)));
  }
  return found;
}

const normalized = (line: object): ListingLine => normalizeLine(line as ListingLine).line; // nothing of a rejected listing comes back

const treeOf = (line: ListingLine): Tree => line as unknown as Tree; // fields by name

/**
 * The fields that do not come back. Texts of an address are made from its parts, so they are missing only if a part is.
 */
function missing(wanted: ListingLine, read: ListingLine): Field[] {
  const address = { ...read.address, ...textsOf(wanted.address) };
  return differences(ListingLine, treeOf(wanted), treeOf({ ...read, address }));
}

type Field = readonly [path: string, value: unknown];

/** A list of texts that is given as a whole loses the ids of its texts, unless they are given as well. */
function withIds(fields: Field[], { feed }: ListingLine): Field[] {
  const isWhole = fields.some(([path]) => path === 'details' || TEXT_LISTS.some((list) => list === path));
  if (!isWhole || !feed?.itemIDs || fields.some(([path]) => path === 'feed')) return fields;
  return [...fields.filter(([path]) => !path.startsWith('feed.itemIDs')), ['feed.itemIDs', feed.itemIDs]];
}

function fieldsText(fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const texts = fields.map(([name, value]) => leaf('eField', ownText(value), { name }));
  return around('extraFields', texts, { table: OWN_TABLE });
}

/** The fields that differ, with the wanted value; objects on both sides are compared field by field. */
function differences(type: Class, wanted: Tree, read: Tree, above = ''): Field[] {
  return fieldsOf(type).flatMap((field) => {
    const path = `${above}${field.name}`;
    const [should, is] = [wanted[field.name], read[field.name]];
    if (!OWN_FIELDS.has(path) || JSON.stringify(should) === JSON.stringify(is)) return [];
    const isWhole = !field.of || field.many || should === undefined || is === undefined;
    return isWhole
      ? [[path, should ?? null] as const]
      : differences(field.of(), should as Tree, is as Tree, `${path}.`);
  });
}
