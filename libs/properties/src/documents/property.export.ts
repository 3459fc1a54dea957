import type { Recipient } from '@app/http';
import { presentPropertyListing, singleColumns, type WholeListingRow } from '@app/listings';
import { filtersOf, type ExportLines } from '@app/lists';
import { sql } from '@app/sql';
import { matchesProperty, PropertiesQuery } from '../filters/property.filters.js';
import { PropertyMasks } from './property-masks.reads.js';
import { presentProperty, type PropertyRow } from './property.presenter.js';

/** The parameters of an export of properties. */
export class PropertiesExportQuery extends filtersOf(PropertiesQuery) {}

interface ExportRow extends PropertyRow {
  readonly listings: readonly WholeListingRow[];
}

/** Properties, each as its single read shows it. */
export function propertyExport(query: PropertiesExportQuery, recipient: Recipient): ExportLines<ExportRow> {
  const masks = new PropertyMasks(recipient);
  const { columns, joins } = singleColumns(masks.listings, recipient.audience);
  return {
    statement: sql`SELECT ${masks.columns('full')}, (
      SELECT json_agg(shown ORDER BY shown.modtime DESC, shown.id DESC)
      FROM (
        SELECT ${columns}, listing.modtime, listing.id FROM ${masks.listings.from()} ${joins}
        WHERE ${masks.condition(sql`listing.property_id = property.id`)}
      ) shown
    ) AS listings
    FROM ${masks.properties} ${masks.joins('full')} ${masks.documentJoin}
    WHERE ${matchesProperty(query, recipient)} ORDER BY property.id`,
    line: ({ listings, ...property }) => presentProperty(property, listings.map(presentPropertyListing)),
  };
}
