import { fillShape } from '@app/fields';
import { sql } from '@app/query';
import { SoldDetails } from './listing.line.js';

interface ExportRow {
  /** JSON texts, as the writer made them. */
  readonly document: string;
  readonly address: string;
  readonly propertyUid: string;
  readonly websiteID: number;
  readonly agents: { readonly id: number; readonly profileVisibility: boolean }[];
  readonly private: { readonly soldDetails?: object };
}

/** The listings as lines of `listings.ndjson`. */
export const listingExport = {
  statement: sql`SELECT document.document, document.address, property.uid AS "propertyUid",
      listing.website_id AS "websiteID", document.private, coalesce((
        SELECT json_agg(json_build_object('id', agent_id, 'profileVisibility', profile_visibility) ORDER BY position)
        FROM listing_agents WHERE listing_id = listing.id), '[]') AS agents
    FROM listings listing
    JOIN listing_documents document ON document.listing_id = listing.id
    JOIN properties property ON property.id = listing.property_id
    ORDER BY listing.id`,

  line({ document, address, propertyUid, websiteID, agents, private: { soldDetails } }: ExportRow): string {
    const named = `{"_id":"${propertyUid}",${address.slice(1)}`;
    const sold = soldDetails ? `,"soldDetails":${JSON.stringify(fillShape(SoldDetails, soldDetails as never))}` : '';
    return `{${document},"websiteID":${websiteID},"address":${named},"agents":${JSON.stringify(agents)}${sold}}`;
  },
};
