import type { ListingLine } from '@app/listings';
import type { FileSource } from '../mapping/listing-patch.js';

type File = ListingLine['documents'][number];

/** The types that `objects` hold; all others are attachments of `media`. */
const OBJECTS = new Set(['floorplan', 'document']);

const sourceOf = ({ type }: File): FileSource => (OBJECTS.has(type) ? 'objects' : 'media');

/**
 * The files of a listing after an entry that names some. An entry may have `objects` without `media`, or the reverse:
 * files of the element that it omits stay. A file that already exists keeps its place in the order and what its element
 * cannot give: the type of a `document`, the title of a floor plan or an attachment.
 */
export function mergeFiles(
  existing: readonly File[],
  named: readonly File[],
  mentioned: readonly FileSource[],
): File[] {
  const fresh = new Map(named.map((file) => [file.url, file]));
  const kept = existing.flatMap((file) => {
    const now = fresh.get(file.url);
    if (!now) return mentioned.includes(sourceOf(file)) ? [] : file;
    fresh.delete(file.url);
    return updated(file, now);
  });
  return [...kept, ...fresh.values()];
}

const updated = (existing: File, now: File): File =>
  now.type === 'document'
    ? { ...existing, id: now.id, type: existing.type || now.type, title: now.title }
    : { ...existing, id: now.id, type: now.type, title: existing.title || now.title };
