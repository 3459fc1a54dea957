import { applyDecorators, Header } from '@nestjs/common';

/** JSON that is ready to be sent: answers are spliced from texts, not parsed and written again. */
export type JsonText = string;

/** Says that a handler returns JSON text. */
export const AnswersJson = (): MethodDecorator =>
  applyDecorators(Header('Content-Type', 'application/json; charset=utf-8'));
