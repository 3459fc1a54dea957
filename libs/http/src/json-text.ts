import { applyDecorators, Header } from '@nestjs/common';

/**
 * JSON text that is ready to be sent: responses are concatenated from stored texts, not parsed and serialized again.
 */
export type JsonText = string;

/** Declares that a handler returns JSON text. */
export const AnswersJson = (): MethodDecorator =>
  applyDecorators(Header('Content-Type', 'application/json; charset=utf-8'));
