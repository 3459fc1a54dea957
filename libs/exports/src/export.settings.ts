/** What exports take from the environment. */
export abstract class ExportSettings {
  /** After so long a reader is cut that takes nothing. */
  abstract readonly exportStallSeconds: number;
  /** A reader is cut that takes fewer. */
  abstract readonly exportLinesPerSecond: number;
}
