import data from '../data/phrases.json' with { type: 'json' };
import type { DemoProperty } from '../properties/demo-property.js';
import type { Random } from '../random/random.js';
import type { Campaign } from './campaign.js';
import { factsOf, sentenceOf, type CopyFacts, type Phrase } from './copy-facts.js';

const LONGEST = 600;

const { dwelling: DWELLING, ...OTHERS } = data;

/** The text of an advertisement: a headline, and a description of 150 to 600 characters. */
export function copyOf(
  random: Random,
  property: DemoProperty,
  campaign: Campaign,
): { headline: string; description: string } {
  const facts = factsOf(property, campaign);
  const { headlines, phrases } = property.kind === 'dwelling' ? dwelling(random, facts) : other(random, property.kind);
  return { headline: headlineOf(random.stream('headline'), headlines, facts), description: joined(phrases, facts) };
}

/** A headline in two parts, a quality and a place. Both have many forms, so that few headlines are equal. */
interface Headlines {
  readonly leads: readonly Phrase[];
  readonly tails: readonly Phrase[];
}

const headlineOf = (random: Random, { leads, tails }: Headlines, facts: CopyFacts): string =>
  sentenceOf(random.pick(leads), facts) + sentenceOf(random.pick(tails), facts);

function dwelling(random: Random, { letting }: CopyFacts) {
  const phrases: Phrase[] = [
    random.pick(DWELLING.openings),
    ...several(random, DWELLING.rooms, random.integer(1, 2)),
    ...several(random, DWELLING.comforts, random.integer(1, 3)),
    random.pick(DWELLING.surroundings),
    random.pick(letting ? DWELLING.rentalEndings : DWELLING.saleEndings),
  ];
  return { headlines: DWELLING.headlines, phrases };
}

function other(random: Random, kind: keyof typeof OTHERS) {
  const { headlines, openings, details, endings } = OTHERS[kind];
  const phrases: Phrase[] = [
    random.pick(openings),
    ...several(random, details, random.integer(3, 5)),
    random.pick(endings),
  ];
  return { headlines, phrases };
}

// Returns `count` different phrases in their order, starting at a random one.
function several(random: Random, phrases: readonly Phrase[], count: number): Phrase[] {
  const first = random.integer(0, phrases.length - 1);
  const step = phrases.length > 6 ? 3 : 1;
  return Array.from({ length: count }, (_, nth) => phrases[(first + nth * step) % phrases.length]).filter(
    (phrase) => phrase !== undefined,
  );
}

function joined(phrases: readonly Phrase[], facts: CopyFacts): string {
  let text = '';
  for (const phrase of phrases) {
    const sentence = sentenceOf(phrase, facts);
    if (text.length + sentence.length < LONGEST) text += text ? ` ${sentence}` : sentence;
  }
  return text;
}
