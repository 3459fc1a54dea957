import { parse } from 'node:querystring';
import type { Settings } from '@app/config';
import {
  answerProblem,
  asOneLayer,
  compressBodies,
  crossOrigin,
  decideByTag,
  limitDocuments,
  limitPreflights,
  originForm,
  ownTurns,
  requestForm,
  requestLogger,
  setPublicUrl,
  setRateLimits,
  standardHeaders,
  watchConnections,
} from '@app/http';
import { isParameter, isPlainValue, PARSED_PARAMETERS } from '@app/lists';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { LoggerService } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { serveDocs } from './docs-page/serve-docs.js';
import { DirectExpressAdapter } from './direct-express.adapter.js';
import { makeDocument, serveDocument } from './openapi/document.js';
import { Drain } from './shutdown/drain.js';

/** Contexts in which Nest logs why a start failed. The error is thrown too, and `main` logs it in one line. */
const ONLY_AT_START = new Set(['ExceptionHandler', 'NestApplication']);

/** Contexts of the messages that Nest logs while it starts. */
const OF_NEST = new Set([...ONLY_AT_START, 'NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/**
 * Writes the messages of Nest's loggers to the log of the service; Nest's own messages about the start get level debug.
 */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger[context && OF_NEST.has(context) ? 'debug' : 'info']({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    const level = context && ONLY_AT_START.has(context) ? 'debug' : 'error';
    this.logger[level]({ context, stack }, String(message));
  }
}

/**
 * Creates the application on the database at `url`, not yet listening; `main` and the e2e tests use it.
 *
 * @param logger receives the log lines
 * @param prepare runs before the background tasks of the modules start, because these need the tables
 */
export async function createApplication(
  settings: Settings,
  url: string,
  logger: Logger,
  prepare: (app: NestExpressApplication) => Promise<unknown> = () => Promise.resolve(),
): Promise<NestExpressApplication> {
  const server = express().set('case sensitive routing', true);
  decideByTag(server.request);
  compressBodies(server.response);
  server.set('trust proxy', settings.trustProxy ?? false);
  setPublicUrl(server, settings.publicUrl ?? '');
  setRateLimits(server, settings.rateLimit);
  const adapter = new DirectExpressAdapter(server);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(settings, url), adapter, {
    bodyParser: false,
    logger: new NestLog(logger),
    abortOnError: false,
  });
  app.get(Drain).watch(app.getHttpServer());
  app.disable('x-powered-by');
  // ETags are derived from versions, and query parameters are plain text (D3).
  app.set('etag', false);
  app.set('query parser', (text: string) => parse(text, '&', '=', { maxKeys: PARSED_PARAMETERS }));
  watchConnections(app.getHttpServer(), logger, settings.publicUrl);
  useMiddleware(app, settings, logger);
  serveDocument(app, settings.publicUrl);
  serveDocs(app, () => makeDocument(app), settings.publicUrl);
  await prepare(app);
  return app.init();
}

function useMiddleware(app: NestExpressApplication, settings: Settings, logger: Logger): void {
  const first = [originForm, requestLogger(logger, { isParameter, isPlainValue }), standardHeaders];
  const then = [requestForm, limitDocuments, ownTurns];
  if (settings.corsOrigins) {
    // CORS comes before every middleware that may reject a request, so that a script can read the reason.
    app.use(asOneLayer(...first, limitPreflights));
    app.enableCors(crossOrigin(settings.corsOrigins));
    app.use(asOneLayer(...then));
  } else app.use(asOneLayer(...first, ...then));
  // Errors that occur before Nest receives the request get the same response format.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    answerProblem(error, request, response);
  });
}
