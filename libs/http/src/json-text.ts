import { applyDecorators, Header } from '@nestjs/common';

/**
 * JSON text that is ready to be sent: responses are concatenated from stored texts, not parsed and serialized again.
 */
export type JsonText = string;

export const JSON_TEXT_TYPE = 'application/json; charset=utf-8';

/** Declares that a handler returns JSON text. */
export const AnswersJson = (): MethodDecorator => applyDecorators(Header('Content-Type', JSON_TEXT_TYPE));
