import fc from 'fast-check';
import { expect, it } from 'vitest';
import { walk, walkSeed } from '@testing';
import { feedOf, feedStore, importFeedText } from '../../../../test/support/feed-texts.js';

const store = feedStore();

type Offer = 'sale' | 'rent' | 'both';
interface Home {
  readonly agentID: string;
  readonly uniqueID: string;
  readonly offer: Offer;
}

/** Three systems of one account with two offices: each sends what it keeps, and nothing else. */
const SYSTEMS: readonly (readonly (readonly [string, Offer])[])[] = [
  [['EAST', 'sale']],
  [
    ['EAST', 'rent'],
    ['WEST', 'rent'],
  ],
  [
    ['WEST', 'sale'],
    ['WEST', 'both'],
  ],
];

const MARKUP = {
  sale: ['residential', ''],
  rent: ['rental', ''],
  both: ['commercial', '<commercialListingType value="both"/>'],
} as const;

let at = 0;
const entry = ({ agentID, uniqueID, offer }: Home): string => {
  const [element, more] = MARKUP[offer];
  const address = `<address><streetNumber>${uniqueID}</streetNumber><street>${agentID} ${offer} Street</street>
    <suburb>Richmond</suburb><state>VIC</state><postcode>3121</postcode></address>`;
  return `<${element} modTime="${new Date(at * 60_000).toISOString().slice(0, 19)}" status="current"><agentID>${agentID}</agentID>
    <uniqueID>${offer}${uniqueID}</uniqueID>${more}${address}</${element}>`;
};
const keyOf = ({ agentID, uniqueID, offer }: Home) => `${agentID} ${offer}${uniqueID}`;

const step = fc.record({
  system: fc.nat(2),
  isFull: fc.boolean(),
  isDryRun: fc.nat(4).map((one) => one === 0),
  /** How the request names what the file speaks for. */
  names: fc.constantFrom('nothing', 'nothing', 'sides', 'office'),
  isConfirmed: fc.boolean(),
  isTwice: fc.nat(3).map((one) => one === 0),
  /** The homes that the system keeps at this time. */
  kept: fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 14 })), { maxLength: 12 }),
});

it('full feeds of three systems withdraw what their senders dropped, and nothing else', async () => {
  const steps = fc.sample(step, { numRuns: walk(25), seed: walkSeed });
  /** The current homes, by key. */
  let current = new Map<string, Home>();
  for (const { system, isFull, isDryRun, names, isConfirmed, isTwice, kept } of steps) {
    at += 1;
    const sides = SYSTEMS[system] ?? [];
    const homes = kept.map(([side, id]): Home => {
      const [agentID, offer] = sides[side % sides.length]!;
      return { agentID, uniqueID: String(id), offer };
    });
    const file = new Map(homes.map((home) => [keyOf(home), home]));
    // One request names one office, and one of its offers or none.
    const [office, own] = sides[0]!;
    const isOf = (home: Home): boolean => {
      if (names !== 'nothing' && home.agentID !== office) return false;
      if (names === 'sides') return home.offer === own;
      const named = (offer: Offer) => homes.some((one) => one.agentID === home.agentID && one.offer === offer);
      if (names === 'office' && !homes.some(({ agentID }) => agentID === office)) return true;
      return named(home.offer) || (home.offer === 'both' && named('sale') && named('rent'));
    };
    const scope = {
      ...(names === 'nothing' ? {} : { agentID: [office] }),
      ...(names === 'sides' && own !== 'both' ? { offer: [own] } : {}),
    };
    const covered = [...current.values()].filter(isOf);
    const dropped = covered.filter((home) => !file.has(keyOf(home)));
    const confirm = isConfirmed ? dropped.length : undefined;
    // No two steps send the same file.
    const xml = feedOf(`<!-- ${at} -->`, ...[...file.values()].map(entry));
    const options = { isDryRun, ...(isFull ? { mode: 'full' as const, ...scope, confirm } : {}) };
    let report = await importFeedText(store.dataSource, xml, 12, options);
    // A second identical file confirms the first one, unless there are ten homes or more. A dry run is no first one.
    const isRepeated = isTwice && isFull && covered.length + file.size < 10 && !isDryRun;
    if (isRepeated) report = await importFeedText(store.dataSource, xml, 12, options);
    const isDone = isFull && (isConfirmed || isRepeated || dropped.length * 3 <= covered.length);
    const isTold = isFull && !isDone && dropped.length > 0;
    expect(report.unconfirmed).toBe(isTold ? dropped.length : 0);
    if (!isDryRun) {
      current = new Map([...current, ...file]);
      if (isDone) for (const home of dropped) current.delete(keyOf(home));
    }
    const rows = await store.dataSource.query<{ key: string }[]>(
      `SELECT agent_id || ' ' || unique_id AS key FROM listings WHERE website_id = 12 AND status = 'current'`,
    );
    expect(rows.map(({ key }) => key).toSorted()).toEqual([...current.keys()].toSorted());
    // Nothing of the other systems is withdrawn, unless the request names their office, and the file does not.
    if (names !== 'office' || homes.some(({ agentID }) => agentID === office))
      for (const home of dropped) expect(sides.map(String)).toContain(String([home.agentID, home.offer]));
  }
});
