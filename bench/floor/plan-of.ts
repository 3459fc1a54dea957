import { parse } from 'node:querystring';
import { planFacets } from './facet-plans.js';
import { planListing, planListings } from './listing-plans.js';
import { planAccounts, planAgents, planProperties, planSuburbs } from './other-plans.js';
import type { Plan, Query } from './plan.js';
import { planSuggest } from './suggest-plan.js';

const LISTS: Readonly<Record<string, (query: Query) => Plan>> = {
  '/api/v1/listings': planListings,
  '/api/v1/listings/facets': planFacets,
  '/api/v1/suburbs': planSuburbs,
  '/api/v1/suburbs/suggest': planSuggest,
  '/api/v1/agents': planAgents,
  '/api/v1/websites': planAccounts,
  '/api/v1/properties': planProperties,
};
const ONE_LISTING = '/api/v1/listings/';

/** How the floor answers a path with its query; `undefined` for what it does not know. */
export function planOf(url: string): Plan | undefined {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const list = LISTS[path];
  if (list) return list(at < 0 ? {} : (parse(url.slice(at + 1)) as Query)); // the bench repeats no parameter
  return path.startsWith(ONE_LISTING) ? planListing(path.slice(ONE_LISTING.length)) : undefined;
}
