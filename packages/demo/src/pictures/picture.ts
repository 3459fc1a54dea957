/** The kinds of pictures. */
export const PICTURE_KINDS = [
  'house',
  'apartment',
  'townhouse',
  'acreage',
  'shop',
  'land',
  'kitchen',
  'living',
  'bedroom',
  'bathroom',
  'garden',
  'portrait',
  'logo',
  'darklogo',
  'icon',
  'plan',
] as const;

export type PictureKind = (typeof PICTURE_KINDS)[number];

/** The colours of an account, each as `#rrggbb`. */
export interface Palette {
  readonly primary: string;
  readonly secondary: string;
  readonly tertiary: string;
}

/** Describes a picture. Equal descriptions give equal drawings. */
export interface Picture {
  readonly kind: PictureKind;
  /** The number of the picture within its kind: a whole number below a thousand million. */
  readonly variant: number;
  /** At most 60 characters: the name of a logo, the number of bedrooms of a plan, the appearance of a person. */
  readonly detail?: string;
  readonly palette: Palette;
}
