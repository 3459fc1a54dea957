import type { PictureLinks } from './pictures/picture-links.js';

/** What all parts of a generated directory have in common. */
export interface World {
  readonly seed: number;
  /** The reference time for "upcoming" and "recent". */
  readonly now: Date;
  readonly pictures: PictureLinks;
}
