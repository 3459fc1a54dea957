/** Settings of the audit log, provided by the application. */
export abstract class AuditSettings {
  /** For how many days entries are kept. */
  abstract readonly auditRetention: number;
}
