import type { DemoProperty } from '../properties/demo-property.js';
import type { Random } from '../random/random.js';
import type { Campaign } from './campaign.js';
import { factsOf, type CopyFacts, type Phrase } from './copy-facts.js';
import { COMFORTS, HEADLINES, OPENINGS, RENTAL_ENDINGS, ROOMS, SALE_ENDINGS, SURROUNDS } from './dwelling-phrases.js';
import { OTHER_PHRASES } from './other-phrases.js';

const LONGEST = 600;

/** The text of an advertisement: a headline, and a description of 150 to 600 characters. */
export function copyOf(
  random: Random,
  property: DemoProperty,
  campaign: Campaign,
): { headline: string; description: string } {
  const facts = factsOf(property, campaign);
  const { headlines, phrases } = property.kind === 'dwelling' ? dwelling(random, facts) : other(random, property.kind);
  return { headline: random.pick(headlines)(facts), description: joined(phrases, facts) };
}

function dwelling(random: Random, { letting }: CopyFacts) {
  const phrases = [
    random.pick(OPENINGS),
    ...several(random, ROOMS, random.integer(1, 2)),
    ...several(random, COMFORTS, random.integer(1, 3)),
    random.pick(SURROUNDS),
    random.pick(letting ? RENTAL_ENDINGS : SALE_ENDINGS),
  ];
  return { headlines: HEADLINES, phrases };
}

function other(random: Random, kind: keyof typeof OTHER_PHRASES) {
  const { headlines, openings, details, endings } = OTHER_PHRASES[kind];
  const phrases = [random.pick(openings), ...several(random, details, random.integer(3, 5)), random.pick(endings)];
  return { headlines, phrases };
}

// `count` different phrases in their order, starting at a random one.
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
    const sentence = phrase(facts);
    if (text.length + sentence.length < LONGEST) text += text ? ` ${sentence}` : sentence;
  }
  return text;
}
