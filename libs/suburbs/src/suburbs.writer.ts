import { representationOf } from '@app/documents';
import { fold } from '@app/lists';
import { parseStored, applyDefaults } from '@app/schema';
import { nextIds, ownersOf, upsert, type WriteOutcome, sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { SuburbEntity } from './entities/suburb.entity.js';
import { suburbName, suburbSlug } from './reference/index.js';
import {
  columnsOfPlace,
  degreesText,
  renewedSuburb,
  suburbDocuments,
  suburbText,
} from './documents/suburb.documents.js';
import { SuburbLine } from './dto/suburb.fields.js';
import { placeKey } from './search/places.repository.js';

/** The file from which lines are written. */
interface SuburbsFile {
  /** The keys of the places written so far: a place that occurs twice is written once. */
  readonly written: Set<string>;
  /** Whether suburbs of the reference that came from other files stay unchanged. */
  readonly addsOnly: boolean;
}

/** The only code that writes the reference, inside a transaction. */
@Injectable()
export class SuburbsWriter {
  /** Writes the suburbs of lines. Places known only from addresses become part of the reference. */
  async importLines(
    executor: SqlExecutor,
    lines: readonly SuburbLine[],
    { written, addsOnly }: SuburbsFile,
  ): Promise<WriteOutcome[]> {
    // The lock does not block readers; inserts of new places wait until the transaction ends.
    await executor.execute(sql`LOCK TABLE suburbs IN SHARE ROW EXCLUSIVE MODE`);
    const stored = await findSuburbs(executor, lines);
    const owners = await ownersOf(executor, 'suburbs', lines.flatMap(givenUid));
    const ids = await nextIds(executor, 'suburbs', lines.filter((line) => !stored.has(placeKey(line))).length);
    const rows: SuburbEntity[] = [];
    const outcomes = lines.map((line): WriteOutcome => {
      const key = placeKey(line);
      if (written.has(key)) return 'repeated';
      const before = stored.get(key);
      const row = suburbRow(line, before ?? { id: ids.shift() ?? 0, uid: uuidv7() });
      if ((owners.get(row.uid) ?? row.id) !== row.id) return { field: '_id', reason: 'belongs to another suburb' };
      owners.set(row.uid, row.id);
      written.add(key);
      if (before && saysTheSame(before, row)) return 'unchanged';
      if (addsOnly && before?.gazetted && !isSamePlace(before, row)) return 'unchanged';
      rows.push(row);
      return before?.gazetted ? 'updated' : 'created';
    });
    await upsert(executor, SuburbEntity, rows);
    return outcomes;
  }
}

const givenUid = ({ _id }: SuburbLine): string[] => (_id ? [_id.toLowerCase()] : []);

async function findSuburbs(executor: SqlExecutor, lines: readonly SuburbLine[]): Promise<Map<string, SuburbEntity>> {
  const column = (name: 'suburb' | 'state' | 'postcode') => lines.map((line) => fold(line[name]));
  const rows =
    await executor.query<SuburbEntity>(sql`SELECT suburb.id, suburb.uid, suburb.suburb, suburb.state, suburb.postcode, suburb.latitude, suburb.longitude,
        suburb.time_zone AS "timeZone", suburb.gazetted, suburb.document,
        suburb.representation
      FROM unnest(${column('suburb')}::text[], ${column('state')}::text[], ${column('postcode')}::text[])
        AS line(suburb, state, postcode)
      JOIN suburbs suburb ON lower(suburb.suburb) = line.suburb AND lower(suburb.state) = line.state
        AND lower(suburb.postcode) = line.postcode`);
  return new Map(rows.map((row) => [placeKey(row), row]));
}

function suburbRow(given: SuburbLine, { id, uid }: Pick<SuburbEntity, 'id' | 'uid'>): SuburbEntity {
  const line = applyDefaults(SuburbLine, given);
  const [named = uid] = givenUid(given);
  const { suburb, state, postcode, areaName, regionName, surroundingSuburbs, timeZone } = line;
  const [name, slug] = [line.name || suburbName(line), line.slug || suburbSlug(line)];
  const [latitude, longitude] = [degrees(line.latitude), degrees(line.longitude)];
  const shown = { ...line, latitude: degreesText(latitude), longitude: degreesText(longitude) };
  return {
    id,
    uid: named,
    suburb,
    state,
    postcode,
    name,
    slug,
    areaName,
    regionName,
    ...columnsOfPlace({ suburb, state, postcode, name, regionName, areaName }),
    surroundingSuburbs,
    latitude,
    longitude,
    timeZone,
    gazetted: true,
    document: suburbText({ ...shown, _id: named, name, slug }),
    representation: representationOf(suburbDocuments),
  };
}

const degrees = (text: string): number | null => (text === '' ? null : Number(text));

/** Whether two rows contain the same data, in their documents and in the columns outside the document. */
const saysTheSame = (before: SuburbEntity, after: SuburbEntity): boolean =>
  dataOf(before, after) === dataOf(after, after) && before.gazetted === after.gazetted;

/** Whether two rows contain the same data except for the neighbours, which depend on the other suburbs of a file. */
const isSamePlace = (before: SuburbEntity, after: SuburbEntity): boolean =>
  dataOf(before, after, withoutNeighbours) === dataOf(after, after, withoutNeighbours);

const withoutNeighbours = (document: string): object => {
  const shown = parseStored<object>(document);
  return { ...shown, surroundingSuburbs: null };
};

/** The data of a row, by the declarations of another row, as text. */
function dataOf(
  row: SuburbEntity,
  { representation }: SuburbEntity,
  shown: (document: string) => unknown = (document) => document,
): string {
  const document = row.representation === representation ? row.document : renewedSuburb(row);
  return JSON.stringify([shown(document), row.latitude, row.longitude, row.timeZone]);
}
