import { listAccounts, listAgents } from 'agency-directory-client';
import * as z from 'zod';
import { clipped, joined, listed, Unanswerable } from '../answer.js';
import { paging, partOfName, placeName, placeOf, surrounding, tool } from '../tool.js';

/** @import { ListedAccount, ListedAgent } from 'agency-directory-client' */

const DESCRIPTION =
  'Finds agents or agencies by name, or those with homes on offer at a place, the most homes there first, with telephone or address, number of homes and link.';
const who = z.enum(['agents', 'agencies']).default('agents');
const name = partOfName.optional();
const inputSchema = z.object({ who, place: placeName.optional(), surrounding, name, ...paging });
const sort = /** @type {const} */ ('listings-desc');

/** @param {ListedAgent | ListedAccount} found */
function linesOf(found) {
  const { listingCounts: counts } = found;
  const homes = counts && `${counts.sale} to buy, ${counts.rent} to rent`;
  const lines =
    'telephone' in found
      ? [joined([found.name, ...found.positions, found.website.name]), found.telephone[0]?.number, found.profileLink]
      : [found.name, found.address?.fullAddress, found.link];
  return clipped(joined([...lines, homes], '\n'), 450);
}

export const findPeople = tool('find_people', 'Find people', DESCRIPTION, inputSchema, async (asked, call) => {
  const { who: kind, place: text, surrounding: surroundingsuburb, ...given } = asked;
  if (!text && !asked.name) throw new Unanswerable('Give a place or a name.');
  const place = text ? await placeOf(call, text, surroundingsuburb) : undefined;
  const query = { ...given, ...(place && { listsIn: [place.name], surroundingsuburb, sort }) };
  const list = kind === 'agents' ? listAgents({ ...call, query }) : listAccounts({ ...call, query });
  const { data, total, totalPage } = (await list).data;
  const head = joined(
    [
      total === 1 ? `1 ${kind === 'agents' ? 'agent' : 'agency'}` : `${total} ${kind}`,
      place && `with homes ${place.inPlace}`,
    ],
    ' ',
  );
  return listed(head, data.map(linesOf), totalPage > 1 && `Page ${asked.page} of ${totalPage}`);
});
