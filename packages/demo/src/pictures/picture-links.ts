import { picturePath, PICTURES_PATH } from './picture-path.js';
import type { Palette, PictureKind } from './picture.js';

const VARIANTS = 1_000_000_000;

/** The URLs of pictures that the service draws. */
export class PictureLinks {
  /** @param base the URL of the service, without a slash at its end */
  constructor(private readonly base: string) {}

  /** The root URL of all pictures. */
  get folder(): string {
    return `${this.base}/${PICTURES_PATH}`;
  }

  /** @param number a different number gives a different picture */
  link(kind: PictureKind, number: number, palette: Palette, detail?: string): string {
    const picture = { kind, variant: number % VARIANTS, palette, ...(detail && { detail }) };
    return `${this.base}/${picturePath(picture)}`;
  }
}
