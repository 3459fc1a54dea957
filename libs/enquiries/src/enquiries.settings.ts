/** Settings of enquiries, provided by the application. */
export abstract class EnquiriesSettings {
  /** For how many days enquiries are kept. */
  abstract readonly enquiriesRetention: number;
}
