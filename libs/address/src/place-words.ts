import { slugify } from './slugify.js';

/**
 * What a word of a place's name is short for, in the folded form. Some stand for several words: "Pt Cook", "Pt Adelaide".
 * Keys of places are made with it: another table makes them again (`PLACE_WORDS`).
 */
export const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    bch: 'beach',
    bdge: 'bridge',
    center: 'centre',
    ck: 'creek',
    cpe: 'cape',
    crk: 'creek',
    crsg: 'crossing',
    ctr: 'centre',
    cv: 'cove',
    dwns: 'downs',
    e: 'east e',
    flt: 'flat',
    frst: 'forest',
    ft: 'fort',
    gdn: 'garden',
    gdns: 'gardens',
    gly: 'gully',
    grn: 'green',
    grv: 'grove',
    gve: 'grove',
    harb: 'harbour',
    harbor: 'harbour',
    hbr: 'harbour',
    hd: 'head',
    hds: 'heads',
    hl: 'hill',
    hls: 'hills',
    ht: 'height',
    hts: 'heights',
    is: 'island islands is',
    isl: 'island',
    isld: 'island',
    jcn: 'junction',
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
    n: 'north n',
    nth: 'north',
    pk: 'park peak',
    pkt: 'pocket',
    pen: 'peninsula',
    pln: 'plain',
    plns: 'plains',
    pnt: 'point',
    pt: 'point port',
    rdg: 'ridge',
    rge: 'range',
    rvr: 'river',
    s: 'south s',
    spg: 'spring',
    spgs: 'springs',
    st: 'saint',
    sth: 'south',
    upr: 'upper',
    vle: 'vale',
    vlg: 'village',
    vly: 'valley',
    w: 'west w',
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

/** Everything that the words of places depend on. */
export const PLACE_WORDS = JSON.stringify([[...ABBREVIATIONS], [...STATE_NAMES]]);

/** Letters and digits with what belongs to them: accents, and apostrophes within a name. "&" is a word. */
const WORD = /[\p{Letter}\p{Number}\p{Mark}'\u2018\u2019\u02BC`]+|&/gu;

/** Most words are: they take a tenth of the time. */
const ASCII_WORD = /^[a-z0-9]+$/i;

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
function foldedWords(written: string): string[] {
  if (ASCII_WORD.test(written)) return [written.toLowerCase()];
  if (written === '&') return ['and'];
  return slugify(written)
    .split('-')
    .filter((folded) => folded !== '');
}

const SCOTTISH = /^mc(?=[a-z]{2})/;

/** "McLeod" may be the place that is spelt "Macleod". */
const meaningsOf = (folded: string): readonly string[] =>
  ABBREVIATIONS.get(folded) ?? (SCOTTISH.test(folded) ? [folded, folded.replace(SCOTTISH, 'mac')] : [folded]);

/** The code of the state that a text names, in lower case: "vic" for "Victoria", "VIC" and "V.I.C.". */
export function stateNamed(text: string): string | undefined {
  const words = placeWords(text).map(({ folded }) => folded);
  const code = words.join('');
  return CODES.get(words.join(' ')) ?? (STATE_NAMES.has(code) ? code : undefined);
}
