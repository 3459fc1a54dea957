import type { Dtd } from '../support/reaxml-dtd.js';

/** Texts by the names of their elements or attributes: what senders write, and what they should not. */
const TEXTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /inspection$/,
    ['21-Dec-2023 11:00am to 1:00pm', '4-May-2024 9:30am to 9:30am', '2024-05-01T10:00/2024-05-01T10:30', 'soon', ''],
  ],
  [
    /date|modTime|available/i,
    ['2024-05-01', '2009-01-01-12:30:00', '20190101-123000', '2024-07-01T09:15:00', 'soon', ''],
  ],
  [
    /^(url|href|uri)$/,
    ['https://x.example/#', 'https://x.example/#?a=1&amp;b=%20', 'www.x.example/#', 'ftp://x.example', ''],
  ],
  [/^email$/, ['jo@x.example', 'JO+1@x.example', 'jo@', '']],
  [/^telephone$/, ['0400 000 00#', '(03) 9000 000#', '+61 4 0000 000#', '900#', '']],
  [/^state$/, ['VIC', 'vic', 'NSW', 'Bayern', '', 'Western Australia']],
  [/^postcode$/, ['3121', '800', '', '0']],
  [/^eField$/, ['https://x.example/tour#', '-37.8', '145.01', 'yes', 'no', '-37.8,145.0']],
  [
    /price|rent$|lease$|min|max|bond|bid|return|frontage|depth|area$/i,
    [
      '500000',
      '650',
      '2800.5',
      '0',
      '',
      '$500,000',
      '1,200',
      '26000',
      '1e6',
      '-1',
      '650 - 700',
      '$650 pw',
      '2800 pcm',
      '1300 per fortnight',
      '$26,000 pa',
      '$430 per night',
      'POA',
      'From $900,000',
    ],
  ],
  [
    /rooms|ensuite|garages|carports|spaces|toilets|areas|newConstruction/i,
    ['0', '1', '3', '4.00', 'Studio', '3+1', '', 'many', '99999'],
  ],
];

const WORDS = [
  'Main Road', 'Richmond', 'O’Hara & Söhne', '<b>bold</b>', 'a ]]> b', '-- two --', '😀 家', 'e\u0301', 'yes', 'no', '1',
  'vacant', '  two  spaces ', 'one\ntwo', 'x'.repeat(300), '', 'Fencing: good', '"quoted"', '\u202Eright to left', '7-',
]; // prettier-ignore

/** Elements without text of their own in the DTD, and the other ones that say yes or no. */
const TRUTHS = ['yes', 'no', '1', '0', 'true', 'false', '', 'maybe'];
const ODD = [
  '',
  '1',
  '2',
  '5',
  '11',
  'zz',
  'aj',
  'M',
  'Other',
  'range',
  'nightly',
  'fortnight',
  'year',
  'fax',
  'setsale',
  'eoi',
  'tender',
  'melway',
  'sold',
];
const FIELDS = ['latitude', 'Longitude', 'virtualTour', 'OffMarketListing', 'hiddenListing', 'other'];

const escaped = (text: string): string =>
  text
    .replace(/&(?!amp;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');

/** Random entries of any kind, with any element and attribute of a revision; most of them are not quite valid. */
export class RandomEntries {
  private at = 0;

  constructor(
    private readonly dtds: readonly Dtd[],
    private seed: number,
  ) {}

  /** @param isPlaced whether the address has a street and a suburb, which a new listing requires */
  entry(uniqueID: string, isPlaced = false): string {
    const dtd = this.one(this.dtds);
    const kind = this.one(Object.keys(dtd.elements).filter((name) => 'status' in (dtd.attributes[name] ?? {})));
    const ids = `<agentID>XNWXNW</agentID><uniqueID>${uniqueID}</uniqueID>`;
    const address = `<address><streetNumber>${uniqueID}</streetNumber><street>Main Road</street><suburb>Richmond</suburb></address>`;
    const attributes = this.attributes(kind, dtd).replace(/ status="[^"]*"/, '');
    const status = this.one(['current', 'current', 'sold', 'leased', 'withdrawn', 'offmarket', 'Under Offer']);
    const content = `${ids}${isPlaced ? address : ''}${this.content(kind, dtd)}`;
    return `<${kind}${attributes} status="${status}">${content}</${kind}>`;
  }

  private element(name: string, dtd: Dtd): string {
    return `<${name}${this.attributes(name, dtd)}>${this.text(name, dtd)}${this.content(name, dtd)}</${name}>`;
  }

  private content(name: string, dtd: Dtd): string {
    const model = dtd.elements[name] ?? '';
    const isListing = 'status' in (dtd.attributes[name] ?? {});
    const children = (model.match(/#?\w+\??\*?/g) ?? [])
      .filter((child) => child in dtd.elements || /\w[?*]$/.test(child))
      .filter((child) => !isListing || !/^(agentID|uniqueID)/.test(child));
    const written = children.flatMap((child) => {
      const times = this.chance(0.3)
        ? 0
        : child.endsWith('*') || model.endsWith(')*')
          ? this.times(name)
          : this.chance(0.03)
            ? 2
            : 1;
      return Array.from({ length: times }, () => this.element(child.replace(/\W/g, ''), dtd));
    });
    return (this.chance(0.1) ? written.toReversed() : written).join('');
  }

  /** How often a child is repeated: there are many images. */
  private readonly times = (name: string): number =>
    this.chance(0.1) ? Math.floor(this.next() * (name === 'images' ? 45 : 13)) : Math.floor(this.next() * 4);

  private text(name: string, dtd: Dtd): string {
    const model = dtd.elements[name] ?? '';
    if (!model.includes('#PCDATA')) return '';
    const [, texts = this.chance(0.5) ? WORDS : TRUTHS] = TEXTS.find(([names]) => names.test(name)) ?? [];
    return escaped(this.numbered(this.one(texts)));
  }

  private attributes(name: string, dtd: Dtd): string {
    const given = Object.entries(dtd.attributes[name] ?? {}).filter(
      ([attribute]) => attribute === 'modTime' || this.chance(0.85),
    );
    return given
      .map(([attribute, { type }]) => ` ${attribute}="${escaped(this.value(name, attribute, type))}"`)
      .join('');
  }

  private value(name: string, attribute: string, type: 'CDATA' | readonly string[]): string {
    if (type === 'CDATA') {
      if (name === 'eField') return this.one(FIELDS);
      const [, texts = WORDS] = TEXTS.find(([names]) => names.test(attribute)) ?? [];
      return this.numbered(this.one(texts));
    }
    const value = this.one(type);
    return this.chance(0.8) ? value : this.chance(0.5) ? value.toUpperCase() : this.one(ODD);
  }

  /** Each `#` is another number. */
  private readonly numbered = (text: string): string => text.replaceAll('#', () => `${(this.at += 1)}`);

  /** A number from 0 to 1. */
  private next(): number {
    this.seed = (((this.seed % 2_147_483_646) + 1) * 48_271) % 2_147_483_647;
    return this.seed / 2_147_483_647;
  }

  private readonly chance = (share: number): boolean => this.next() < share;

  private one<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T; // the list is not empty
  }
}
