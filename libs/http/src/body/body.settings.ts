/** Settings for reading bodies, provided by the application. */
export abstract class BodySettings {
  /** The seconds within which a whole body must arrive. */
  abstract readonly bodySeconds: number;
}
