import { describe, expect, it } from 'vitest';
import { oneLine } from '../mapping/element.js';
import { readInspection } from './inspection-time.js';
import { readLocalTime } from './local-time.js';
import { readAmount, readCount, readTruth } from './numbers.js';
import { personName } from './person-names.js';
import { plainText } from './plain-text.js';
import { readWebAddress } from './web-address.js';

describe('dates', () => {
  it.each([
    ['2009-01-01-12:30:00', '2009-01-01T12:30:00'],
    ['2009-01-01-12:30', '2009-01-01T12:30:00'],
    ['2009-01-01T12:30:00', '2009-01-01T12:30:00'],
    ['2016-05-26T9:31:30', '2016-05-26T09:31:30'],
    ['2009-01-01', '2009-01-01T00:00:00'],
    ['2026/12/01', '2026-12-01T00:00:00'],
    ['1 Dec 2026', '2026-12-01T00:00:00'],
    ['Dec 1st 2026', '2026-12-01T00:00:00'],
    ['Tuesday, December 1, 2026 at 11am', '2026-12-01T11:00:00'],
    ['20090101-123000', '2009-01-01T12:30:00'],
    ['20090101', '2009-01-01T00:00:00'],
    ['20090101123000', '2009-01-01T12:30:00'],
    [' 2009-1-5 9:05 ', '2009-01-05T09:05:00'],
    ['24-Jan-2009 2:30pm', '2009-01-24T14:30:00'],
    ['1/2/2009', '2009-02-01T00:00:00'],
    ['2024-02-29', '2024-02-29T00:00:00'],
    ['2009-01-01T12:30:00.125', '2009-01-01T12:30:00.125'],
    ['2009-01-01T12:30:00Z', '2009-01-01T12:30:00Z'],
    ['2009-01-01T12:30:00+1000', '2009-01-01T12:30:00+10:00'],
    ['Saturday 5 December 2026 at 12:00 PM', '2026-12-05T12:00:00'],
    ['Sat, 5th Dec 2026 @ 11am', '2026-12-05T11:00:00'],
  ])('%s is %s', (text, local) => {
    expect(readLocalTime(text)).toBe(local);
  });

  it.each([
    '',
    'now',
    '0001-01-01',
    '0000-00-00-00:00:00',
    '1900-01-01',
    '9999-12-31T23:59:59',
    '2009-02-30',
    '2009-13-01',
    '2009-01-01-25:00:00',
    '2009-01-01-12:60',
    '2009-01-01T12:30:00+99:99',
    '2009',
    'December 2026',
    '1/12/26',
    'Foo 1 2026',
    'Dec 32 2026',
    '12:30',
    '-2009-01-01',
  ])('%j is none', (text) => {
    expect(readLocalTime(text)).toBeUndefined();
  });
});

describe('inspections', () => {
  const morning = { from: '2010-12-21T11:00:00', to: '2010-12-21T13:00:00' };
  it.each([
    ['21-Dec-2010 11:00am to 1:00pm', morning],
    ['21-DEC-2010 11:00AM to 1:00PM', morning],
    ['21-december-2010 11:00 am TO 1:00 pm', morning],
    ['Tue 21 Dec 2010, 11.00am - 1.00pm', morning],
    ['21-Dec-2010 11:00 to 13:00', morning],
    ['21-Dec-2010 11:00am-1pm', morning],
    ['21/12/2010 11:00am to 1:00pm', morning],
    ['2010-12-21 11:00am to 1:00pm', morning],
    ['2010-12-21T11:00 to 13:00', morning],
    ['21-Dec-2010 11am–1pm', morning],
    ['21-Dec-2010 11:00 to 1:00pm', morning],
    ['21-Dec-2010 11:00am to 1:00', morning],
    ['2010-12-21-11:00am - 1:00pm', morning],
    ['1-Oct-2010 9:00am to 9:30am', { from: '2010-10-01T09:00:00', to: '2010-10-01T09:30:00' }],
    ['01-October-2010 1:00 to 1:30pm', { from: '2010-10-01T13:00:00', to: '2010-10-01T13:30:00' }],
    ['08-May-2014 12:00PM to 12:45PM', { from: '2014-05-08T12:00:00', to: '2014-05-08T12:45:00' }],
    ['08-May-2014 11:30pm to 09-May-2014 12:15am', { from: '2014-05-08T23:30:00', to: '2014-05-09T00:15:00' }],
    ['08-May-2014 11:30am', { from: '2014-05-08T11:30:00', to: '2014-05-08T11:30:00', open: true }],
    ['2024-05-04T01:00:00Z to 2024-05-04T01:30:00Z', { from: '2024-05-04T01:00:00Z', to: '2024-05-04T01:30:00Z' }],
    [
      '2024-05-04T11:00:00.000+10:00/2024-05-04T11:30:00+1000',
      { from: '2024-05-04T11:00:00+10:00', to: '2024-05-04T11:30:00+10:00' },
    ],
    ['2024-05-04T11:00 - 2024-05-04T11:30', { from: '2024-05-04T11:00:00', to: '2024-05-04T11:30:00' }],
    ['2024-05-04T11:00:00 2024-05-04T11:30:00', { from: '2024-05-04T11:00:00', to: '2024-05-04T11:30:00' }],
    ['2024-05-04T01:00:00Z', { from: '2024-05-04T01:00:00Z', to: '2024-05-04T01:00:00Z', open: true }],
  ])('%s', (text, inspection) => {
    expect(readInspection(text)).toEqual(inspection);
  });

  it.each([
    '',
    ' 12:00AM to 12:00AM',
    '21-Dec-2010',
    '21-Dec-2010 1:00pm to 11:00am',
    '31-Feb-2010 11:00am to 1:00pm',
    '21-Foo-2010 11:00am to 1:00pm',
    '21-Dec-2010 11 to 13',
    '21-Dec-2010 11:00am to later',
    '2024-05-04T02:00:00Z to 2024-05-04T01:30:00Z',
    '2024-05-04T11:30:00+10:00 to 2024-05-04T01:00:00Z',
    '2024-02-31T11:00 to 2024-02-31T11:30',
    'by appointment',
    '- to - to -',
  ])('%j is none', (text) => {
    expect(readInspection(text)).toBeUndefined();
  });
});

describe('numbers', () => {
  it.each([
    ['500000', 500_000],
    ['$500,000', 500_000],
    ['$ 1,250,000.50', 1_250_000.5],
    ['AUD 650', 650],
    ['500 000', 500_000],
    ['0', 0],
    ['4.00', 4],
    ['.5', 0.5],
    ['1e-7', 1e-7],
  ])('%s is %d', (text, value) => {
    expect(readAmount(text)).toEqual({ value });
  });

  it.each(['', '$', 'POA', '-5', '$-5', '-$5', '500-600', '1,00', '5 5', '0x10', 'Infinity', 'NaN', '٣'])(
    '%j is no amount',
    (text) => {
      expect(readAmount(text)).toHaveProperty('problem');
    },
  );

  it('counts whole things', () => {
    expect(readCount('4.00')).toEqual({ value: 4 });
    expect(readCount('studio')).toEqual({ value: 0 });
    expect(readCount('2.5')).toEqual({ value: 2, remark: '"2.5" is not a whole number: read as 2' });
    expect(readCount('yes')).toMatchObject({ value: 1 });
    expect(readCount('many')).toEqual({ problem: '"many" is not a number' });
  });

  it.each([
    ['3 bed', 3],
    ['3 Bedrooms', 3],
    ['3-bedroom', 3],
    ['3br', 3],
    ['three', 3],
    ['Two bathrooms', 2],
    ['2 car', 2],
    ['2 car spaces', 2],
    ['Double garage', 2],
    ['single', 1],
    ['1,200', 1200],
    ['zero', 0],
    ['2.0 baths', 2],
  ])('%s counts %d', (text, value) => expect(readCount(text)).toEqual({ value }));

  it.each([
    ['4+', 4],
    ['3 +', 3],
    ['2 + study', 2],
    ['3 bedrooms plus study', 3],
    ['two (1 ensuite)', 2],
    ['2.5 baths', 2],
  ])('%s counts %d, with a remark', (text, value) =>
    expect(readCount(text)).toEqual({ value, remark: expect.stringContaining(`read as ${value}`) as string }),
  );

  it.each(['3 metres', '3-4', '3 or 4', '3 2', 'threesome', 'bedrooms', '-3', '3 bed 2 bath'])(
    '%s counts nothing',
    (text) => expect(readCount(text)).toHaveProperty('problem'),
  );
});

it('reads nothing in texts that are far too long', () => {
  for (const junk of [' ', 'to ', '1', '-', '1-', '21-Dec-2010 ', '$', '1 ', ','].map((part) => part.repeat(200_000))) {
    expect(readLocalTime(`2009-01-01${junk}x`)).toBeUndefined();
    expect(readInspection(`${junk}x`)).toBeUndefined();
    expect(readAmount(`${junk}x`)).toHaveProperty('problem');
    expect(readCount(`${junk}x`)).toHaveProperty('problem');
    personName(junk);
    readTruth(junk);
    readWebAddress(junk);
  }
});

it('reads texts of spaces and of tags without an end at once', () => {
  for (const part of [' ', '\t', '\n', '<li ', '<br ', '<!--', '<script ', '<script>', '<style></style', '</p'])
    for (const text of [`<${part.repeat(30_000)}x`, `x${part.repeat(30_000)}`]) {
      plainText(text);
      oneLine(text);
    }
  expect(plainText('a<script>b</script>c<!-- d -->e <li class="f">g</li> <br/>h')).toBe('ace\n- g\nh');
  expect(oneLine('a  b \r\n\n c')).toBe('a  b c');
});

it('reads yes and no', () => {
  for (const text of ['yes', '1', 'TRUE', 'Y', '2']) expect(readTruth(text)).toEqual({ value: true });
  for (const text of ['no', '0', 'False', 'N', 'none']) expect(readTruth(text)).toEqual({ value: false });
  expect(readTruth('maybe')).toHaveProperty('problem');
});

it.each([
  ['Mr. John Doe', 'John Doe'],
  ['MRS Jane  Doe', 'Jane Doe'],
  ['Prof. Dr. Doe', 'Doe'],
  ['Drew Mister', 'Drew Mister'],
  ['Dr', 'Dr'],
  ['Miss', 'Miss'],
])('%s is called %s', (text, name) => {
  expect(personName(text)).toBe(name);
});

it('reads web addresses', () => {
  expect(readWebAddress('http%3A%2F%2Fwww%2Ex%2Ecom%2F1%23plan')).toEqual({ value: 'http://www.x.com/1#plan' });
  expect(readWebAddress('https://x.com/a b?c=1&amp;d=2')).toEqual({ value: 'https://x.com/a%20b?c=1&d=2' });
  expect(readWebAddress('https://x.com/?u=http%3A%2F%2Fy')).toEqual({ value: 'https://x.com/?u=http%3A%2F%2Fy' });
  expect(readWebAddress('https://x.com/a".jpg?<`>')).toEqual({ value: 'https://x.com/a%22.jpg?%3C%60%3E' });
  expect(readWebAddress('www.x.com')).toMatchObject({ value: 'http://www.x.com' });
  for (const text of ['javascript:alert(1)', 'http%3A%2', 'x', 'ftp://x.com/1', 'file:///etc/passwd']) {
    expect(readWebAddress(text)).toHaveProperty('problem');
  }
});
