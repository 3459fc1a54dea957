import type { Application, Request } from 'express';

const SETTING = 'public url';

/** Says what links begin with; empty: they are paths. */
export function setPublicUrl(app: Application, url: string): void {
  app.set(SETTING, url);
}

/** The link to a path of this service. */
export const linkTo = (request: Request, path: string): string => `${request.app.get(SETTING) as string}${path}`; // set at the start
