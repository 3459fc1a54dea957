import { PageQuery, raw, readPage, sql, where, type Page, type Sql } from '@app/query';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import type { SuburbNamesQuery, SuburbsQuery } from './suburb.filters.js';

const gazetted = sql`suburb.gazetted`;

/** Reads of the reference. */
@Injectable()
export class SuburbsRepository {
  constructor(@InjectEntityManager() private readonly store: EntityManager) {}

  list(query: SuburbsQuery): Promise<Page> {
    return readPage<{ document: string }>(
      this.store,
      query,
      {
        from: sql`suburbs suburb`,
        key: sql`suburb.id`,
        where: where(query, gazetted),
        order: sql`lower(suburb.name) COLLATE "C", suburb.id`,
        columns: sql`suburb.document`,
      },
      ({ document }) => document,
    );
  }

  postcodes(query: SuburbNamesQuery): Promise<Page> {
    return readPage<{ postcode: string; state: string }>(
      this.store,
      query,
      {
        from: distinct(query, sql`suburb.postcode, suburb.state`, sql`suburb.postcode <> ''`),
        key: sql`(named.postcode || ' ' || named.state)`,
        where: sql`TRUE`,
        order: sql`named.postcode COLLATE "C", named.state COLLATE "C"`,
        columns: sql`named.postcode, named.state`,
      },
      ({ postcode, state }) => JSON.stringify({ postcode, state }),
    );
  }

  names(query: SuburbNamesQuery, column: 'region_name' | 'area_name'): Promise<Page> {
    const name = raw(`suburb.${column}`);
    return readPage<{ name: string }>(
      this.store,
      query,
      {
        from: distinct(query, sql`${name} AS name`, sql`${name} <> ''`),
        key: sql`named.name`,
        where: sql`TRUE`,
        order: sql`lower(named.name) COLLATE "C", named.name COLLATE "C"`,
        columns: sql`named.name`,
      },
      (row) => JSON.stringify(row.name),
    );
  }
}

const distinct = (query: PageQuery, columns: Sql, given: Sql): Sql =>
  sql`(SELECT DISTINCT ${columns} FROM suburbs suburb WHERE ${where(query, gazetted, given)}) named`;
