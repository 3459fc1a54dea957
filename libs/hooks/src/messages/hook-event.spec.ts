import { describe, expect, it } from 'vitest';
import { triggersOf, typeFor, type HookEvent } from './hook-event.js';
import { hookBody, MOST_BODY } from './hook-body.js';

const event: HookEvent = {
  resource: 'listing',
  kinds: ['content'],
  isGone: false,
  isNew: false,
  status: 'current',
  before: null,
  after: null,
};

describe('the triggers of', () => {
  const status = (before: string, after: string): Partial<HookEvent> => ({
    kinds: ['status'],
    before: { status: before },
    after: { status: after },
  });
  it.each<[string, Partial<HookEvent>, string[]]>([
    ['a new current listing', { isNew: true, kinds: ['created'] }, ['new-current-listing', 'listing-created']],
    ['a new sold listing', { isNew: true, kinds: ['created'], status: 'sold' }, ['listing-created']],
    ['one that is shown now', { isNew: true, kinds: ['updated'] }, ['new-current-listing', 'listing-created']],
    [
      'one that becomes current',
      status('sold', 'current'),
      ['new-current-listing', 'listing-status', 'listing-updated'],
    ],
    ['one that is sold', status('current', 'sold'), ['listing-status', 'listing-updated']],
    [
      'one under offer',
      { kinds: ['status'], before: { underOffer: false }, after: { underOffer: true } },
      ['listing-status', 'listing-updated'],
    ],
    ['a price', { kinds: ['price'] }, ['listing-price', 'listing-updated']],
    ['a price and images', { kinds: ['price', 'images'] }, ['listing-price', 'listing-images', 'listing-updated']],
    ['a text', {}, ['listing-updated']],
    ['what is not shown', { kinds: ['updated'] }, ['listing-updated']],
    ['a deletion', { isGone: true, kinds: ['deleted'] }, ['listing-deleted']],
    ['one that is not shown any more', { isGone: true, kinds: ['status'] }, ['listing-deleted']],
    ['a new agent', { resource: 'agent', isNew: true, kinds: ['created'] }, ['agent-created']],
    ['an agent', { resource: 'agent', kinds: ['updated'] }, ['agent-updated']],
    ['an agent that has gone', { resource: 'agent', isGone: true, kinds: ['updated'] }, ['agent-deleted']],
    ['an enquiry', { resource: 'enquiry', isNew: true, kinds: ['created'] }, ['enquiry-created']],
    ['an enquiry that has gone', { resource: 'enquiry', isGone: true, kinds: ['created'] }, []],
    ['an account', { resource: 'account', kinds: ['updated'] }, ['account-updated']],
    ['an account that has gone', { resource: 'account', isGone: true, kinds: ['deleted'] }, []],
  ])('%s', (_, fields, triggers) => {
    expect(triggersOf({ ...event, ...fields })).toEqual(triggers);
  });

  it('an event determine the type of its message: the narrowest trigger that the endpoint has', () => {
    expect(typeFor(['all'], ['listing-price', 'listing-updated'])).toBe('listing-price');
    expect(typeFor(['listing-updated', 'agent-created'], ['listing-price', 'listing-updated'])).toBe('listing-updated');
    expect(typeFor(['listing-status'], ['listing-price', 'listing-updated'])).toBeUndefined();
    expect(typeFor(['all'], [])).toBeUndefined();
  });
});

describe('the body of a message', () => {
  const content = {
    ...event,
    id: 7,
    uid: 'u',
    websiteId: 12,
    uniqueId: 'L7',
    agentId: 'EAST',
    propertyId: 3,
    enquiry: null,
    at: new Date(0),
  };

  it('has a path if the service does not know its URL, and no URL for a deleted resource', () => {
    expect(JSON.parse(hookBody('listing-updated', content, ''))).toMatchObject({ data: { url: '/api/v1/listings/7' } });
    expect(JSON.parse(hookBody('listing-deleted', { ...content, isGone: true }, ''))).toMatchObject({
      data: { url: null, deleted: true },
    });
  });

  it('with the longest enquiry is below 20 kB', () => {
    const [name, address, message] = ['🏠'.repeat(100), '🏠'.repeat(300), '🏠'.repeat(4_000)];
    const [email, phone] = [`${'é'.repeat(64)}@${'é'.repeat(60)}.example`, `1${'é'.repeat(49)}`];
    const enquiry = {
      _id: 'u',
      id: 7,
      kind: 'rental-appraisal' as const,
      listingID: null,
      agentID: 1,
      websiteID: 12,
      name,
      email,
      phone,
      address,
      message,
      held: false,
      createdAt: '',
    };
    const body = hookBody('enquiry-created', { ...content, resource: 'enquiry', enquiry }, 'https://directory.example');
    expect(Buffer.byteLength(body)).toBeLessThan(MOST_BODY);
    expect(JSON.parse(body)).toMatchObject({
      data: { id: 7, websiteID: 12, enquiry, url: 'https://directory.example/api/v1/enquiries/7' },
    });
  });

  it.each([1, 10, 200])('with %i long fields is below 20 kB, and contains as many of them as fit', (count) => {
    const after = Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 'é'.repeat(1_500 + at)]));
    const body = hookBody('listing-updated', { ...content, before: null, after }, '');
    const { data } = JSON.parse(body) as { data: { cut?: string[]; after: object } };
    expect(Buffer.byteLength(body)).toBeLessThan(MOST_BODY);
    expect([...(data.cut ?? []), ...Object.keys(data.after)].sort()).toEqual(Object.keys(after).sort());
    expect(Object.keys(data.after).length).toBe(Math.min(count, 6));
  });
});
