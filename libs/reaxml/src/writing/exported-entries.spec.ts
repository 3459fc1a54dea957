import { describe, expect, it } from 'vitest';
import { RandomEntries } from '../../../../test/feeds/random-entries.js';
import { readPlaced } from '../../../../test/support/feed-entries.js';
import { feedOf } from '../../../../test/support/feed-texts.js';
import { type Dtd, DTD_FILE, dtds, DtdValidator } from '../../../../test/support/reaxml-dtd.js';
import { walk, walkSeed } from '../../../../test/support/walk.js';
import { mergeListing } from '../merging/merge-listing.js';
import type { OutgoingListing } from './markup.js';
import { keyOf, REVISIONS, type Revision } from './revisions.js';
import { hasElement, reaxmlElement, REAXML_CLOSING, reaxmlOpening } from './write-reaxml.js';

const BATCH = 20;
const timeZone = 'Australia/Melbourne';

type Agents = OutgoingListing['agents'];

/** People as the store has them: with a name, and each of them once. */
function distinct(people: Agents): Agents {
  const named = people.filter(({ name }) => name !== '');
  const isOnce = (key: (one: Agents[number]) => string) => (one: Agents[number]) =>
    key(one) === '' || named.find((other) => key(other) === key(one)) === one;
  return named
    .filter(isOnce(({ name }) => name.toLowerCase()))
    .filter(isOnce(({ uniqueListingAgentID = '' }) => uniqueListingAgentID));
}

/** The listings of a document, as they are stored. */
async function stored(xml: string): Promise<OutgoingListing[]> {
  return (await readPlaced(xml)).map((read) => {
    if (read.kind !== 'listing') throw new Error(JSON.stringify(read));
    const people = (read.agents?.put ?? []).map(({ id, value }, at) => ({ ...value, order: Number(id) || at + 1 }));
    return { line: mergeListing(undefined, read, { websiteID: 12, timeZone }), agents: distinct(people), timeZone };
  });
}

const documentOf = (listings: readonly OutgoingListing[], revision: Revision): string =>
  reaxmlOpening(new Date(), revision) +
  listings.map((listing) => `${reaxmlElement(listing, revision)}\n`).join('') +
  REAXML_CLOSING;

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The values that differ, with their paths. */
function* differences(
  one: unknown,
  other: unknown,
  path = '',
): Generator<[path: string, one: unknown, other: unknown]> {
  if (isEqual(one, other)) return;
  const areTrees = isTree(one) || isTree(other);
  if (!areTrees) yield [path, one, other];
  const [before, after] = [one, other].map((value) => (isTree(value) ? value : {}));
  for (const name of areTrees ? new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]) : [])
    yield* differences(before?.[name], after?.[name], path === '' ? name : `${path}.${name}`);
}

/** The attributes with a list of values, by the path of their field. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  authority: 'authority@value',
  exclusivity: 'exclusivity@value',
  commercialListingType: 'commercialListingType@value',
  commercialAuthority: 'commercialAuthority@value',
  category: 'category@name',
  landCategory: 'landCategory@name',
  ruralCategory: 'ruralCategory@name',
  'details.heating': 'heating@type',
  'details.hotWaterService': 'hotWaterService@type',
  'details.crossOver': 'crossOver@value',
  'details.streetDirectory.type': 'streetDirectory@type',
  'details.auctionOutcome.result': 'auctionResult@type',
};

/** The elements of fields that are not named after them. */
const ELEMENTS: Readonly<Record<string, string>> = {
  'features.furnished': 'allowances',
  'features.petFriendly': 'allowances',
  'features.smokers': 'allowances',
  'features.parkingSpaces': 'carSpaces',
  'details.highlights': 'highlight',
  'details.otherAreas': 'buildingDetails',
  videoLinks: 'videoLink',
  'details.closing': 'auction',
};

interface Loss {
  readonly before: OutgoingListing;
  readonly after: OutgoingListing;
  readonly kind: string;
  readonly dtd: Dtd;
}

/** The texts of two lists are equal, or the second list lacks some of them. */
const isPart = (one: unknown, other: unknown, textOf: (item: never) => unknown = (item) => item): boolean => {
  const [all, some] = [one, other].map((list) => ((list ?? []) as never[]).map((item) => JSON.stringify(textOf(item))));
  return some?.every((text) => all?.includes(text)) === true;
};
const isStart = (
  one: unknown,
  other: unknown,
  most: number,
  textOf: (item: never) => unknown = (item) => item,
): boolean => {
  const [all, some] = [one, other].map((list) => ((list ?? []) as never[]).map(textOf));
  return isEqual(all?.slice(0, most), some);
};

type Url = { readonly url: string; readonly type: string };
const isPlan = ({ type }: Url): boolean => type === 'floorplan';
const urlOf = ({ url }: Url): string => url;
const valuesOf = (dtd: Dtd, attribute: string): readonly string[] => {
  const [element = '', name = ''] = attribute.split('@');
  const type = dtd.attributes[element]?.[name]?.type ?? [];
  return typeof type === 'string' ? [] : type;
};

/** Fields that are left out or changed (`docs/FEEDS.md`), by path. */
const LISTED: readonly (readonly [RegExp, (one: unknown, other: unknown, loss: Loss) => boolean])[] = [
  [/^feed/, () => true],
  [/^status$/, (one, other, { dtd, kind }) => !valuesOf(dtd, `${kind}@status`).includes(one as string) && other !== 'current'],
  [/^images$/, (one, other, { dtd }) => isStart(one, other, valuesOf(dtd, 'img@id').length - ((one as Url[])[0]?.type === 'featured' ? 0 : 1), urlOf)],
  [/^documents$/, (one, other) =>
      isStart((one as Url[]).filter(isPlan), (other as Url[]).filter(isPlan), 2, urlOf) &&
      isPart((one as Url[]).slice(0, 12), other, urlOf) && (other as Url[]).length >= Math.min(10, (one as Url[]).filter((file) => !isPlan(file)).length)],
  [/^videoLinks$/, (one, other) => isStart(one, other, 1)],
  [/^details\.(idealFor|views)$/, (one, other) => isPart(one, other) && isPart(other, one)],
  [/^details\.(highlights)$|^commercialCategory$|^businessCategory$/, (one, other) => isPart(one, other) && (other as []).length === Math.min(3, (one as []).length)],
  [/^details\.depths$/, (one, other) => isPart(one, other, ({ side, value }) => [keyOf(side), value])],
  [/^details\.region$/, (_, other, { before }) => other === undefined && before.line.address.state !== ''],
  [/^details\.(otherRents|businessSubCategory)$/, (one, other) => isPart(one, other)],
  [/^details\.businessLeases$/, (one, other) => isPart(one, other, ({ price, period }) => [price, keyOf(period)])],
  [/^newConstruction$/, (_, other, { before, dtd, kind }) => !namesOf(dtd, kind).includes('newConstruction') && other === (before.line.details?.isHomeLandPackage === true)],
  [/^details\.newlyBuilt$|^details\.priceTax$|^commercialRent\.tax$/, (_, other) => !other],
  [/^(details|soldDetails)\.plusSAV$/, (_, other, { dtd, before }) => other === undefined && (!('plusSAV' in (dtd.attributes['price'] ?? {})) || before.line.soldDetails?.display === 'range')],
  [/^soldDetails\.range/, (_, other, { before }) => other === undefined && before.line.soldDetails?.display === 'range'],
  [/^soldDetails$/, (one) => isEqual(one, {})],
  [/^features\.bedrooms$/, (one, other, { kind }) => one === 0 && other === undefined && !/residential|rental/i.test(kind)],
  [/^(outgoings|details\.outgoingsPeriod)$/, (_, other, { before }) => (keyOf(before.line.details?.outgoingsPeriod ?? '') === 'annual' ? other === 'annual' : !other)],
  [/^(commercialRent\.|details\.(rentPerSquareMetre|plusOutgoings))/, (_, __, { before }) => before.line.commercialRent?.period !== 'annual'],
  [/^price\.(rent\.|priceView)|^details\.priceRange/, (_, __, { before }) => !/^(week|month)ly$/.test(before.line.price.rent?.period ?? '')],
  [/^details\.commercialLand$/, (_, other, { dtd }) => other === undefined && !('commercialLand' in dtd.elements)],
  [/^commercialAuthority$/, (one, other, { before }) => one === '' && other === before.line.authority],
  [/^details\.closing/, (_, other, { before, dtd, kind }) => other === undefined && (!namesOf(dtd, kind).includes('authority') || !valuesOf(dtd, 'authority@value').includes(before.line.authority ?? ''))],
  [/^details\.streetDirectory/, (_, other, { before, dtd }) => other === undefined && !valuesOf(dtd, 'streetDirectory@type').map(keyOf).includes(keyOf(before.line.details?.streetDirectory?.type ?? ''))],
]; // prettier-ignore

/** Whether a field has the same value in the spelling of the format, or the format does not have the value. */
function isSpelled(one: unknown, other: unknown, values: readonly string[]): boolean {
  const key = keyOf(one as string);
  return values.some((value) => keyOf(value) === key) ? keyOf((other ?? '') as string) === key : !other;
}

/** The elements that the kind has. */
const namesOf = (dtd: Dtd, kind: string): readonly string[] => (dtd.elements[kind] ?? '').match(/\w+/g) ?? [];

function isListed([path, one, other]: readonly [string, unknown, unknown], loss: Loss): boolean {
  const { dtd, kind } = loss;
  const [first = '', second = ''] = path.split('.');
  const element = ELEMENTS[path] ?? ELEMENTS[`${first}.${second}`] ?? (first === 'details' ? second : first);
  const isLacking = !namesOf(dtd, kind).includes(element);
  if (isLacking && (!other || isEqual(other, []))) return true;
  const attribute = path === 'category' && kind === 'holidayRental' ? 'holidayCategory@name' : ATTRIBUTES[path];
  if (attribute && isSpelled(one, other, valuesOf(dtd, attribute))) return true;
  return LISTED.some(([paths, isOf]) => paths.test(path) && isOf(one, other, loss));
}

describe.skipIf(DTD_FILE.isMissing)(`random entries${DTD_FILE.why}`, () => {
  it.each([
    ['<agentID/><uniqueID/>', []],
    ['<uniqueID/><agentID/>', [expect.stringContaining('land: has uniqueID;agentID;')]],
    [
      '<agentID/><uniqueID/><pond/>',
      [expect.stringContaining('pond: is not declared'), expect.stringContaining('land: has')],
    ],
    ['<agentID/><uniqueID/><rent period="week"/>', [expect.stringContaining('land: has agentID;uniqueID;rent;')]],
    ['<agentID/><uniqueID/><landDetails><frontage unit="acre"/></landDetails>', ['1: frontage: unit is acre']],
    ['<agentID/><uniqueID/><landDetails><crossOver value="Left"/></landDetails>', ['1: crossOver: value is Left']],
    ['<agentID/><uniqueID/><auction/>', ['1: auction: lacks date']],
    ['<agentID/><uniqueID/><underOffer at="1">x</underOffer>', ['1: underOffer: has at', '1: underOffer: has text']],
    [
      '<agentID/><uniqueID/><estate><stage/></estate>',
      [expect.stringContaining('estate: has stage;, not (name,stage?)')],
    ],
  ])('have their faults found: %s', (inner, faults) => {
    const xml = `<propertyList date="" username="" password=""><land modTime="" status="sold">${inner}</land></propertyList>`;
    expect(new DtdValidator(dtds()['r1.64']).faultsOf(xml)).toEqual(faults);
  });

  it.each(REVISIONS)('are exported as valid %s, and come back except for what is listed', async (revision) => {
    const dtd = dtds()[revision];
    const validator = new DtdValidator(dtd);
    for (let seed = walkSeed; seed < walkSeed + walk(1); seed += 1) {
      const entries = new RandomEntries(Object.values(dtds()), seed);
      const given = await stored(feedOf(...Array.from({ length: BATCH }, (_, at) => entries.entry(`${seed}-${at}`))));
      const xml = documentOf(given, revision);
      expect(validator.faultsOf(xml)).toEqual([]);
      const before = given.filter(({ line }) => hasElement(line, revision));
      const after = await stored(xml);
      expect(after.map(({ line }) => line.uniqueID)).toEqual(before.map(({ line }) => line.uniqueID));
      for (const [at, listing] of after.entries()) {
        const former = before[at] ?? listing;
        const kind = /^<(\w+)/.exec(reaxmlElement(former, revision))?.[1] ?? '';
        const loss = { before: former, after: listing, kind, dtd };
        const unlisted = [...differences(former.line, listing.line)].filter((one) => !isListed(one, loss));
        expect([listing.line.uniqueID, kind, unlisted]).toEqual([listing.line.uniqueID, kind, []]);
        const peopleOf = ({ agents }: OutgoingListing) =>
          agents
            .slice(0, 4)
            .map(({ name, email, agentID, telephones }) => [
              name,
              email,
              agentID,
              telephones.map(({ number }) => number),
            ]);
        expect(peopleOf(listing)).toEqual(peopleOf(former));
      }
      const again = await stored(documentOf(after, revision));
      for (const [at, listing] of again.entries()) expect([...differences(after[at]?.line, listing.line)]).toEqual([]);
    }
  });
});
