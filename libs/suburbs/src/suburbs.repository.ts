import { Injectable } from '@nestjs/common';
import { each, orderBy, type ListQuery, distanceColumn, withDistances, type Distant } from '@app/lists';
import { always, dependsOn } from '@app/cache';
import { bytewise, column, lower, raw, sql, type Sql } from '@app/sql';
import { suburbOrder } from './filters/suburb.sorts.js';
import type { SuburbEntity } from './entities/suburb.entity.js';
import { isOfReference, matchesSuburb, type SuburbNamesQuery, type SuburbsQuery } from './filters/suburb.filters.js';

type SuburbRow = Pick<SuburbEntity, 'document' | 'uid' | 'latitude' | 'longitude'>;

/** Every change of the reference invalidates the response, because the reference rarely changes. */
const onReference = () => dependsOn({ suburb: always });

const SUBURBS = sql`suburbs suburb`;

/** Reads the reference. */
@Injectable()
export class SuburbsRepository {
  list(query: SuburbsQuery): ListQuery<SuburbRow & Distant> {
    return {
      name: 'suburbs',
      query,
      search: { from: SUBURBS, where: matchesSuburb(query) },
      key: sql`suburb.id`,
      order: suburbOrder(query),
      row: {
        from: SUBURBS,
        columns: sql`suburb.document, suburb.uid, suburb.latitude, suburb.longitude${distanceColumn('suburb', query.near)}`,
      },
      present: (rows) => ({
        items: withDistances(
          rows.map(({ document }) => document),
          rows,
        ),
        features: () =>
          rows.map(({ uid, latitude, longitude }) => ({
            id: uid,
            coordinates: latitude === null || longitude === null ? null : [longitude, latitude],
          })),
      }),
      dependsOn: onReference,
    };
  }

  postcodes(query: SuburbNamesQuery): ListQuery<{ postcode: string; state: string }> {
    const from = distinct(query, sql`suburb.postcode, suburb.state`, sql`suburb.postcode <> ''`);
    return {
      name: 'postcodes',
      query,
      search: { from, where: sql`TRUE` },
      key: sql`(named.postcode || ' ' || named.state)`,
      order: orderBy([bytewise(column('named.postcode'))], [bytewise(column('named.state'))]),
      row: { from, columns: sql`named.postcode, named.state` },
      present: each(({ postcode, state }) => JSON.stringify({ postcode, state })),
      dependsOn: onReference,
    };
  }

  names(query: SuburbNamesQuery, field: 'region_name' | 'area_name'): ListQuery<{ name: string }> {
    const name = raw(`suburb.${field}`);
    const from = distinct(query, sql`${name} AS name`, sql`${name} <> ''`);
    return {
      name: field,
      query,
      search: { from, where: sql`TRUE` },
      key: sql`named.name`,
      order: orderBy([bytewise(lower(column('named.name')))], [bytewise(column('named.name'))]),
      row: { from, columns: sql`named.name` },
      present: each((row) => JSON.stringify(row.name)),
      dependsOn: onReference,
    };
  }
}

const distinct = (query: SuburbNamesQuery, columns: Sql, given: Sql): Sql =>
  sql`(SELECT DISTINCT ${columns} FROM suburbs suburb WHERE ${isOfReference(query, given)}) named`;
