import fc from 'fast-check';
import { anyCharacters } from '../support/any-characters.js';

const words = (text: string) => fc.constantFrom(...text.split(' '));

const GARBAGE = fc.oneof(
  anyCharacters({ maxLength: 30 }),
  words('< > & " \' ]]> <![CDATA[ <!-- --> <? ?> </ /> &#0; &lol; \0 \uD800 \uFEFF'),
  words('</residential> </propertyList> <land> <price>-5</price> <bedrooms>7</bedrooms> <b>x</b> <![CDATA[<]]>'),
  fc.constantFrom('<!DOCTYPE a [<!ENTITY b "c">]>', 'x'.repeat(5000)),
);

interface Damage {
  readonly xml: string;
  /** The damage leaves alone what ends before `from`, and what begins behind `to`. */
  readonly from: number;
  readonly to: number;
}

/** A file with one piece of damage. */
export function damagedFile(file: string): fc.Arbitrary<Damage> {
  const place = fc.nat({ max: file.length });
  const replaced = (from: number, to: number, by: string): Damage => ({
    xml: file.slice(0, from) + by + file.slice(to),
    from,
    to,
  });
  return fc.oneof(
    fc.tuple(place, GARBAGE).map(([at, junk]) => replaced(at, at, junk)),
    fc.tuple(place, GARBAGE).map(([at, junk]) => replaced(at, at + junk.length, junk)),
    fc.tuple(place, place).map(([one, other]) => replaced(Math.min(one, other), Math.max(one, other), '')),
    place.map((at) => replaced(at, file.length, '')),
    fc.tuple(place, place, fc.nat(2000)).map(([at, other, length]) => {
      return { ...replaced(at, at, file.slice(other, other + length)), to: file.length }; // doubled
    }),
    fc.tuple(place, fc.nat(300), fc.nat(300)).map(([at, first, second]) => {
      const [middle, end] = [at + first, at + first + second];
      return replaced(at, end, file.slice(middle, end) + file.slice(at, middle)); // swapped
    }),
  );
}
