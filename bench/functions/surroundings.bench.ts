import { surroundingSuburbs } from '@app/suburbs';
import { bench } from 'vitest';

const COUNTRY = Array.from({ length: 15_281 }, (_, at) => ({
  suburb: `S${at}`,
  state: 'VIC',
  postcode: '3000',
  latitude: -38 + ((at * 7919) % 1000) / 500,
  longitude: 144 + ((at * 104_729) % 1009) / 500,
}));

bench('the neighbours of every suburb of a country', () => void surroundingSuburbs(COUNTRY));
