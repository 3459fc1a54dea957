import { listSuburbs } from 'agency-directory-client';
import * as z from 'zod';
import { clipped, joined } from '../answer.js';
import { placeName, placesOf, tool } from '../tool.js';
import { counted } from '../words.js';

const DESCRIPTION =
  'Finds suburbs, postcodes, regions and areas by name or postcode, with their number of homes on offer, and the suburbs of the best match. The other tools take such names directly: use it if a name is unclear.';

const inputSchema = z.object({ place: placeName });

export const findPlace = tool('find_place', 'Find a place', DESCRIPTION, inputSchema, async (asked, call) => {
  const places = await placesOf(call, asked.place);
  const lines = places.map(({ type, text, areaName, regionName, listings }) => {
    const within = type === 'suburb' && `, ${joined([areaName, regionName])}`;
    return `- ${text}: ${type}${within || ''}; ${counted(listings, 'home')} on offer`;
  });
  const [{ type, text, postcode, regionName, areaName, state }] = places;
  if (type === 'suburb') return lines.join('\n');
  const [region, areaname] = [regionName, areaName].map((name) => (name ? [name] : undefined));
  const query = { postcode: postcode || undefined, region, areaname, state, limit: 50 };
  const { data: suburbs, total } = (await listSuburbs({ ...call, query })).data;
  const names = suburbs.map((suburb) => `${suburb.suburb} ${suburb.postcode}`).join(', ');
  return joined([...lines, `${text} has ${counted(total, 'suburb')}: ${clipped(names, 1_500)}`], '\n');
});
