import { around, leaf } from './markup.js';
import { dateText, yesNo, type OutgoingListing } from './outgoing.js';

/** Agents and inspections. */
export const VISITS = {
  listingAgent: ({ agents }: OutgoingListing) =>
    agents
      .map(({ uniqueListingAgentID, agentID, name, email, telephones, profileVisibility, order }, at) => {
        const calls = telephones.map(({ number, type }) => leaf('telephone', number, { type: type || undefined }));
        const shown = profileVisibility === undefined ? undefined : yesNo(profileVisibility);
        const mail = email === '' ? [] : [leaf('email', email)];
        const attributes = { id: order ?? at + 1, displayAgentProfile: shown };
        const person = uniqueListingAgentID ? [leaf('uniqueListingAgentID', uniqueListingAgentID)] : [];
        const office = agentID ? [leaf('agentID', agentID)] : [];
        return around('listingAgent', [...office, leaf('name', name), ...calls, ...mail, ...person], attributes);
      })
      .join(''),
  inspectionTimes: ({ line, timeZone }: OutgoingListing) => {
    const inspections = line.inspectionTimes.map(({ dateFrom, dateTo }) =>
      leaf('inspection', spanText(dateText(dateFrom, timeZone), dateText(dateTo, timeZone))),
    );
    return inspections.length === 0 ? '' : around('inspectionTimes', inspections);
  },
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats an inspection: "21-Dec-2010 11:00am to 1:00pm". The end has its own date if it is another day. */
function spanText(from: string, to: string): string {
  const end = from.slice(0, 10) === to.slice(0, 10) ? clockOf(to) : `${dayOf(to)} ${clockOf(to)}`;
  return `${dayOf(from)} ${clockOf(from)} to ${end}`;
}

const dayOf = (date: string): string =>
  `${date.slice(8, 10)}-${MONTHS[Number(date.slice(5, 7)) - 1]}-${date.slice(0, 4)}`;

/** Formats a time of day: "11:00am", with seconds if they are not 0. */
function clockOf(date: string): string {
  const hour = Number(date.slice(11, 13));
  const seconds = date.slice(16, 19) === ':00' ? '' : date.slice(16, 19);
  return `${hour % 12 || 12}${date.slice(13, 16)}${seconds}${hour < 12 ? 'am' : 'pm'}`;
}
