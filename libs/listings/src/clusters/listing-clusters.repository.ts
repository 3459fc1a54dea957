import type { Recipient } from '@app/http';
import { distanceColumn, queryList, type Distant, type MapFeature, type Page } from '@app/lists';
import { raw, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { presentItems, presentListingCard, type CardRow } from '../documents/listing.presenter.js';
import { col } from '../finder/listing-columns.js';
import { ListingFinder } from '../finder/listing-finder.js';
import { cardColumns } from '../finder/listing.reads.js';
import type { ListingClustersQuery } from '../filters/listings.query.js';

const MOST_CELLS = 500;

/** Cells are 64 pixels wide: a tile of 256 pixels has four (2^2) side by side. */
const STEPS_OF_A_TILE = 2;

/** The latitude at the edge of a square map. */
const MAX_LATITUDE = 85.0511287798066;

/**
 * A cell of the grid. Means are in millionths of a degree, because sums of whole numbers do not depend on their order.
 */
interface ClusterRow extends Partial<CardRow>, Distant {
  readonly cell: string;
  readonly count: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly bbox: readonly number[];
}

/** Whether a cell has one listing, and so the columns of its card. */
const isSingle = (row: ClusterRow): row is ClusterRow & CardRow => row.count === 1;

/** Counts listings in the cells of a Web Mercator grid (B64). */
@Injectable()
export class ListingClustersRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** @throws FORBIDDEN for parameters that the public may not use */
  async clusters(given: ListingClustersQuery, recipient: Recipient): Promise<Page> {
    const finder = new ListingFinder(given, recipient);
    const { query, masks } = finder;
    const { from, where } = finder.search();
    const placed = masks.onShownData(sql`${col('latitude')} IS NOT NULL AND ${col('longitude')} IS NOT NULL`);
    const { columns, joins } = cardColumns(masks, recipient.audience);
    const card = sql`SELECT ${columns}${distanceColumn('listing', query.near)} FROM ${masks.from()} ${joins}`;
    const statement = clustersStatement(from, sql`${where} AND ${placed}`, query.zoom, card);
    const { rows } = await queryList<ClusterRow>(this.executor, query, statement);
    const singles = rows.filter(isSingle);
    const { items, others = {} } = presentItems(singles, singles.map(presentListingCard));
    const cardOf = new Map(singles.map(({ cell }, at) => [cell, items[at]]));
    const keys = singles.map(({ listingID }) => listingID);
    const placedBy = { columns: ['latitude', 'longitude', 'hides_address'] };
    return {
      page: 1,
      limit: Infinity,
      total: rows.reduce((sum, { count }) => sum + count, 0),
      items: rows.map((cluster) => clusterItem(cluster, cardOf.get(cluster.cell))),
      features: () => rows.map(clusterFeature),
      dependsOn: () => finder.dependencies(placedBy, { keys, others }),
    };
  }
}

const MILLION = 1e6;

function clusterItem({ count, latitude, longitude, bbox }: ClusterRow, card: string | undefined): string {
  const place = { latitude: String(latitude / MILLION), longitude: String(longitude / MILLION) };
  const cluster = JSON.stringify({ count, ...place, bbox });
  return card === undefined ? cluster : `${cluster.slice(0, -1)},"listing":${card}}`;
}

const clusterFeature = ({ cell, latitude, longitude }: ClusterRow): MapFeature => ({
  id: cell,
  coordinates: [longitude / MILLION, latitude / MILLION],
});

/**
 * One statement: counts per cell of the requested grid, aggregated to the finest grid with few enough cells, and the
 * cards of cells with one listing.
 * @param card a SELECT from `listings listing`
 */
function clustersStatement(from: Sql, where: Sql, zoom: number, card: Sql): Sql {
  const steps = zoom + STEPS_OF_A_TILE;
  const [side, last] = [raw(`${2 ** steps}`), raw(`${2 ** steps - 1}`)];
  const most = raw(`${MAX_LATITUDE}`);
  const latitude = sql`radians(greatest(-${most}, least(${most}, listing.latitude)))`;
  return sql`
    WITH RECURSIVE asked AS MATERIALIZED (
      SELECT least(${last}, floor((listing.longitude + 180) / 360 * ${side}))::int AS x,
        greatest(0, least(${last}, floor((1 - asinh(tan(${latitude})) / pi()) / 2 * ${side})))::int AS y,
        count(*)::int AS count, min(listing.id) AS id,
        sum((listing.latitude * 1e6)::int) AS latitudes, sum((listing.longitude * 1e6)::int) AS longitudes,
        min(listing.longitude) AS west, min(listing.latitude) AS south,
        max(listing.longitude) AS east, max(listing.latitude) AS north
      FROM ${from} WHERE ${where} GROUP BY 1, 2
    ), grid(coarser) AS (
      SELECT CASE WHEN (SELECT count(*) FROM asked) > ${MOST_CELLS} THEN ${steps}::int ELSE 0 END
      UNION ALL
      SELECT coarser - 1 FROM grid WHERE coarser > 0 AND ${MOST_CELLS} >= (
        SELECT count(*) FROM (SELECT DISTINCT x >> coarser - 1, y >> coarser - 1 FROM asked) finer)
    ), cells AS MATERIALIZED (
      SELECT ${steps}::int - coarser || '/' || (x >> coarser) || '/' || (y >> coarser) AS cell, sum(count)::int AS count,
        min(id) AS id, round(sum(latitudes) / sum(count))::int AS latitude,
        round(sum(longitudes) / sum(count))::int AS longitude,
        ARRAY[min(west), min(south), max(east), max(north)] AS bbox
      FROM asked, (SELECT min(coarser) AS coarser FROM grid) finest GROUP BY coarser, x >> coarser, y >> coarser
    )
    SELECT cells.cell, cells.count, cells.latitude, cells.longitude, cells.bbox, shown.*
    FROM cells LEFT JOIN LATERAL (${card} WHERE listing.id = cells.id AND cells.count = 1) shown ON TRUE
    ORDER BY cells.count DESC, cells.cell`;
}
