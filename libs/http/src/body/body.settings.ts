/** What reading bodies needs of the environment; provided by the application. */
export abstract class BodySettings {
  /** How long a whole body may take to arrive. */
  abstract readonly bodySeconds: number;
}
