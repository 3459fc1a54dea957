import { isStale } from '@app/documents';
import { Injectable } from '@nestjs/common';
import { each, orderBy, type ListQuery } from '@app/lists';
import { always, dependsOn } from '@app/snapshot-cache';
import { raw, sql, type Sql } from '@app/sql';
import { renewedSuburb, suburbDocuments } from './suburb.documents.js';
import { isOfReference, type SuburbNamesQuery, type SuburbsQuery } from './suburb.filters.js';
import { SUBURB_SORTS } from './suburb.sorts.js';

/** The reference is seldom written. */
const onReference = () => dependsOn({ suburb: always });

/** Reads the reference. */
@Injectable()
export class SuburbsRepository {
  list(query: SuburbsQuery): ListQuery<{ document: string; stale: boolean }> {
    return {
      name: 'suburbs',
      query,
      from: sql`suburbs suburb`,
      key: sql`suburb.id`,
      where: isOfReference(query),
      order: SUBURB_SORTS[query.sort],
      columns: sql`suburb.document, ${isStale(suburbDocuments, 'suburb')} AS stale`,
      present: each((row) => (row.stale ? renewedSuburb(row) : row.document)),
      dependsOn: onReference,
    };
  }

  postcodes(query: SuburbNamesQuery): ListQuery<{ postcode: string; state: string }> {
    return {
      name: 'postcodes',
      query,
      from: distinct(query, sql`suburb.postcode, suburb.state`, sql`suburb.postcode <> ''`),
      key: sql`(named.postcode || ' ' || named.state)`,
      where: sql`TRUE`,
      order: orderBy(['named.postcode COLLATE "C"'], ['named.state COLLATE "C"']),
      columns: sql`named.postcode, named.state`,
      present: each(({ postcode, state }) => JSON.stringify({ postcode, state })),
      dependsOn: onReference,
    };
  }

  names(query: SuburbNamesQuery, column: 'region_name' | 'area_name'): ListQuery<{ name: string }> {
    const name = raw(`suburb.${column}`);
    return {
      name: column,
      query,
      from: distinct(query, sql`${name} AS name`, sql`${name} <> ''`),
      key: sql`named.name`,
      where: sql`TRUE`,
      order: orderBy(['lower(named.name) COLLATE "C"'], ['named.name COLLATE "C"']),
      columns: sql`named.name`,
      present: each((row) => JSON.stringify(row.name)),
      dependsOn: onReference,
    };
  }
}

const distinct = (query: SuburbNamesQuery, columns: Sql, given: Sql): Sql =>
  sql`(SELECT DISTINCT ${columns} FROM suburbs suburb WHERE ${isOfReference(query, given)}) named`;
