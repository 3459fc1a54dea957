/** Settings for the URLs of generated pictures, provided by the application. */
export abstract class DemoSettings {
  abstract readonly port: number;
  abstract readonly publicUrl?: string | undefined;
}

/** Where a service without a fixed port is looked for. */
const USUAL_PORT = 3_000;

/** The URL at which the service draws the pictures. */
export const serviceUrl = ({ port, publicUrl }: DemoSettings): string =>
  publicUrl ?? `http://localhost:${port || USUAL_PORT}`;
