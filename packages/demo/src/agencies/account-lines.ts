import type { DemoAccountLine } from '../bundle-lines.js';
import type { PictureKind } from '../pictures/picture.js';
import { addressLine } from '../places/address-line.js';
import { lotOf } from '../places/streets.js';
import { fixedLine } from '../places/telephone-number.js';
import { identifierOf } from '../random/identifier.js';
import { Random } from '../random/random.js';
import type { World } from '../world.js';
import type { Agency } from './agency.js';
import { socialMedia } from './social-media.js';

const DAY = 86_400_000;
const YOUNGEST_DAYS = 400;
const OLDEST_DAYS = 3_000;

const SLUGS = [
  { listingType: 'residential', slug: '/buy/{category}/{address.state}/{address.suburb}/{uniqueID}' },
  { listingType: 'rental', slug: '/rent/{category}/{address.state}/{address.suburb}/{uniqueID}' },
];

/** The accounts of the agencies, without keys: the import creates random ones. */
export function* accountLines(world: World, agencies: readonly Agency[]): Generator<DemoAccountLine> {
  const random = new Random(world.seed, 'accounts');
  for (const agency of agencies) yield accountLine(random.stream(agency.websiteID), world, agency);
}

function accountLine(random: Random, { seed, now, pictures }: World, agency: Agency): DemoAccountLine {
  const { websiteID, name, hostname, palette } = agency;
  const mark = (kind: PictureKind) => pictures.link(kind, seed + websiteID, palette, name);
  const link = `https://${hostname}`;
  const domain = hostname.replace(/^www\./, '');
  const hasSlugs = websiteID % 3 === 1;
  const createdAt = now.getTime() - random.stream('createdAt').integer(YOUNGEST_DAYS, OLDEST_DAYS) * DAY;
  const updatedAt = random.stream('updatedAt').between(createdAt, now.getTime());
  return {
    _id: identifierOf('account', seed, websiteID),
    websiteID,
    name,
    link,
    status: !agency.closed,
    type: agency.main ? 'sub-account' : 'primary-account',
    isWebsiteClient: random.stream('isWebsiteClient').chance(0.7),
    logo: { light: mark('logo'), dark: mark('darklogo'), override: '' },
    favicon: mark('icon'),
    sendToCms: random.stream('sendToCms').chance(0.5),
    isDisplayToFrontEnd: !agency.closed,
    showOnPortalBubble: random.stream('showOnPortalBubble').chance(0.3),
    config: configOf(random.stream('config'), link, agency, pictures.folder),
    about: aboutOf(random.stream('about'), agency),
    contacts: contactsOf(random.stream('contacts'), domain, agency),
    socialMedia: socialMedia(domain.replace(/\.example$/, '')),
    integrations: integrationsOf(link),
    ...(agency.main && { subsiteDetails: subsiteDetailsOf(agency, agency.main) }),
    address: officeAddress(random.stream('address'), agency),
    hooks: websiteID % 4 === 1 ? [hookOf(domain)] : [],
    enabledSlug: hasSlugs,
    slugs: hasSlugs ? SLUGS.map((slug) => ({ ...slug })) : [],
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

function configOf(
  random: Random,
  link: string,
  { palette, sells, lets }: Agency,
  pictures: string,
): DemoAccountLine['config'] {
  return {
    primaryColor: palette.primary,
    secondaryColor: palette.secondary,
    tertiaryColor: palette.tertiary,
    video: random.chance(0.3) ? `${link}/welcome.mp4` : '',
    cloudAlphaCDN: pictures,
    cloudBetaCDN: random.chance(0.5) ? pictures : '',
    suburbProfileLink: `${link}/suburbs/{{suburb}}`,
    listingTypes: { hasForSale: sells, hasForRent: lets },
  };
}

function aboutOf(random: Random, { name, offices }: Agency): string {
  const { suburb, state } = offices[0].market.place;
  const since = random.integer(1958, 2016);
  const reach = offices.length > 1 ? `With ${offices.length} offices, ${name}` : name;
  return (
    `${reach} has been selling, letting and managing property in and around ${suburb} ${state} since ${since}. ` +
    random.pick([
      'We answer the phone, we turn up, and we tell you what we think.',
      'Our team lives where it works, and knows its streets by heart.',
      'Plain advice, careful marketing and a good eye for detail are what our clients come back for.',
      'From the first appraisal to the handing over of the keys, one person looks after you.',
    ])
  );
}

function contactsOf(random: Random, domain: string, { offices }: Agency): DemoAccountLine['contacts'] {
  const phone = () => fixedLine(random, offices[0].market.place.state);
  return {
    email: { office: `office@${domain}`, sales: `sales@${domain}`, pm: `rentals@${domain}` },
    phone: { office: phone(), sales: phone(), pm: phone() },
    fax: { office: phone(), sales: '', pm: '' },
  };
}

function integrationsOf(link: string): DemoAccountLine['integrations'] {
  return {
    reviews: `${link}/reviews`,
    offmarketLink: `${link}/off-market`,
    propertyEstimateLink: `${link}/estimate`,
    propertyAppraisalLink: `${link}/appraisal`,
    switchToUsLink: '',
    suburbProfileLink: `${link}/suburbs`,
    privacyPolicyLink: `${link}/privacy`,
  };
}

function subsiteDetailsOf({ shows }: Agency, main: Agency): DemoAccountLine['subsiteDetails'] {
  return {
    mainWebsiteID: main.websiteID,
    listingSource: shows.length > 0 ? 'officeID' : '',
    listingOfficeIDs: shows.map(({ id }) => id),
  };
}

function officeAddress(random: Random, { websiteID, offices }: Agency): DemoAccountLine['address'] {
  const [{ market }] = offices;
  const { street, number } = lotOf(market.index, websiteID);
  return addressLine(random, market, { subNumber: '', lotNumber: '', streetNumber: String(number), street });
}

function hookOf(domain: string): DemoAccountLine['hooks'][number] {
  return { name: 'New listings', url: `https://hooks.${domain}/listings`, trigger: 'new-current-listing' };
}
