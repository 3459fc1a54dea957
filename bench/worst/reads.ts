/**
 * A GET: its path with the query, in which every request replaces `~` by another number, and its headers; together
 * below Node's limit of 16 kB.
 */
export interface Read {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const LISTINGS = '/api/v1/listings';
/** Bytes for the keys and the other headers. */
const BYTES = 15_000;

const several = (count: number, text: (at: number) => string, between: string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(between);
/** As many texts as fit. */
const filled = (text: (at: number) => string, between: string) =>
  several(BYTES / (text(9_999).length + between.length), text, between);

const LIST_PARAMETERS = ['suburb', 'fullSuburb', 'postcode', 'region', 'areaname', 'category', 'agents', 'uniqueIDs'];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._!*()$';
/** Different names of two letters. */
const shortName = (at: number): string => `${LETTERS[Math.floor(at / LETTERS.length)]}${LETTERS[at % LETTERS.length]}`;

const corner = (at: number): string => {
  const turn = (at / 200) * 2 * Math.PI;
  return `${(145 + Math.cos(turn)).toFixed(3)},${(-37.8 + Math.sin(turn)).toFixed(3)}`;
};

/** GETs of up to 16 kB, each the worst of its kind. */
export const WORST_READS: Readonly<Record<string, Read>> = {
  '4,900 unknown names': { path: `${LISTINGS}?${several(4_900, shortName, '&')}` },
  '300 unknown names': { path: `${LISTINGS}?${several(300, (at) => `minbedroom${at}`, '&')}` },
  'an unknown name of 15 kB': { path: `${LISTINGS}?${'x'.repeat(BYTES)}=1` },
  '300 wrong values of a list': { path: `${LISTINGS}?${several(300, () => `excludeids=${'x'.repeat(30)}`, '&')}` },
  'excludeids with 200 ids': { path: `${LISTINGS}?page=~&excludeids=${several(200, (at) => String(at + 1), ',')}` },
  'excludeids with 200 object identifiers': { path: `${LISTINGS}?page=~&excludeids=${several(200, (at) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`, ',')}` },
  '200 values in every list parameter': { path: `${LISTINGS}?page=~&${LIST_PARAMETERS.map((name) => `${name}=${several(200, (at) => `v${at}`, ',')}`).join('&')}` },
  'as many values in one list parameter as there is room for': { path: `${LISTINGS}?suburb=${filled((at) => `v${at}`, ',')}` },
  'a polygon of 200 corners': { path: `${LISTINGS}?page=~&polygon=${several(200, corner, ';')}` },
  'words to search for': { path: `${LISTINGS}?page=~&s=${filled((at) => `w${at}`, '+')}` },
  'all facets': { path: `${LISTINGS}/facets?facets=bedrooms,bathrooms,carspaces,category,listingType,status,suburb,fullSuburb,postcode,region,areaname,features,price&facetLimit=200&minPrice=~` },
  'a cursor of 15 kB': { path: `${LISTINGS}?cursor=${'W'.repeat(BYTES)}` },
  'a suggestion for 15 kB': { path: `/api/v1/suburbs/suggest?q=${filled((at) => `w${at}`, '+')}` },
  'Accept with thousands of members': { path: `${LISTINGS}?page=~`, headers: { accept: `application/geo+json;q=0.1,${filled((at) => `a/b${at};q=0.5`, ',')}` } },
  'Accept-Encoding with thousands of members': { path: `${LISTINGS}?page=~`, headers: { 'accept-encoding': filled((at) => `x${at};q=0.5`, ',') } },
  'If-None-Match with thousands of members': { path: `${LISTINGS}?page=~`, headers: { 'if-none-match': filled((at) => `"t${at}"`, ',') } },
  'If-None-Match with a quote that is left open': { path: `${LISTINGS}?page=~`, headers: { 'if-none-match': filled(() => 'W/', '"') } },
  'Prefer with thousands of members': { path: `${LISTINGS}?page=~`, headers: { prefer: filled((at) => `p${at}=x`, ',') } },
}; // prettier-ignore
