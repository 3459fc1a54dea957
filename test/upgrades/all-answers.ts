import { cursorOf } from '@app/cache';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { exchange, operator, type TestService } from '@testing';

/** Lists, and other single paths. */
const LISTS = [
  '/api/v1/auth/me',
  '/api/v1/audit',
  '/api/v1/enquiries',
  '/api/v1/searches',
  '/api/v1/credentials',
  '/api/v1/suburbs',
  '/api/v1/suburbs/geojson',
  '/api/v1/suburbs/postcodes',
  '/api/v1/suburbs/regions',
  '/api/v1/suburbs/areanames',
  '/api/v1/suburbs/suggest?q=rich',
  '/api/v1/websites',
  '/api/v1/websites/geojson',
  '/api/v1/agents',
  '/api/v1/agents/geojson',
  '/api/v1/listings',
  '/api/v1/listings/cards?status=all',
  '/api/v1/listings/geojson?status=all',
  '/api/v1/listings?s=richmond+house',
  '/api/v1/listings?near=-37.82,145&radius=5',
  '/api/v1/listings/clusters?zoom=9',
  '/api/v1/listings/facets?facets=suburb,listingType',
  '/api/v1/listings/statistics?period=year&until=2026-12-31&by=suburb',
  '/api/v1/inspections?datefrom=2025-01-01',
  '/api/v1/inspections.ics?datefrom=2025-01-01',
  '/api/v1/properties',
  '/api/v1/properties/cards',
  '/api/v1/properties/geojson',
  '/api/v1/feeds',
  ...['accounts', 'agents', 'suburbs', 'properties'].map((kind) => `/api/v1/export/${kind}.ndjson`),
  '/api/v1/export/listings.ndjson?status=all',
];

/** Single resources, and the lists with their ids. */
const SINGLES: Readonly<Record<string, string>> = {
  '/api/v1/websites/{id}': '/api/v1/websites',
  '/api/v1/websites/{id}/credentials': '/api/v1/websites',
  '/api/v1/websites/{id}/hooks': '/api/v1/websites',
  '/api/v1/websites/12/hooks/{id}/deliveries': '/api/v1/websites/12/hooks',
  '/api/v1/websites/12/hooks/{id}/secret': '/api/v1/websites/12/hooks',
  '/api/v1/agents/{id}': '/api/v1/agents',
  '/api/v1/listings/{id}': '/api/v1/listings?status=all',
  '/api/v1/listings/{id}/history': '/api/v1/listings?status=all',
  '/api/v1/listings/{id}/inspections.ics': '/api/v1/listings?status=all',
  '/api/v1/listings/{id}/similar': '/api/v1/listings?status=all',
  '/api/v1/properties/{id}': '/api/v1/properties',
  '/api/v1/properties/{id}/history': '/api/v1/properties',
  '/api/v1/searches/{id}': '/api/v1/searches',
  '/api/v1/searches/{id}/listings': '/api/v1/searches',
  '/api/v1/feeds/{id}': '/api/v1/feeds',
};

/** A row of any list; some lists have another name for its number. */
interface Row {
  readonly id?: number;
  readonly websiteID?: number;
  readonly hookID?: number;
}

/**
 * Paths of a process rather than the database, the endless form of the feed of changes, and a document with the time of
 * day.
 */
const NOT_COMPARED = new Set([
  '/livez',
  '/readyz',
  '/api/v1/changes/stream',
  '/api/v1/enquiries/{id}',
  '/api/v1/searches/{id}/matches',
  '/api/v1/export/listings.xml',
]);

/** The GET paths in the document whose responses are not compared. */
export function pathsMissed(service: TestService, answers: ReadonlyMap<string, string>): string[] {
  const asked = [...answers.keys()].map((path) => path.split('?')[0] ?? '');
  return Object.entries(makeDocument(service.app).paths)
    .filter(([path, { get }]) => get && !NOT_COMPARED.has(path))
    .map(([path]) => path)
    .filter((path) => !asked.some((one) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(one)));
}

/** The responses of a service to every GET, by path. */
export async function allAnswers(service: TestService): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of [...LISTS, ...(await singlesOf(service))]) answers.set(path, await answerOf(service, path));
  answers.set('/api/v1/changes', await answerOf(service, await changesPath(service)));
  return answers;
}

async function singlesOf(service: TestService): Promise<string[]> {
  const paths = Object.entries(SINGLES).map(async ([path, list]) => {
    const { body } = await service.get<{ data: Row[] }>(list);
    return body.data.map(({ hookID, id, websiteID }) => path.replace('{id}', String(hookID ?? id ?? websiteID)));
  });
  return (await Promise.all(paths)).flat();
}

/** The feed of changes from its start. */
async function changesPath({ store }: TestService): Promise<string> {
  const [{ log }] = await store.dataSource.query<[{ log: string }]>('SELECT changes_log() AS log');
  return `/api/v1/changes?include=document&limit=1000&since=${cursorOf({ log, xid: 0, id: 0, listing: 0 })}`;
}

async function answerOf(service: TestService, path: string): Promise<string> {
  const { status, text } = await exchange(service.address + path, {
    method: 'GET',
    headers: { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey },
  });
  return `${status}\n${comparable(text)}`;
}

/** Without the values that differ in each run: times (the rows have times in 2025), random identifiers and keys. */
function comparable(text: string): string {
  const identifiers = new Map<string, string>();
  const numbered = (identifier: string) => {
    const known = identifiers.get(identifier) ?? `identifier ${identifiers.size}`;
    identifiers.set(identifier, known);
    return known;
  };
  return text
    .replaceAll(/20(2[6-9]|[3-9]\d)-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replaceAll(/20(2[6-9]|[3-9]\d)\d{4}T\d{6}Z|(?<=SEQUENCE:)\d+/g, 'a time')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, numbered)
    .replaceAll(/"adk_\w+"/g, '"a key"')
    .replaceAll(/"cursor":"[\w-]+"/g, '"cursor":"a cursor"')
    .replaceAll(/"durationMs":\d+/g, '"durationMs":0');
}
