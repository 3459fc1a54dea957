import { FixedBody } from '@app/http';
import { parseUrl } from '@app/process';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import type { Express, NextFunction, Request, Response } from 'express';
import { makeDocument } from './document.js';

const DOCUMENT = '/api/v1/openapi.json';

/**
 * Serves `/api/v1/openapi.json`, and `/docs`, where a user can enter the two keys and try requests; without
 * credentials.
 */
export function serveDocument(app: NestExpressApplication, publicUrl = '/'): void {
  const document = () => ({ ...makeDocument(app), servers: [{ url: publicUrl, description: 'This service' }] });
  // Its files are streams, which nothing else compresses.
  app.use('/docs', pageHeaders(publicUrl), compression());
  // The alias module sees only the routes of Nest.
  app.use('/v1/openapi.json', (_: Request, response: Response) => response.redirect(308, `..${DOCUMENT}`));
  let body: FixedBody | undefined;
  const server: Express = app.getHttpAdapter().getInstance();
  server.get(DOCUMENT, (_: Request, response: Response) => {
    body ??= new FixedBody('application/json; charset=utf-8', JSON.stringify(document()));
    return body.send(response);
  });
  SwaggerModule.setup('docs', app, document, {
    raw: [],
    customSiteTitle: 'Agency directory API',
    swaggerOptions: { displayRequestDuration: true, docExpansion: 'list', filter: true },
  });
}

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/**
 * The page calls nothing but this service, and no other page may show it: keys are typed into it. Swagger UI sets styles of
 * elements.
 */
function pageHeaders(publicUrl: string) {
  const service = parseUrl(publicUrl)?.origin ?? '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${service}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (_: Request, response: Response, next: NextFunction): void => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Referrer-Policy', 'no-referrer');
    const { send } = response;
    // The template of @nestjs/swagger has no viewport, and no option for one.
    response.send = (body: unknown) =>
      send.call(response, typeof body === 'string' ? body.replace('<head>', `<head>\n  ${VIEWPORT}`) : body);
    next();
  };
}
