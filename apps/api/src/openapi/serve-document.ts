import { FixedBody } from '@app/http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { makeDocument } from './document.js';

const DOCUMENT = '/api/v1/openapi.json';

/** Serves `/api/v1/openapi.json` without credentials. */
export function serveDocument(app: NestExpressApplication, publicUrl = '/'): void {
  const document = () => ({ ...makeDocument(app), servers: [{ url: publicUrl, description: 'This service' }] });
  // The alias module sees only the routes of Nest.
  app.use('/v1/openapi.json', (_: Request, response: Response) => response.redirect(308, `..${DOCUMENT}`));
  let body: FixedBody | undefined;
  const server: Express = app.getHttpAdapter().getInstance();
  server.get(DOCUMENT, (_: Request, response: Response) => {
    body ??= new FixedBody('application/json; charset=utf-8', JSON.stringify(document()));
    return body.send(response);
  });
}
