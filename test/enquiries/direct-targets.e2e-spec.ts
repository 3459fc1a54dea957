import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  type AgentAnswer,
  createAccount,
  createAgent,
  expectProblem,
  operator,
  waitsForLock,
} from '@testing';
import {
  agentPath,
  ask,
  askAt,
  BODY,
  desk,
  idsOf,
  list,
  officePath,
  ORIGIN,
  post,
  postTo,
  query,
  SHOWN,
  somebody,
  stored,
  useEnquiryDesk,
  type Created,
} from './enquiry-desk.js';

useEnquiryDesk();

const ADDRESS = '3/12 Königstraße, 世田谷 🏠, Carlton VIC 3053';
const AT_ONCE = 24;

let agent: AgentAnswer;
let colleague: AgentAnswer;
let strangersAgent: AgentAnswer;
let closed: AccountAnswer;
let closedAgent: AgentAnswer;

beforeAll(async () => {
  agent = await createAgent(desk.service, desk.main.websiteID);
  colleague = await createAgent(desk.service, desk.main.websiteID, 'Colleague');
  strangersAgent = await createAgent(desk.service, desk.stranger.websiteID);
  closed = await createAccount(desk.service, { status: false, isDisplayToFrontEnd: true });
  closedAgent = await createAgent(desk.service, closed.websiteID);
});

describe('the targets of enquiries', () => {
  it('have both identifiers and both path families', async () => {
    const { main } = desk;
    for (const root of ['/api/v1', '/v1'])
      for (const id of [agent.id, agent._id, agent._id.toUpperCase()])
        expect(await askAt(agentPath(id, root))).toMatchObject({ agentID: agent.id, websiteID: main.websiteID });
    for (const root of ['/api/v1/websites', '/v1/accounts'])
      for (const id of [main.websiteID, main._id, main._id.toUpperCase()])
        expect(await askAt(officePath(id, root))).toMatchObject({ agentID: null, websiteID: main.websiteID });
    const preflight = await fetch(desk.service.address + officePath(main.websiteID), {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
  });

  it('may be agents and offices of other accounts', async () => {
    const { websiteID } = desk.stranger;
    expect(await askAt(agentPath(strangersAgent.id))).toMatchObject({ agentID: strangersAgent.id, websiteID });
    expect(await askAt(officePath(websiteID))).toMatchObject({ agentID: null, websiteID });
    expect((await list('', desk.stranger)).body.total).toBe(2);
    expect((await list()).body.total).toBe(0);
  });

  it('are unknown (404) if they do not exist, or if a visitor does not see them', async () => {
    const unknown = [2_000_000_000, '99999999999', randomUUID(), 'nothing', '%00', '-1', '1.5'];
    const hidden = [agentPath(closedAgent.id), agentPath(closedAgent._id), officePath(closed.websiteID)];
    const paths = [...unknown.flatMap((id) => [agentPath(id), officePath(id)]), ...hidden, officePath(closed._id)];
    for (const path of paths) expectProblem(await postTo(path), 404, 'NOT_FOUND');
    for (const id of unknown)
      for (const path of [agentPath(id), officePath(id)])
        expectProblem(await postTo(path, BODY, { as: desk.main }), 404, 'NOT_FOUND');
    expect(await stored()).toBe(0);
    // The bodies do not reveal whether a hidden target exists.
    const told = async (path: string) => {
      const {
        requestId: _requestId,
        instance: _instance,
        ...rest
      } = (await postTo(path)).body as Created['body'] & Record<string, unknown>;
      return rest;
    };
    expect(await told(agentPath(closedAgent.id))).toEqual(await told(agentPath(2_000_000_000)));
    expect(await told(officePath(closed.websiteID))).toEqual(await told(officePath(2_000_000_000)));
    // A server key and the operator see them.
    expect(await askAt(agentPath(closedAgent.id), {}, { as: desk.main })).toMatchObject({
      websiteID: closed.websiteID,
    });
    expect(await askAt(officePath(closed.websiteID), {}, { as: operator })).toMatchObject({
      websiteID: closed.websiteID,
    });
  });

  it.each(['agent', 'account'])('are unknown (404) if the account of an %s is deleted meanwhile', async (target) => {
    const { websiteID } = await createAccount(desk.service, { isDisplayToFrontEnd: true });
    const { id } = await createAgent(desk.service, websiteID);
    const runner = desk.service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM accounts WHERE id = $1', [websiteID]);
    const meanwhile = postTo(target === 'agent' ? agentPath(id) : officePath(websiteID));
    await waitsForLock(desk.service.store.dataSource);
    await runner.commitTransaction();
    await runner.release();
    expectProblem(await meanwhile, 404, 'NOT_FOUND');
    expect(await stored()).toBe(0);
  });

  it('do not appear in the counts of a refused enquiry', async () => {
    expectProblem(await postTo(officePath(closed.websiteID)), 404, 'NOT_FOUND');
    expectProblem(await postTo(agentPath(agent.id), {}), 400, 'INVALID_BODY');
    expect(await query('SELECT FROM enquiry_counts')).toEqual([]);
  });
});

describe('the limit of an address', () => {
  it('is 10 an hour for all targets together, also concurrently', async () => {
    const from = somebody();
    const paths = [agentPath(agent.id), officePath(desk.main.websiteID), `/api/v1/listings/${SHOWN}/enquiries`];
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        postTo(paths[at % 3] ?? '', BODY, { from }, at % 2 ? desk.service : desk.replica),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectProblem(answer, 429, 'TOO_MANY_ENQUIRIES');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    expect(await stored()).toBe(10);
    expectProblem(await post(SHOWN, BODY, { from }), 429, 'TOO_MANY_ENQUIRIES');
    expect((await postTo(agentPath(agent.id), BODY, { from, as: desk.main })).status).toBe(201);
  });
});

describe('the list of enquiries', () => {
  it('filters by kind and agent', async () => {
    const about = await ask();
    const general = await askAt(agentPath(agent.id));
    const appraisal = await askAt(agentPath(agent.id), { kind: 'appraisal', address: ADDRESS });
    const rental = await askAt(officePath(desk.main.websiteID), { kind: 'rental-appraisal', address: ADDRESS });
    const other = await askAt(agentPath(colleague.id));
    expect(await idsOf('')).toEqual([other, rental, appraisal, general, about].map(({ id }) => id));
    for (const [search, found] of [
      ['?kind=listing', [about]],
      ['?kind=general', [other, general]],
      ['?kind=appraisal', [appraisal]],
      ['?kind=rental-appraisal', [rental]],
      [`?agentID=${agent.id}`, [appraisal, general]],
      [`?agentID=${agent.id}&kind=general`, [general]],
      [`?agentID=${agent.id}&listingID=${SHOWN}`, []],
      [`?agentID=${strangersAgent.id}`, []],
      [`?listingID=${SHOWN}`, [about]],
    ] as const)
      expect([search, await idsOf(search)]).toEqual([search, found.map(({ id }) => id)]);
    for (const search of ['?kind=sale', '?agentID=x']) expectProblem(await list(search), 400, 'INVALID_PARAMETERS');
    const foreign = await askAt(agentPath(strangersAgent.id));
    expect(await idsOf(`?agentID=${strangersAgent.id}`, operator)).toEqual([foreign.id]);
    expect(await idsOf(`?agentID=${strangersAgent.id}`)).toEqual([]);
  });

  it('keeps enquiries to an agent who was deleted or moved to another account', async () => {
    const leaving = await createAgent(desk.service, desk.main.websiteID, 'Leaving');
    const moving = await createAgent(desk.service, desk.main.websiteID, 'Moving');
    const enquiries = [await askAt(agentPath(moving.id)), await askAt(agentPath(leaving.id))];
    await desk.service.delete(`/api/v1/agents/${leaving.id}`);
    await desk.service.put(`/api/v1/agents/${moving.id}`, { websiteID: desk.stranger.websiteID });
    expectProblem(await postTo(agentPath(leaving.id)), 404, 'NOT_FOUND');
    expect((await list('?sort=id')).body.data).toEqual(enquiries);
    expect(await askAt(agentPath(moving.id))).toMatchObject({ websiteID: desk.stranger.websiteID });
  });
});

describe('the hook enquiry-created', () => {
  it('has the whole enquiry, and is called for none that is held', async () => {
    const { main, receiver, service } = desk;
    await service.put(`/api/v1/websites/${main.websiteID}`, {
      hooks: [{ name: '', url: `${receiver.origin}/in`, trigger: 'enquiry-created' }],
    });
    await query(`INSERT INTO enquiry_counts (subject, count, until) VALUES
      ('agent ${colleague.id}', 100, now() + interval '1 day'), ('website ${main.websiteID}', 99, now() + interval '1 day')`);
    const held = await askAt(agentPath(colleague.id));
    const office = await askAt(officePath(main.websiteID), { kind: 'rental-appraisal', address: ADDRESS });
    const heldOffice = await askAt(officePath(main.websiteID));
    await askAt(agentPath(strangersAgent.id));
    const person = await askAt(agentPath(agent.id), { message: '🏠'.repeat(4_000), address: '🏠'.repeat(300) });
    expect([held.held, office.held, heldOffice.held, person.held]).toEqual([true, false, true, false]);
    // Messages arrive in the order of the log.
    await expect.poll(() => receiver.received.length).toBe(2);
    const messages = receiver.received.map(({ body }) => JSON.parse(body) as object);
    expect(messages).toMatchObject([
      { type: 'enquiry-created', data: { id: office.id, kinds: ['created'], enquiry: office } },
      { type: 'enquiry-created', data: { id: person.id, websiteID: main.websiteID, enquiry: person } },
    ]);
    await service.put(`/api/v1/websites/${main.websiteID}`, { hooks: [] });
  });
});
