import type { Palette } from '../pictures/picture.js';
import { Random } from '../random/random.js';

const PALETTES = [
  ['#0B3954', '#BFD7EA', '#FF6663'],
  ['#1B4332', '#D8F3DC', '#F4A261'],
  ['#2B2D42', '#EDF2F4', '#D90429'],
  ['#3D405B', '#F4F1DE', '#E07A5F'],
  ['#14213D', '#E5E5E5', '#FCA311'],
  ['#5F0F40', '#F6E7EC', '#FB8B24'],
  ['#006D77', '#EDF6F9', '#E29578'],
  ['#283618', '#FEFAE0', '#BC6C25'],
  ['#003049', '#EAE2B7', '#F77F00'],
  ['#4A4E69', '#F2E9E4', '#C9ADA7'],
] as const;

/** The colours of the website of an account. */
export function paletteOf(seed: number, websiteID: number): Palette {
  const [primary, secondary, tertiary] = new Random(seed, 'palettes').stream(websiteID).pick(PALETTES);
  return { primary, secondary, tertiary };
}
