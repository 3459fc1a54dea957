import { describe, expect, it } from 'vitest';
import type { FeedElement, FeedEntry } from '../feed.types.js';
import { ELEMENTS_OF, words } from '../../../../test/feeds/reaxml-elements.js';
import { entryOf, readAll } from '../../../../test/support/feed-entries.js';
import { entryToPatch } from './entry-to-patch.js';

/** The features that are counted or not, and the general ones beside which the exact ones are left out. */
const COUNTED = 'bedrooms bathrooms ensuite garages carports openSpaces toilets livingAreas';
const FLAGS = `remoteGarage secureParking airConditioning alarmSystem vacuumSystem intercom poolInGround poolAboveGround
  tennisCourt balcony deck courtyard outdoorEnt shed fullyFenced openFirePlace insideSpa outsideSpa broadband builtInRobes
  dishwasher ductedCooling ductedHeating evaporativeCooling floorboards gasHeating gym hydronicHeating payTV
  reverseCycleAirCon rumpusRoom splitSystemAirCon splitSystemHeating study workshop`;
const all = (names: string, text: string) =>
  words(names)
    .map((name) => `<${name}>${text}</${name}>`)
    .join('');
const around = (name: string, inner: string) => `<${name}>${inner}</${name}>`;
const value = (name: string, text: string) => ({ [name]: `<${name} value="${text}"/>` });
const named = (name: string, text: string) => ({ [name]: `<${name} name="${text}"/>` });
const text = (names: string, said = 'Words') =>
  Object.fromEntries(words(names).map((name) => [name, `<${name}>${said}</${name}>`]));

/** Every element with all that it may hold and all of its attributes; some in two ways. */
const ELEMENTS: Record<string, string | string[]> = {
  ...value('authority', 'open'),
  ...value('commercialAuthority', 'eoi'),
  ...value('exclusivity', 'open'),
  ...value('tenancy', 'vacant'),
  ...value('commercialListingType', 'both'),
  ...value('underOffer', 'yes'),
  ...value('isHomeLandPackage', 'yes'),
  ...value('isMultiple', 'yes'),
  ...value('depositTaken', 'yes'),
  ...value('holiday', 'yes'),
  ...value('franchise', 'yes'),
  ...value('yearBuilt', '1998'),
  ...value('yearLastRenovated', '2019'),
  ...named('category', 'House'),
  ...named('holidayCategory', 'Lodge'),
  ...named('landCategory', 'Residential'),
  ...named('ruralCategory', 'Dairy'),
  ...text(
    'priceView municipality headline description takings terms furtherOptions parkingComments propertyExtent zone',
  ),
  ...text('bond carSpaces newConstruction', '1'),
  ...text('dateAvailable currentLeaseEndDate', '2024-05-01'),
  ...text('purchaseOrder'),
  return: '<return period="annual" unit="percent">6.1</return>',
  highlight: '<highlight id="2">One</highlight><highlight id="1">Two</highlight>',
  commercialCategory: '<commercialCategory id="2" name="Retail"/><commercialCategory id="1" name="Offices"/>',
  businessCategory: `<businessCategory id="2"><name>Retail</name></businessCategory><businessCategory id="1">
    <name>Food</name><businessSubCategory><name>Cafe</name></businessSubCategory></businessCategory>`,
  listingAgent: `<listingAgent id="2" displayAgentProfile="no"><agentID>7</agentID><name>Jo</name>
    <telephone type="AH">1</telephone><email receiveCampaignReport="no">jo@x.example</email></listingAgent>
    <listingAgent id="1"><name>Al</name></listingAgent>`,
  address: ['yes', 'no'].map(
    (display) => `<address display="yes" streetview="no"><site>S</site><subNumber>1</subNumber><lotNumber>2</lotNumber>
    <streetNumber>3</streetNumber><street>Main Road</street><suburb display="${display}">Richmond</suburb><state>VIC</state>
    <postcode>3121</postcode><region>R</region><country>Australia</country></address>`,
  ),
  streetDirectory: '<streetDirectory type="UBD"><page>44</page><reference>G7</reference></streetDirectory>',
  estate: '<estate><name>Panorama</name><stage>5</stage></estate>',
  project: '<project><id>6</id><order>7</order></project>',
  price: '<price display="no" tax="exempt" plusSAV="yes">5<range><min>1</min><max>9</max></range></price>',
  rent: '<rent period="month">2800</rent><rent period="week" display="no">650</rent>',
  businessLease: '<businessLease period="month">5000</businessLease>',
  commercialRent: `<commercialRent period="month" plusOutgoings="yes" tax="exempt">5<rentPerSquareMetre><range><min>1</min>
    <max>9</max></range></rentPerSquareMetre></commercialRent>`,
  outgoings: '<outgoings period="annual">Words</outgoings>',
  soldDetails: [
    '<soldDetails><price display="no" tax="exempt" plusSAV="yes">5</price><date>2024-05-01</date></soldDetails>',
    '<soldDetails><soldPrice display="range">5</soldPrice><soldDate>2024-05-01</soldDate></soldDetails>',
  ],
  auction: '<auction date="2024-05-01"/>',
  auctionOutcome: `<auctionOutcome><auctionResult type="passed-in"/><auctionDate>2024-05-01</auctionDate>
    <auctionMaxBid value="5"/></auctionOutcome>`,
  inspectionTimes: '<inspectionTimes><inspection>4-May-2024 9:00am to 9:30am</inspection></inspectionTimes>',
  features: [
    around('features', `${all(COUNTED, '2')}${all(FLAGS, 'yes')}${all('otherFeatures', 'Words')}`),
    `<features><pool type="aboveground">yes</pool><spa type="aboveground">yes</spa><heating type="gas"/>
      <hotWaterService type="solar"/></features>`,
  ],
  allowances: around('allowances', all('petFriendly furnished smokers', 'yes')),
  ecoFriendly: around('ecoFriendly', all('solarPanels solarHotWater waterTank greyWaterSystem', 'yes')),
  idealFor: [
    around('idealFor', all('firstHomeBuyer investors downsizing couples students lrgFamilies reitrees', 'yes')),
    around('idealFor', all('investors retirees', 'yes')),
  ],
  views: around('views', all('city water valley mountain ocean', 'yes')),
  ruralFeatures: around(
    'ruralFeatures',
    all('fencing annualRainfall soilTypes improvements councilRates irrigation carryingCapacity services', 'Words'),
  ),
  landDetails: `<landDetails><area unit="acre">3</area><frontage unit="meter">4</frontage>
    <depth unit="meter" side="rear">5</depth><crossOver value="left"/></landDetails>`,
  buildingDetails: `<buildingDetails><area unit="square" of="ground">2</area><area unit="acre" of="total">3<range>
    <min>1</min><max>9</max></range></area><energyRating>5.5</energyRating></buildingDetails>`,
  externalLink: '<externalLink href="https://x.example/1"/>',
  videoLink: '<videoLink href="https://x.example/1"/>',
  availabilityLink: '<availabilityLink href="https://x.example/1"/>',
  extraFields: '<extraFields table="t"><eField name="virtualTour">https://x.example/t</eField></extraFields>',
  images: '<images><img id="m" modTime="2024-05-01" url="https://x.example/m" file="m" format="jpg"/></images>',
  objects: `<objects><img id="m" modTime="2024-05-01" url="https://x.example/m" file="m" format="jpg"/>
    <floorplan id="1" modTime="2024-05-01" url="https://x.example/f" file="f" format="gif"/>
    <document id="1" modTime="2024-05-01" url="https://x.example/d" file="d" title="D" format="pdf"/></objects>`,
  media: '<media><attachment id="a" usage="agentPhoto" url="https://x.example/a"/></media>',
  vendorDetails: `<vendorDetails><name>N</name><telephone type="BH">1</telephone><email receiveCampaignReport="no">
    n@x.example</email></vendorDetails>`,
  marketing: '<marketing><upgrade><presentation style="elite" duration="30"/></upgrade></marketing>',
  miniweb: '<miniweb><uri id="1">https://x.example/</uri></miniweb>',
};

/** Elements that are left out on purpose with all their content, and the reason. */
const LEFT_OUT: Record<string, string> = {
  vendorDetails: 'private',
  marketing: 'what the agency bought of a portal',
  miniweb: 'what the agency bought of a portal',
  purchaseOrder: 'what the agency bought of a portal',
  'listingAgent/email@receiveCampaignReport': 'of a portal',
  'extraFields@table': 'is whatever a sender calls it',
  'return@period': 'is a year, always',
  'return@unit': 'is a percentage, always',
  'landDetails/frontage@unit': 'is metres, always',
  'landDetails/depth@unit': 'is metres, always',
  'soldDetails/price@tax': 'is only of prices that are asked for',
  ...Object.fromEntries(
    ['images/img', 'objects/img', 'objects/floorplan', 'objects/document'].flatMap((path) =>
      ['modTime', 'file', 'format']
        .filter((name) => name !== 'modTime' || !path.endsWith('/img'))
        .map((name) => [`${path}@${name}`, 'of a file that is not fetched']),
    ),
  ),
};

const isLeftOut = (path: string): boolean =>
  Object.keys(LEFT_OUT).some((name) => path === name || path.startsWith(`${name}/`) || path.startsWith(`${name}@`));

/** An element without one of its parts, each way once, with the path of the part. */
function* lessened(element: FeedElement, path: string): Generator<[string, FeedElement]> {
  for (const name of Object.keys(element.attributes)) {
    const { [name]: _, ...attributes } = element.attributes;
    yield [`${path}@${name}`, { ...element, attributes }];
  }
  for (const child of element.children) {
    const others = (now: FeedElement[]) => element.children.flatMap((one) => (one === child ? now : one));
    const childPath = path === '' ? child.name : `${path}/${child.name}`;
    yield [childPath, { ...element, children: others([]) }];
    for (const [part, less] of lessened(child, childPath)) yield [part, { ...element, children: others([less]) }];
  }
}

const said = (entry: FeedEntry): string => {
  const { notes: _, position: __, ...listing } = entryToPatch(entry);
  return JSON.stringify({ ...listing, suburb: undefined });
};

async function partsOf(xml: string, kind: string): Promise<Map<string, boolean>> {
  const [entry] = await readAll(entryOf(xml, kind));
  if (entry?.kind !== 'entry') throw new Error(entry?.problem);
  const whole = said(entry);
  const parts = new Map<string, boolean>();
  for (const [path, element] of lessened(entry.element, '')) {
    parts.set(path, (parts.get(path) ?? false) || said({ ...entry, element }) !== whole);
  }
  return parts;
}

describe.each(Object.entries(ELEMENTS_OF))('what a %s may have', (kind, names) => {
  it.each(words(names))('%s has its place, or is left out on purpose', async (name) => {
    const ways = [ELEMENTS[name] ?? []].flat();
    expect(ways).not.toEqual([]);
    const counts = new Map<string, boolean>();
    for (const xml of ways) {
      for (const [path, isSaid] of await partsOf(xml, kind)) counts.set(path, isSaid || counts.get(path) === true);
    }
    const parts = [...counts].filter(
      ([path]) => path === name || path.startsWith(`${name}@`) || path.startsWith(`${name}/`),
    );
    expect(parts.length > 0 || isLeftOut(name)).toBe(true);
    for (const [path, isSaid] of parts) expect([path, isSaid]).toEqual([path, !isLeftOut(path)]);
  });
});
