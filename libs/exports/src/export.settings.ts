/** What exports take from the environment. */
export abstract class ExportSettings {
  abstract readonly exportStallSeconds: number;
}
