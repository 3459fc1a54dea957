import { hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a secret; secrets are compared by it, in constant time. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Whether a secret has this SHA-256, compared in constant time. */
export const proves = (secret: string, known: Buffer): boolean => timingSafeEqual(hashOf(secret), known);
