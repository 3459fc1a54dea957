import { sql, SqlExecutor } from '@app/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { isWithin } from '../filters/location.filters.js';
import { suburbLine as referenceLine, type SuburbPlace } from '../reference/suburb-line.js';
import { readSuburbRow, suburbColumns } from '../reference/suburbs-csv-row.js';
import { suburbText } from '../documents/suburb.documents.js';
import { exportedSuburbLine } from '../documents/suburb.export.js';
import { keysOfPlace } from './place-aliases.js';
import { placeKey, resolvePlaces } from './places.repository.js';
import { findReference, referencePlaces } from '../reference.repository.js';

const place = (suburb: string, state: string, postcode: string) => ({ suburb, state, postcode });

describe('the key of a place', () => {
  it('ignores only case', () => {
    expect(placeKey(place('RICHMOND', 'vic', '3121'))).toBe(placeKey(place('Richmond', 'VIC', '3121')));
    expect(placeKey(place('Richmond', 'VIC', ''))).not.toBe(placeKey(place('Richmond', 'VIC', '3121')));
    expect(placeKey(place('a', '', 'b'))).not.toBe(placeKey(place('a', 'b', '')));
  });
});

describe('a bundle line of a suburb', () => {
  const richmond: SuburbPlace = {
    ...place('Richmond', 'VIC', '3121'),
    areaName: 'Yarra',
    regionName: 'Greater Melbourne',
    latitude: -37.82,
    longitude: 0,
    timeZone: 'Australia/Melbourne',
  };

  it('has its name, slug and centre as text', () => {
    expect(referenceLine(richmond, [])).toMatchObject({
      name: 'Richmond VIC 3121',
      slug: 'richmond-vic-3121',
      latitude: '-37.82',
      longitude: '0',
      surroundingSuburbs: [],
    });
    expect(referenceLine({ ...richmond, latitude: null, longitude: null }, null)).toMatchObject({
      latitude: '',
      longitude: '',
      surroundingSuburbs: null,
    });
  });

  it.each<[number | null, string]>([
    [null, ''],
    [-37.82, '-37.82'],
    [0, '0'],
    [1e-7, '0'],
    [-1e-9, '0'],
    [0.000001, '0.000001'],
  ])('is exported with %s as %j, without an exponent', (latitude, text) => {
    const row = { document: suburbText({ name: 'X' }), latitude, longitude: 145, timeZone: 'UTC' };
    expect(JSON.parse(exportedSuburbLine(row))).toMatchObject({ name: 'X', latitude: text, longitude: '145' });
  });
});

describe('a row of the suburbs CSV', () => {
  const header = 'suburb,postcode,state,local_goverment_area,statistic_area,lat,lng,timezone,more'.split(',');
  const columns = suburbColumns(header);
  const row = (changes: Record<string, string>) =>
    header.map(
      (name) =>
        ({ suburb: ' Kew ', postcode: '3101', state: 'VIC', lat: '-37.8', lng: '145', timezone: 'UTC', ...changes })[
          name
        ] ?? '',
    );

  it.each<[Record<string, string>, object]>([
    [{}, { suburb: 'Kew', postcode: '3101', latitude: -37.8, longitude: 145 }],
    [{ postcode: '800' }, { postcode: '0800' }],
    [
      { lat: '', lng: '' },
      { latitude: null, longitude: null },
    ],
    [{ local_goverment_area: 'Boroondara (C)' }, { areaName: 'Boroondara' }],
    [{ local_goverment_area: 'A (B) (C)' }, { areaName: 'A (B)' }],
    [
      { lat: '90', lng: '-180' },
      { latitude: 90, longitude: -180 },
    ],
  ])('%j', (changes, read) => {
    expect(readSuburbRow(columns, row(changes))).toMatchObject(read);
  });

  it.each<[Record<string, string>, string]>([
    [{ suburb: ' ' }, 'suburb'],
    [{ postcode: '12' }, 'postcode'],
    [{ postcode: '31O1' }, 'postcode'],
    [{ lat: '90.1' }, 'lat'],
    [{ lat: '1e1' }, 'lat'],
    [{ lng: '180.5' }, 'lng'],
    [{ lng: '' }, 'lat'],
    [{ timezone: 'Nowhere/Town' }, 'timezone'],
    [{ timezone: '+10:00' }, 'timezone'],
    [{ timezone: '' }, 'timezone'],
  ])('%j is invalid', (changes, field) => {
    expect(readSuburbRow(columns, row(changes))).toMatchObject({ field });
  });
});

describe('places in the store', () => {
  const store = specStore();
  let executor: SqlExecutor;

  /** The reference: slugs by name, with surrounding suburbs. */
  const reference: readonly (readonly [number, string, string, string, string, string[]])[] = [
    [1, 'Richmond', 'VIC', '3121', 'Yarra', ['cremorne-vic-3121']],
    [2, 'Cremorne', 'VIC', '3121', 'Yarra', ['richmond-vic-3121']],
    [3, 'Richmond', 'NSW', '2753', 'Hawkesbury', []],
    [4, 'Kew', 'VIC', '3101', 'Boroondara', ['richmond-nsw-2753']],
    [5, 'Springfield', 'NSW', '2250', '', []],
    [6, 'Springfield', 'NSW', '2630', '', []],
    [7, 'Darwin City', 'NT', '0800', '', []],
    [8, 'Gladstone', 'SA', '5473', '', []],
    [9, 'Gladstone Central', 'QLD', '4680', '', []],
    [10, 'Jervis Bay', 'ACT', '2540', '', []],
    [11, 'Mount Gambier', 'SA', '5290', '', []],
    [12, "O'Connor", 'WA', '6163', '', []],
    [13, 'Point Cook', 'VIC', '3030', '', []],
  ];

  beforeAll(async () => {
    executor = SqlExecutor.of(store.dataSource);
    for (const [id, suburb, state, postcode, area, around] of reference) {
      const name = `${suburb} ${state} ${postcode}`;
      const near = JSON.stringify(around.map((slug) => ({ name: slug, slug })));
      await executor.execute(sql`INSERT INTO suburbs
        (id, uid, suburb, state, postcode, name, slug, area_name, gazetted, document, surrounding_suburbs, place_keys)
        VALUES (${id}, gen_random_uuid(), ${suburb}, ${state}, ${postcode}, ${name}, ${name.toLowerCase().replaceAll(' ', '-')},
          ${area}, true, '{}', ${near}::jsonb,
          ${keysOfPlace({ suburb, state, postcode, name, areaName: area, regionName: '' })}::text[])`);
    }
    await executor.execute(sql`SELECT setval(pg_get_serial_sequence('suburbs', 'id'), 100)`);
  });

  const within = async (...asked: [Parameters<typeof isWithin>[1], boolean?]): Promise<unknown[]> => {
    const { condition, checked } = isWithin(sql`s.id`, ...asked);
    if (!condition || !checked) return ['everywhere'];
    const rows = await executor.query<{ id: number }>(
      sql`SELECT s.id FROM suburbs s WHERE ${condition} AND s.id < 100 ORDER BY id`,
    );
    const others = await executor.query(sql`SELECT FROM suburbs s WHERE (${checked}) <> (${condition})`);
    expect(others).toEqual([]);
    return rows.map(({ id }) => id);
  };

  it.each<[Parameters<typeof isWithin>[1], boolean, unknown[]]>([
    [{}, false, ['everywhere']],
    [{}, true, ['everywhere']],
    [{ suburb: ['RICHMOND'] }, false, [1, 3]],
    [{ suburb: ['Richmond'], state: ['vic'] }, false, [1]],
    [{ suburb: ['Richmond', 'Kew'] }, false, [1, 3, 4]],
    [{ fullSuburb: ['richmond vic 3121'] }, false, [1]],
    [{ postcode: ['3121'] }, false, [1, 2]],
    [{ areaname: ['Yarra'], suburb: ['Cremorne'] }, false, [2]],
    [{ suburb: ['Rich'] }, false, []],
    [{ suburb: ['Rich%'] }, false, []],
    [{ suburb: ['MT. GAMBIER'] }, false, [11]],
    [{ suburb: ['Richmond, Victoria'] }, false, [1]],
    [{ suburb: ['richmond 2753', 'O Connor'] }, false, [3, 12]],
    [{ fullSuburb: ['Richmond, VIC 3121'] }, false, [1]],
    [{ fullSuburb: ['Richmond'] }, false, []],
    [{ state: ['Victoria', 'w.a.'] }, false, [1, 2, 4, 12, 13]],
    [{ state: ['VIC'] }, true, [1, 2, 4, 13]],
    [{ suburb: ['Richmond'] }, true, [1, 2, 3]],
    [{ suburb: ['Richmond'], state: ['VIC'] }, true, [1, 2]],
    // The surrounding suburb lies in another state than the named one.
    [{ suburb: ['Kew'] }, true, [3, 4]],
    [{ suburb: ['Kew'], state: ['VIC'] }, true, [4]],
    [{ suburb: ['Kew'], state: ['NSW'] }, true, [3]],
    // Common names of suburbs find them, but a suburb does not find its common names.
    [{ suburb: ['darwin'] }, false, [7]],
    [{ suburb: ['Darwin', 'Kew'], state: ['NT'] }, true, [7]],
    [{ fullSuburb: ['DARWIN NT 0800'] }, false, [7]],
    [{ fullSuburb: ['Darwin NT 0801'] }, false, []],
    [{ suburb: ['Gladstone'] }, false, [8, 9]],
    [{ suburb: ['Gladstone Central'] }, false, [9]],
    [{ suburb: ['Jervis Bay'] }, false, [10]],
    [{ fullSuburb: ['Jervis Bay NSW 2540'] }, false, [10]],
  ])('%j, with surrounding suburbs: %s', async (asked, widened, ids) => {
    expect(await within(asked, widened)).toEqual(ids);
  });

  it('are found for addresses in any case, and created if missing', async () => {
    const named = [place('richmond', 'vic', '3121'), place('Nowhere', 'VIC', '3999'), place('nowhere', 'vic', '3999')];
    const places = await executor.transaction((within_) => resolvePlaces(within_, named));
    expect(places.get(placeKey(named[0]!))).toMatchObject({ id: 1, gazetted: true });
    const made = places.get(placeKey(named[1]!));
    expect(made).toMatchObject({ suburb: expect.stringMatching(/^nowhere$/i), gazetted: false });
    expect(places.size).toBe(2);
    const again = await executor.transaction((within_) => resolvePlaces(within_, [named[2]!]));
    expect(again.get(placeKey(named[2]!))?.id).toBe(made?.id);
  });

  it('are created once for concurrent writers', async () => {
    const named = place('Busy', 'VIC', '3998');
    const found = await Promise.all(
      Array.from({ length: 4 }, () => executor.transaction((within_) => resolvePlaces(within_, [named]))),
    );
    expect(new Set(found.map((places) => places.get(placeKey(named))?.id)).size).toBe(1);
  });

  it('are absent for an address without one, and exist for a postcode alone', async () => {
    const named = [place('', '', ''), place('', '', '3997')];
    const places = await executor.transaction((within_) => resolvePlaces(within_, named));
    expect([...places.keys()]).toEqual([placeKey(named[1]!)]);
  });

  it.each([
    [place('MT. GAMBIER', 'South Australia', '5290'), '5290'],
    [place('Mt Gambier', '', '5290'), '5290'],
    [place('MT GAMBIER SA', 'SA', ''), '5290'],
    [place('MT GAMBIER (SA)', '', ''), '5290'],
    [place('MT GAMBIER SA', 'VIC', ''), undefined],
    [place('O Connor', 'WA', ''), '6163'],
    [place('Pt Cook', 'VIC', '3030'), '3030'],
    [place('Port Cook', 'VIC', '3030'), undefined],
    [place('Richmond', '', '3121'), '3121'],
    [place('Richmond', '', ''), undefined],
    [place('Kew', '', ''), undefined],
  ])('are found for %j: %s', async (named, postcode) => {
    const found = await findReference(executor, [named]);
    expect(found.get(placeKey(named))?.postcode).toBe(postcode);
  });

  it('are the suburb of the reference for an address that spells it differently', async () => {
    const named = place('MT GAMBIER', 'sa', '5290');
    const places = await executor.transaction((within_) => resolvePlaces(within_, [named]));
    expect(places.get(placeKey(named))).toMatchObject({ id: 11, suburb: 'Mount Gambier', gazetted: true });
  });

  it('are separate places for an address that may mean two suburbs', async () => {
    const [pt, port] = [place('Pt Cook', 'VIC', '3030'), place('Port Cook', 'VIC', '3030')];
    await executor.execute(sql`INSERT INTO suburbs (id, uid, suburb, state, postcode, name, slug, gazetted, document, place_keys)
      VALUES (1001, gen_random_uuid(), 'Port Cook', 'VIC', '3030', 'Port Cook VIC 3030', '', true, '{}',
        ${keysOfPlace({ ...port, name: 'Port Cook VIC 3030', areaName: '', regionName: '' })}::text[])`);
    const places = await executor.transaction((within_) => resolvePlaces(within_, [pt, port]));
    expect(places.get(placeKey(pt))).toMatchObject({ suburb: 'Pt Cook', gazetted: false });
    expect(places.get(placeKey(port))).toMatchObject({ id: 1001, gazetted: true });
    const found = await findReference(executor, [pt, place('Pt Cook', 'VIC', '')]);
    expect([...found.values()]).toEqual([undefined, undefined]);
    await executor.execute(sql`DELETE FROM suburbs WHERE id = 1001`);
  });

  it('get reference data by name if the state has only one suburb of that name', async () => {
    const named = [
      place('richmond', 'VIC', ''),
      place('Springfield', 'NSW', ''),
      place('Springfield', 'nsw', '2630'),
      place('Richmond', 'QLD', ''),
      place('Nowhere', 'VIC', '3999'),
    ];
    const found = await findReference(executor, named);
    expect(named.map((one) => found.get(placeKey(one))?.postcode)).toEqual([
      '3121',
      undefined,
      '2630',
      undefined,
      undefined,
    ]);
    expect(await findReference(executor, [])).toEqual(new Map());
  });

  it('get reference data by common names', async () => {
    const named = [
      place('DARWIN', 'NT', '0800'),
      place('Darwin', 'nt', ''),
      place('Darwin', 'NT', '0820'),
      place('Darwin', 'WA', ''),
      place('Gladstone', 'SA', ''),
      place('Gladstone', 'QLD', '4680'),
      place('Jervis Bay', 'NSW', '2540'),
      place('Townsville', 'QLD', '4810'),
    ];
    const found = await findReference(executor, named);
    expect(named.map((one) => found.get(placeKey(one))?.suburb)).toEqual([
      'Darwin City',
      'Darwin City',
      undefined,
      undefined,
      'Gladstone',
      'Gladstone Central',
      'Jervis Bay',
      undefined,
    ]);
  });

  it('with several postcodes are one place if their centres are near each other', async () => {
    const suburbs = [
      [1001, 'Melbourne', '3000', -37.814],
      [1002, 'Melbourne', '3004', -37.837],
      [1003, 'Hillside', '3037', -37.69],
      [1004, 'Hillside', '3875', -37.85 + 2],
    ] as const;
    for (const [id, suburb, postcode, latitude] of suburbs) {
      await executor.execute(sql`INSERT INTO suburbs
        (id, uid, suburb, state, postcode, name, slug, gazetted, document, latitude, longitude, place_keys)
        VALUES (${id}, gen_random_uuid(), ${suburb}, 'VIC', ${postcode}, '', '', true, '{}', ${latitude}, 145,
          ${keysOfPlace({ suburb, state: 'VIC', postcode, name: '', areaName: '', regionName: '' })}::text[])`);
    }
    const named = ['', '3004'].flatMap((postcode) => [
      place('Melbourne', 'VIC', postcode),
      place('Hillside', 'VIC', postcode),
    ]);
    const found = await findReference(executor, named);
    expect(named.map((one) => found.get(placeKey(one))?.postcode)).toEqual(['3000', undefined, '3004', undefined]);
    await executor.execute(sql`DELETE FROM suburbs WHERE id > 1000`);
  });

  it('on a border belong to the state of their postcode, unless the address names the other', async () => {
    for (const [id, state] of [
      [1001, 'NSW'],
      [1002, 'QLD'],
    ] as const) {
      const key = { suburb: 'Cottonvale', state, postcode: '4375', name: '', areaName: '', regionName: '' };
      await executor.execute(sql`INSERT INTO suburbs
        (id, uid, suburb, state, postcode, name, slug, gazetted, document, latitude, longitude, place_keys)
        VALUES (${id}, gen_random_uuid(), 'Cottonvale', ${state}, '4375', '', '', true, '{}', -28.52, 151.95,
          ${keysOfPlace(key)}::text[])`);
    }
    const named = ['', 'NSW', 'QLD'].map((state) => place('Cottonvale', state, '4375'));
    const found = await findReference(executor, named);
    expect(named.map((one) => found.get(placeKey(one))?.state)).toEqual(['QLD', 'NSW', 'QLD']);
    await executor.execute(sql`DELETE FROM suburbs WHERE id > 1000`);
  });

  it('created by addresses are not part of the reference', async () => {
    const suburbs = await referencePlaces(executor);
    expect(suburbs.map(({ suburb }) => suburb)).toEqual(reference.map(([, suburb]) => suburb));
  });
});
