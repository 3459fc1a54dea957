import type { Identifier } from '@app/http';
import { each, orderOfLog, where, type ListQuery } from '@app/lists';
import { sql, type Sql, SqlExecutor, column } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { EnquiriesQuery } from './filters/enquiry.filters.js';
import type { EnquiryItem } from './dto/enquiry.fields.js';

const ENQUIRIES = sql`enquiries enquiry`;

/** A row of `enquiry` as its account sees it, as JSON. */
export const enquiryAsJson = sql`json_build_object('_id', enquiry.uid, 'id', enquiry.id, 'kind', enquiry.kind,
  'listingID', enquiry.listing_id, 'agentID', enquiry.agent_id, 'websiteID', enquiry.website_id, 'name', enquiry.name,
  'email', enquiry.email, 'phone', enquiry.phone, 'address', enquiry.address, 'message', enquiry.message,
  'held', enquiry.held,
  'createdAt', to_char(enquiry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

interface ItemRow {
  readonly item: EnquiryItem;
}

/** The enquiries of one account; undefined: of all accounts. */
const of = (owner: number | undefined): Sql | undefined =>
  owner === undefined ? undefined : sql`enquiry.website_id = ${owner}`;

/** Reads enquiries. */
@Injectable()
export class EnquiriesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** @param owner the reading account; undefined: the operator, who sees all enquiries */
  list(query: EnquiriesQuery, owner: number | undefined): ListQuery<ItemRow> {
    return {
      name: 'enquiries',
      query,
      search: { from: ENQUIRIES, where: where(query, { condition: of(owner) }) },
      key: sql`enquiry.id`,
      order: orderOfLog(column('enquiry.id'), query.sort),
      row: { from: ENQUIRIES, columns: sql`${enquiryAsJson} AS item` },
      present: each(({ item }) => JSON.stringify(item)),
    };
  }

  /** @param owner undefined: any account */
  async find(id: Identifier, owner: number | undefined, executor = this.executor): Promise<EnquiryItem | undefined> {
    const isIt = typeof id === 'number' ? sql`enquiry.id = ${id}` : sql`enquiry.uid = ${id}`;
    const [row] = await executor.query<ItemRow>(
      sql`SELECT ${enquiryAsJson} AS item FROM ${ENQUIRIES} WHERE ${isIt} AND (${of(owner) ?? sql`TRUE`})`,
    );
    return row?.item;
  }
}
