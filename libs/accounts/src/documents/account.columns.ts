import { degreesOf, slugify, textWords } from '@app/address';
import { fold, foldName } from '@app/lists';
import { hostnameOf } from './account-hostname.js';
import type { AccountFields } from '../dto/account.fields.js';

/** The distinct feed agentIDs of an account, in the form in which they are compared. */
export const feedAgentIDsOf = ({ feedAgentIDs }: Pick<AccountFields, 'feedAgentIDs'>): string[] =>
  [...new Set(feedAgentIDs.map((agentID) => fold(agentID.trim())))].filter((agentID) => agentID !== '');

/** The first label of the host name other than `www`; only the search `s` uses it (D14). */
const folderNameOf = (hostname: string): string => hostname.split('.').find((label) => label !== 'www') ?? '';

/** The columns of an account for filters. */
export function accountColumns(record: Omit<AccountFields, 'accessKey' | 'secretKey'>) {
  const { name, link, address, config, subsiteDetails, enabledSlug, slugs } = record;
  const hostname = hostnameOf(link);
  return {
    name,
    foldedName: foldName(name),
    nameWords: [...new Set(textWords(name))],
    slug: slugify(name),
    link,
    hostname,
    status: record.status,
    isDisplayed: record.isDisplayToFrontEnd,
    type: record.type,
    isWebsiteClient: record.isWebsiteClient,
    hasForSale: config.listingTypes.hasForSale,
    hasForRent: config.listingTypes.hasForRent,
    mainWebsiteId: subsiteDetails.mainWebsiteID,
    listingSource: subsiteDetails.listingSource,
    listingOfficeIds: subsiteDetails.listingOfficeIDs,
    feedAgentIds: feedAgentIDsOf(record),
    latitude: degreesOf(address.latitude),
    longitude: degreesOf(address.longitude),
    fullAddress: fold(address.fullAddress),
    search: foldName([name, link, hostname, folderNameOf(hostname), address.fullAddress].join('\n')),
    slugTemplates: enabledSlug ? Object.fromEntries(slugs.map(({ listingType, slug }) => [listingType, slug])) : {},
  };
}
