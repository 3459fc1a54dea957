/** Settings of the log of changes, provided by the application. */
export abstract class ChangesSettings {
  /** For how many days changes are kept. */
  abstract readonly changesRetention: number;
}
