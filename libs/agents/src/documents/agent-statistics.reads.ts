import { isEnabled } from '@app/accounts';
import type { Recipient } from '@app/http';
import { raw, sql, type Sql } from '@app/sql';

/** The counted listings, and the amounts that are summed. */
interface Counted {
  readonly condition: Sql;
  readonly amount: (column: Amount) => Sql;
}

type Amount = 'value' | 'sold_price' | 'rent';

/**
 * Statistics as a recipient sees them (ADR 19): hidden amounts count only for listings that its account shows (B72).
 */
function countedFor({ audience, siteID }: Recipient): Counted {
  const of = (column: Amount): Sql => raw(`listing.${column}`);
  if (audience === 'public') {
    const condition = sql`listing.status = 'current' AND ${isEnabled(sql`listing.website_id`)}`;
    return { condition, amount: (column) => sql`CASE WHEN NOT listing.hides_price THEN ${of(column)} END` };
  }
  const condition = sql`listing.status IN ('current', 'sold')`;
  if (siteID === undefined) return { condition, amount: of };
  const isOwn = sql`accounts_showing(listing.website_id, listing.agent_id) @> jsonb_build_array(${siteID}::int)`;
  const shown = (column: Amount): Sql => (column === 'sold_price' ? sql`listing.shown_sold_price` : of(column));
  return {
    condition,
    // Most amounts are visible; ownership is checked only for the others.
    amount: (
      column,
    ) => sql`CASE WHEN NOT listing.hides_price AND ${shown(column)} IS NOT DISTINCT FROM ${of(column)} THEN ${of(column)}
        WHEN ${isOwn} THEN ${of(column)} WHEN NOT listing.hides_price THEN ${shown(column)} END`,
  };
}

/** One element per status and type of the listings of `agents agent` (D20), as JSON text. */
export function statisticsOf(recipient: Recipient): Sql {
  const { condition, amount } = countedFor(recipient);
  return sql`
  coalesce((
    SELECT json_agg(json_build_object(
      'totalListings', total, 'totalListingValues', listing_values, 'totalSoldPrices', sold_prices,
      'totalRentPrices', rent_prices, 'status', status, 'listingType', type,
      'modtime', to_char(modtime AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY status, type DESC)::text
    FROM (
      SELECT listing.status, count(*) AS total, coalesce(sum(${amount('value')}), 0) AS listing_values,
        coalesce(sum(coalesce(${amount('sold_price')}, ${amount('value')})) FILTER (WHERE listing.status = 'sold'), 0)
          AS sold_prices,
        coalesce(sum(${amount('rent')}), 0) AS rent_prices, max(listing.modtime) AS modtime,
        CASE WHEN listing.listing_type IN ('residential', 'rental') THEN 'residential'
          WHEN listing.listing_type IN ('commercial', 'business') THEN 'commercial' ELSE 'land' END AS type
      FROM listing_agents link JOIN listings listing ON listing.id = link.listing_id
      WHERE link.agent_id = agent.id AND ${condition}
      GROUP BY listing.status, type
    ) stats
  ), '[]') AS stats`;
}
