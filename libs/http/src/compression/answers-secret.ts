import { Header } from '@nestjs/common';

/**
 * Declares that a handler answers a secret: nobody keeps the answer, and nobody compresses it, also no proxy. The length
 * of a compressed answer tells who can put text into it whether that text occurs in the rest (BREACH).
 */
export const AnswersSecret = (): MethodDecorator => Header('Cache-Control', 'no-store, no-transform');
