import mapParameters from '../../../../../docs/map-parameters.svg?raw';
import buildingASite from '../../../../../docs/BUILDING-A-SITE.md?raw';
import feeds from '../../../../../docs/FEEDS.md?raw';
import hooks from '../../../../../docs/HOOKS.md?raw';
import keepingACopy from '../../../../../docs/KEEPING-A-COPY.md?raw';
import keys from '../../../../../docs/KEYS.md?raw';
import searching from '../../../../../docs/SEARCHING.md?raw';
import { renderGuide, titleOf, type Guide, type GuideContext } from './render-guide.js';

export { requestName } from './render-guide.js';

/** The guides by their file names, in the order of the page. The build inlines the files of `docs`. */
const SOURCES: Readonly<Record<string, string>> = {
  'BUILDING-A-SITE.md': buildingASite,
  'SEARCHING.md': searching,
  'KEYS.md': keys,
  'KEEPING-A-COPY.md': keepingACopy,
  'HOOKS.md': hooks,
  'FEEDS.md': feeds,
};

/** The pictures of the guides as data URLs, which the policy of the page allows. */
const PICTURES: Readonly<Record<string, string>> = {
  'map-parameters.svg': `data:image/svg+xml,${encodeURIComponent(mapParameters)}`,
};

/**
 * Renders the guides.
 *
 * @param operations the ids of the operations by the ways in which guides name them: `listAgents`, `GET /agents`
 */
export function renderGuides(operations: ReadonlyMap<string, string>): Guide[] {
  const titles = new Map(Object.entries(SOURCES).map(([file, source]) => [file, titleOf(source)]));
  const context: GuideContext = { titles, pictures: PICTURES, operations };
  return Object.entries(SOURCES).map(([file, source]) => renderGuide(file, source, context));
}
