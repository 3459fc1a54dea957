import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { HookClock } from '../../libs/hooks/src/delivery/hook-clock.js';
import { behaviours, startReceiver } from '../support/hook-receiver.js';
import {
  type Answer,
  createAccount,
  createOperatorPair,
  createSubAccount,
  type Keys,
  listingLine,
  type Problem,
  seed,
  storeCredential,
  TestService,
} from '@testing';

export interface Enquiry {
  readonly _id: string;
  readonly id: number;
  readonly kind: string;
  readonly listingID: number | null;
  readonly agentID: number | null;
  readonly websiteID: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly message: string;
  readonly held: boolean;
  readonly createdAt: string;
}

export type Created = Answer<{ readonly message: string; readonly enquiry: Enquiry } & Problem>;
export type Listed = Answer<
  { readonly data: Enquiry[]; readonly total: number; readonly nextCursor?: string | null } & Problem
>;

export interface Sent {
  readonly as?: Keys | null;
  readonly from?: string;
  readonly key?: string;
}

/** Concurrent posts of the flood from one address. */
export const BODY = { name: 'Ann Visitor', email: 'ann@visitor.example', message: 'Is it quiet?', consent: true };
/** A CORS origin. */
export const ORIGIN = 'https://agency.example';
/** A current listing of the main account that its sub-account also shows, one that it does not show, and a withdrawn one. */
export const [SHOWN, OTHER, WITHDRAWN] = [11, 12, 13] as const;

export const pathOf = (listing: number | string): string => `/api/v1/listings/${listing}/enquiries`;

export const agentPath = (id: number | string, root = '/api/v1'): string => `${root}/agents/${id}/enquiries`;
/** The path of enquiries to an account. */
export const officePath = (id: number | string, root = '/api/v1/websites'): string => `${root}/${id}/enquiries`;

/** Two replicas, three agencies with visitors, and a receiver of hooks. */
async function startDesk() {
  const receiver = await startReceiver();
  const settings = { trustProxy: ['loopback'], corsOrigins: [ORIGIN], hooksAllow: [receiver.origin] };
  const service = await TestService.start({ ...settings, hooks: 'on' });
  const clock = service.app.get(HookClock);
  clock.tickMs = 10;
  const replica = await service.replica(settings);
  const main = await createAccount(service);
  const sub = await createSubAccount(service, main);
  await service.put(`/api/v1/websites/${sub.websiteID}`, {
    subsiteDetails: { mainWebsiteID: main.websiteID, listingSource: 'officeID', listingOfficeIDs: ['EAST'] },
  });
  const stranger = await createAccount(service, { isDisplayToFrontEnd: true });
  const [visitor, subVisitor, strangerVisitor] = [
    await storeCredential(service, main, 'public'),
    await storeCredential(service, sub, 'public'),
    await storeCredential(service, stranger, 'public'),
  ] as const;
  const namedReader = await createOperatorPair(service, 'read', 'Portal');
  await seed(service, {
    listings: [
      listingLine(main.websiteID, { id: SHOWN, agentID: 'EAST', uniqueID: 'L11' }),
      listingLine(main.websiteID, { id: OTHER, agentID: 'WEST', uniqueID: 'L12' }),
      listingLine(main.websiteID, { id: WITHDRAWN, agentID: 'EAST', uniqueID: 'L13', status: 'withdrawn' }),
    ],
  });
  return { receiver, service, clock, replica, main, sub, stranger, visitor, subVisitor, strangerVisitor, namedReader };
}

type Desk = Awaited<ReturnType<typeof startDesk>>;

/** The common setup of the specs of enquiries. */
export let desk: Desk;

/** Starts it for a spec file; each test begins without enquiries. */
export function useEnquiryDesk(): void {
  beforeAll(async () => {
    desk = await startDesk();
  });

  beforeEach(async () => {
    await query('DELETE FROM enquiries');
    await query('DELETE FROM enquiry_counts');
    await query('DELETE FROM audit_log');
  });

  afterEach(() => {
    desk.receiver.received.length = 0;
    desk.receiver.behaviour = behaviours.answers();
  });

  afterAll(async () => {
    await desk.replica.stop();
    await desk.service.stop();
    await desk.receiver[Symbol.asyncDispose]();
  });
}

/** Runs a statement on the database of the service. */
export const query = <Row = unknown>(statement: string, values: unknown[] = []) =>
  desk.service.store.dataSource.query<Row[]>(statement, values);

let addresses = 0;
/** A different address at each call. */
export const somebody = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;

/** Posts an enquiry about a listing, from a different address unless one is given. */
export const post = (listing: number | string, body?: unknown, sent?: Sent, on?: TestService): Promise<Created> =>
  postTo(pathOf(listing), body, sent, on);

/** Posts an enquiry to a path. */
export const postTo = (
  path: string,
  body: unknown = BODY,
  { as = desk.visitor, from = somebody(), key }: Sent = {},
  on = desk.service,
): Promise<Created> =>
  on.post(path, body, {
    as,
    headers: { 'x-forwarded-for': from, ...(key !== undefined && { 'idempotency-key': key }) },
  });

/** A new enquiry about a listing, as its account reads it. */
export const ask = (body: object = {}, sent?: Sent, listing: number | string = SHOWN): Promise<Enquiry> =>
  askAt(pathOf(listing), body, sent);

/** A new enquiry to a path, as its account reads it. */
export async function askAt(path: string, body: object = {}, sent?: Sent): Promise<Enquiry> {
  const answer = await postTo(path, { ...BODY, ...body }, sent);
  expect(answer.status).toBe(201);
  return (await desk.service.get<Enquiry>(`/api/v1/enquiries/${answer.body.enquiry._id}`)).body;
}

/** The list, as the main account sees it. */
export const list = (search = '', as: Keys = desk.main): Promise<Listed> =>
  desk.service.get(`/api/v1/enquiries${search}`, { as });
export const idsOf = async (search: string, as?: Keys) => (await list(search, as)).body.data.map(({ id }) => id);

/** The number of stored enquiries. */
export const stored = async () => Number((await query<{ count: string }>('SELECT count(*) FROM enquiries'))[0]?.count);
