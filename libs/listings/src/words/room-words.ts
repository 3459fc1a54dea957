/** The words by which people name rooms and car spaces, after a number: "3 bed", "2 baths", "1 car space". */
const ROOMS: ReadonlyMap<string, Room> = new Map([
  ...['bedroom', 'bedrooms', 'bed', 'beds', 'bdrm', 'bdr', 'brm', 'br'].map((word) => [word, 'bedroom'] as const),
  ...['bathroom', 'bathrooms', 'bath', 'baths'].map((word) => [word, 'bathroom'] as const),
  ...['car', 'cars', 'carspace', 'carspaces', 'parking'].map((word) => [word, 'car'] as const),
]);

export type Room = 'bedroom' | 'bathroom' | 'car';

/** Words that may follow "car". */
const SPACES = new Set(['park', 'parking', 'parks', 'space', 'spaces']);

const NUMBERS: ReadonlyMap<string, number> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, at) => [word, at + 1]),
);

/** The stored word of a number of rooms: "3bedroom". */
export const roomWord = (number: number, room: Room): string => `${number}${room}`;

/** Consecutive words that give a number of rooms. */
interface RoomPhrase {
  readonly word: string;
  readonly from: number;
  /** The index after the last word. */
  readonly to: number;
}

/** "3br" and "2bath": a number and a room in one word. */
const JOINED = /^(\d{1,2})([a-z]+)$/;

/** The numbers of rooms in a text, given its folded words: "3 bedroom", "three beds", "3br". */
export function roomPhrases(words: readonly string[]): RoomPhrase[] {
  return words.flatMap((word, from) => {
    const [, digits = '', joined = ''] = JOINED.exec(word) ?? [];
    const number = NUMBERS.get(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined);
    const room = ROOMS.get(number === undefined ? joined : (words[from + 1] ?? ''));
    if (!room) return [];
    const to = from + (number === undefined ? 1 : 2);
    const isSpace = room === 'car' && SPACES.has(words[to] ?? '');
    return [{ word: roomWord(number ?? Number(digits), room), from, to: isSpace ? to + 1 : to }];
  });
}
