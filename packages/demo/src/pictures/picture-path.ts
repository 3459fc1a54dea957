import { createHash } from 'node:crypto';
import { drawPicture } from './draw-picture.js';
import { PICTURE_KINDS, type Picture, type PictureKind } from './picture.js';

/** The path of all pictures. */
export const PICTURES_PATH = 'pictures';

const VARIANT = /^(?:([\p{L}\d][\p{L}\d &'.-]{0,59})-)?(\d{1,9})$/u;
const COLOURS = /^([\da-f]{6})-([\da-f]{6})-([\da-f]{6})$/;
const FILE = /^([\da-f]{8})\.svg$/;
const SAMPLES = 16;

/** The picture that a path refers to. */
export interface NamedPicture {
  readonly picture: Picture;
  /** Whether the path was created for the current drawings: then its content never changes. */
  readonly isPresent: boolean;
}

let edition: string | undefined;

/** A hash of some drawings of each kind, so that a change of the drawing code changes the paths. */
function presentEdition(): string {
  if (edition) return edition;
  const hash = createHash('sha256');
  const palette = { primary: '#14213d', secondary: '#e5e5e5', tertiary: '#fca311' };
  for (const kind of PICTURE_KINDS)
    for (let variant = 0; variant < SAMPLES; variant++)
      hash.update(drawPicture({ kind, variant, detail: String(variant % 7), palette }));
  return (edition = hash.digest('hex').slice(0, 8));
}

/** The path of a picture, such as `pictures/house/17/14213d-e5e5e5-fca311/0f3c9a1b.svg`. */
export function picturePath({ kind, variant, detail, palette }: Picture): string {
  const { primary, secondary, tertiary } = palette;
  const which = detail ? `${encodeURIComponent(detail)}-${variant}` : variant;
  const colours = [primary, secondary, tertiary].map((colour) => colour.slice(1).toLowerCase()).join('-');
  return `${PICTURES_PATH}/${kind}/${which}/${colours}/${presentEdition()}.svg`;
}

/** Parses the decoded parts of a path; undefined if they do not refer to a picture. */
export function pictureAt(kind: string, which: string, colours: string, file: string): NamedPicture | undefined {
  const [asked, painted, named] = [VARIANT.exec(which), COLOURS.exec(colours), FILE.exec(file)];
  if (!isKind(kind) || !asked || !painted || !named) return undefined;
  const [, detail, variant] = asked;
  const [primary = '', secondary = '', tertiary = ''] = painted.slice(1).map((colour) => `#${colour}`);
  const palette = { primary, secondary, tertiary };
  const picture = { kind, variant: Number(variant), ...(detail && { detail }), palette };
  return { picture, isPresent: named[1] === presentEdition() };
}

const isKind = (text: string): text is PictureKind => PICTURE_KINDS.some((kind) => kind === text);
