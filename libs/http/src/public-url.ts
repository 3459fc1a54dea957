import type { Application, Request } from 'express';

const SETTING = 'public url';

/** Sets the base URL of links; if empty, links are paths. */
export function setPublicUrl(app: Application, url: string): void {
  app.set(SETTING, url);
}

/** A link to a path of this service; `setPublicUrl` has set the base URL at the start. */
export const linkTo = (request: Request, path: string): string => `${request.app.get(SETTING) as string}${path}`;
