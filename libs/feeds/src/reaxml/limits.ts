/**
 * Limits of a feed. Real feeds stay far below; what exceeds a limit is cut and reported. Text lengths are in UTF-16
 * units.
 */
export const LIMITS = {
  /** One text, attribute value or CDATA section. */
  text: 1_048_576,
  /** A tag without its attribute values, or a document type; a longer one is fatal. */
  markup: 65_536,
  /** Nesting depth; REAXML needs 6. Deeper nesting is fatal. */
  depth: 64,
  /** Child elements of one element. */
  children: 500,
  /** Child elements of `images` and `objects`. */
  images: 1000,
  /** Elements and texts of one entry. */
  entryElements: 5000,
  entryText: 4 * 1_048_576,
  /** Different notes of one entry. */
  notes: 100,
} as const;
