import { suggestPlaces } from 'agency-directory-client';
import * as z from 'zod';
import { fitting, joined, reasonOf, Unanswerable } from './answer.js';

/** @import { Client, Suggestion } from 'agency-directory-client' */
/** @import { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server' */
/** @typedef {{ client: Client, signal: AbortSignal }} Call what each request to the directory needs */

/** The most calls at a time, of all clients. */
const MOST_CALLS = 64;
let running = 0;

/** @param {() => Promise<string>} write */
async function counted(write) {
  if (running >= MOST_CALLS) throw new Unanswerable('The server is busy. Try again in a moment.');
  running += 1;
  return write().finally(() => (running -= 1));
}

/**
 * A tool that answers with a text; a failure is an answer, too.
 * @template {z.ZodObject} Schema
 * @param {string} name @param {string} title @param {string} description @param {Schema} inputSchema
 * @param {(asked: z.infer<Schema>, call: Call) => Promise<string>} write
 */
export const tool =
  (name, title, description, inputSchema, write) => (/** @type {McpServer} */ server, /** @type {Client} */ client) => {
    /** @param {unknown} asked parsed by the schema @param {ServerContext} context @returns {Promise<CallToolResult>} */
    const answer = (asked, { mcpReq: { signal } }) =>
      counted(() => write(/** @type {z.infer<Schema>} */ (asked), { client, signal })).then(
        (text) => ({ content: [{ type: 'text', text: fitting(text) }] }),
        (error) => ({ isError: true, content: [{ type: 'text', text: fitting(reasonOf(error)) }] }),
      );
    /** @type {z.ZodObject} */
    const anySchema = inputSchema;
    const annotations = { readOnlyHint: true };
    server.registerTool(name, { title, description, inputSchema: anySchema, annotations }, answer);
  };

/** A text on which requests can be built: a half character has no place in a URL. @param {number} most characters */
export const textUpTo = (most) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/\p{Cs}/u.test(text), 'has half a character');

export const partOfName = textUpTo(100);
export const placeName = partOfName.describe('Suburb, postcode, region or area, such as "Richmond VIC"');
export const surrounding = z.boolean().default(false).describe('Also the suburbs around the place ("near", "around")');
export const paging = { limit: z.int().min(1).max(10).default(8), page: z.int().min(1).max(1_000).default(1) };

/** All types but addresses. @type {Suggestion['type'][]} */
const TYPES = ['suburb', 'postcode', 'region', 'area'];

/** The places that a text may mean, the best match first. @param {Call} call @param {string} q */
export async function placesOf(call, q) {
  const { data: places } = (await suggestPlaces({ ...call, query: { q, types: TYPES, limit: 8 } })).data;
  if (places.length === 0) throw new Unanswerable(`No place is called "${q}". Try the beginning of its name.`);
  return /** @type {[Suggestion, ...Suggestion[]]} */ (places);
}

/** The best match for a text, in words and as filters. @param {Call} call @param {string} text @param {boolean} around */
export async function placeOf(call, text, around) {
  const [place, ...others] = await placesOf(call, text);
  const { type, postcode, regionName, areaName } = place;
  const also = others.length > 0 && `(not ${joined(others.slice(0, 3).map((other) => other.text))})`;
  const inPlace = joined([`in ${place.text}`, around && 'and around', also], ' ');
  const name = type === 'suburb' ? place.text : postcode || regionName || areaName;
  const parameter = type === 'suburb' ? 'fullSuburb' : type === 'area' ? 'areaname' : type;
  const filters = { [parameter]: [name], state: [place.state], surroundingsuburb: around || undefined };
  return { ...place, name, inPlace, filters };
}
