/** What a feed may take: nothing real comes near, and what goes over is cut and reported. Texts count UTF-16 units. */
export const LIMITS = {
  /** One text, attribute value or CDATA section. */
  text: 1_048_576,
  /** A tag without its attribute values, and a document type: more is no REAXML. */
  markup: 65_536,
  /** How deep elements may nest; REAXML goes 6 deep. More is no REAXML. */
  depth: 64,
  /** Elements in an element. */
  children: 500,
  /** Elements in `images` and `objects`. */
  images: 1000,
  /** Elements and texts of a whole entry. */
  entryElements: 5000,
  entryText: 4 * 1_048_576,
  /** Different notes of one entry. */
  notes: 100,
} as const;
