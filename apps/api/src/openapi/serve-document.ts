import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import { makeDocument } from './document.js';

/**
 * Serves `/api/v1/openapi.json`, and `/docs`, where a user can enter the two keys and try requests; without
 * credentials.
 */
export function serveDocument(app: NestExpressApplication, publicUrl = '/'): void {
  const document = () => ({ ...makeDocument(app), servers: [{ url: publicUrl, description: 'This service' }] });
  // Its files are streams, which nothing else compresses.
  app.use('/docs', compression());
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'api/v1/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Agency directory API',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true, docExpansion: 'list', filter: true },
  });
}
