import { nearestName } from '@app/schema';
import type { Request } from 'express';
import { routesOf } from './allowed-methods.js';

/** The paths of resources by names that other interfaces, and the fields of this one, give them. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['accounts', 'websites'],
  ['agencies', 'websites'],
  ['agency', 'websites'],
  ['brands', 'websites'],
  ['offices', 'websites'],
  ['websites', 'accounts'],
  ['members', 'agents'],
  ['people', 'agents'],
  ['staff', 'agents'],
  ['users', 'agents'],
  ['ads', 'listings'],
  ['homes', 'listings'],
  ['rentals', 'listings'],
  ['sales', 'listings'],
  ['search', 'listings'],
  ['addresses', 'properties'],
  ['localities', 'suburbs'],
  ['locations', 'suburbs'],
  ['postcodes', 'suburbs/postcodes'],
  ['regions', 'suburbs/regions'],
  ['autocomplete', 'suburbs/suggest'],
  ['suggest', 'suburbs/suggest'],
  ['auctions', 'inspections'],
  ['open-homes', 'inspections'],
  ['openhomes', 'inspections'],
  ['cards', 'listings/cards'],
  ['clusters', 'listings/clusters'],
  ['facets', 'listings/facets'],
  ['statistics', 'listings/statistics'],
  ['stats', 'listings/statistics'],
  ['contacts', 'enquiries'],
  ['leads', 'enquiries'],
  ['alerts', 'searches'],
  ['saved-searches', 'searches'],
  ['events', 'changes'],
  ['me', 'auth/me'],
]);

const segmentsOf = (path: string): string[] =>
  path
    .replace(/^\/(api(\/v\d+)?|v\d+)(?=\/)/i, '')
    .split('/')
    .filter((segment) => segment !== '');

/** The template of the existing path that a request for an unknown path most likely means, with its method. */
export function similarPath({ app, method, path }: Request): string | undefined {
  const [first = '', ...others] = segmentsOf(path);
  const synonym = SYNONYMS.get(first.toLowerCase());
  const meant = [...(synonym === undefined ? [] : [[...synonym.split('/'), ...others]]), [first, ...others]];
  const routes = routesOf(app, method === 'HEAD' ? 'GET' : method).filter((route) => route.startsWith('/api/'));
  const found = meant.map((given) => routes.find((route) => isSimilar(given, segmentsOf(route)))).find(Boolean);
  return found?.replace(/:(\w+)/g, '{$1}');
}

const isSimilar = (given: readonly string[], known: readonly string[]): boolean =>
  given.length === known.length &&
  known.every((name, at) => name.startsWith(':') || nearestName(given[at] ?? '', [name]) !== undefined);
