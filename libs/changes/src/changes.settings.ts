/** Settings of the log of changes, provided by the application. */
export abstract class ChangesSettings {
  /** For how many days changes are kept. */
  abstract readonly changesRetention: number;
  /** After how many seconds a reader of a stream is cut who takes nothing, as readers of exports are. */
  abstract readonly exportStallSeconds: number;
}
