import { containsAny, Contains, fold, Matches, MatchesAny, OneOf, PageQuery, StartsWith } from '@app/lists';
import { text, uid } from '@app/schema';
import { sql } from '@app/sql';

const words = text(200);

/** What the three lists of names take. */
export class SuburbNamesQuery extends PageQuery {
  @StartsWith('lower(suburb.suburb)', words, 'Start of the suburb', { example: 'rich' })
  suburb?: string;

  @Matches(words, 'State code', (state) => sql`lower(suburb.state) = ${fold(state)}`, { example: 'VIC' })
  state?: string;

  @StartsWith('lower(suburb.postcode)', words, 'Start of the postcode', { example: '31' })
  postcode?: string;

  @OneOf('lower(suburb.region_name)', words, 'Region name', { example: 'Greater Melbourne', selectivity: 'medium' })
  region?: string[];

  @OneOf('lower(suburb.area_name)', words, 'Area name', { example: 'Yarra', selectivity: 'high' })
  areaname?: string[];
}

/** What the list of suburbs takes. */
export class SuburbsQuery extends SuburbNamesQuery {
  @MatchesAny(words, 'Part of the name', (names) => containsAny('lower(suburb.name)', names), {
    example: 'richmond',
    selectivity: 'medium',
  })
  name?: string[];

  @Contains('lower(suburb.slug)', words, 'Part of the slug', { example: 'richmond-vic' })
  slug?: string;

  @MatchesAny(uid, 'Object identifiers left out', (ids) => sql`NOT suburb.uid = ANY(${ids}::uuid[])`)
  exclude?: string[];
}
