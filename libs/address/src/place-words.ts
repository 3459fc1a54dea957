import { slugify } from './slugify.js';

/** What a word of a place's name is short for, in the folded form. Some stand for several words: "Pt Cook", "Pt Adelaide". */
const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    bch: 'beach',
    bdge: 'bridge',
    ck: 'creek',
    cpe: 'cape',
    crk: 'creek',
    cv: 'cove',
    dwns: 'downs',
    e: 'e east',
    flt: 'flat',
    frst: 'forest',
    ft: 'fort',
    gdn: 'garden',
    gdns: 'gardens',
    gly: 'gully',
    grn: 'green',
    grv: 'grove',
    gve: 'grove',
    harbor: 'harbour',
    hbr: 'harbour',
    hd: 'head',
    hds: 'heads',
    hl: 'hill',
    hls: 'hills',
    ht: 'height',
    hts: 'heights',
    is: 'is island islands',
    isl: 'island',
    jct: 'junction',
    jctn: 'junction',
    jnc: 'junction',
    lk: 'lake',
    lks: 'lakes',
    lwr: 'lower',
    mt: 'mount',
    mtn: 'mountain',
    mtns: 'mountains',
    mts: 'mountains',
    n: 'n north',
    nth: 'north',
    pk: 'park peak',
    pkt: 'pocket',
    pln: 'plain',
    plns: 'plains',
    pt: 'point port',
    rdg: 'ridge',
    rge: 'range',
    rvr: 'river',
    s: 's south',
    spg: 'spring',
    spgs: 'springs',
    st: 'saint',
    sth: 'south',
    upr: 'upper',
    vle: 'vale',
    vlg: 'village',
    vly: 'valley',
    w: 'w west',
    wst: 'west',
    wtrs: 'waters',
    xing: 'crossing',
  }).map(([short, long]) => [short, long.split(' ')]),
);

/** The states by their codes: their names, all in the folded form. */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map([
  ['act', 'australian capital territory'],
  ['nsw', 'new south wales'],
  ['nt', 'northern territory'],
  ['qld', 'queensland'],
  ['sa', 'south australia'],
  ['tas', 'tasmania'],
  ['vic', 'victoria'],
  ['wa', 'western australia'],
]);

const CODES: ReadonlyMap<string, string> = new Map([...STATE_NAMES].map(([code, name]) => [name, code]));

/** Letters and digits with what belongs to them: accents, and apostrophes within a name. */
const WORD = /[\p{Letter}\p{Number}\p{Mark}'\u2018\u2019\u02BC`]+/gu;

/** Most words are: they take a tenth of the time. */
const ASCII_WORD = /^[a-z0-9]+$/i;

/** What an ambiguous text stands for is listed up to this number: "pt pt pt pt ..." stands for more than can be looked up. */
const MOST_FORMS = 16;

/** A word of a place's name, as it is compared. */
export interface PlaceWord {
  /** As it is written: lower case, without accents and apostrophes. */
  readonly folded: string;
  /** What it stands for: itself, or what it is short for ("st": "saint"; "pt": "point", "port"). Never empty. */
  readonly meanings: readonly string[];
  /** Where it is in the text, in UTF-16 code units; `to` is behind it. */
  readonly from: number;
  readonly to: number;
}

/**
 * The words of a place's name, or of what somebody types to find one. Case, accents, apostrophes ("O'Connor" is one word),
 * hyphens and other signs make no difference.
 */
export function placeWords(text: string): PlaceWord[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: written, index: from }) =>
    foldedWords(written).map((folded) => ({ folded, meanings: meaningsOf(folded), from, to: from + written.length })),
  );
}

/** A sign may stand for several words ("½"), or an apostrophe alone for none. */
const foldedWords = (written: string): string[] =>
  ASCII_WORD.test(written)
    ? [written.toLowerCase()]
    : slugify(written)
        .split('-')
        .filter((folded) => folded !== '');

const meaningsOf = (folded: string): readonly string[] => ABBREVIATIONS.get(folded) ?? [folded];

/** The code of the state that a text names, in lower case: "vic" for "Victoria" and for "VIC". */
export function stateNamed(text: string): string | undefined {
  const name = placeWords(text)
    .map(({ folded }) => folded)
    .join(' ');
  return CODES.get(name) ?? (STATE_NAMES.has(name) ? name : undefined);
}

/** What is also written for a word, by its meanings: "st" for "saint". */
const SHORTER = new Map<string, readonly string[]>();
for (const [short, meanings] of ABBREVIATIONS) {
  for (const meaning of meanings) SHORTER.set(meaning, [...(SHORTER.get(meaning) ?? []), short]);
}

/** The names, in the folded form, that places of these words may have: "mt barker" and "mount barker" for either. */
export function placeForms(words: readonly PlaceWord[]): string[] {
  return words.reduce(
    (names, { folded, meanings }) => {
      const forms = [...new Set([folded, ...meanings, ...meanings.flatMap((meaning) => SHORTER.get(meaning) ?? [])])];
      return names.flatMap((name) => forms.map((form) => `${name}${name && ' '}${form}`)).slice(0, MOST_FORMS);
    },
    [''],
  );
}
