import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.writer.js';
import { Writes } from './writes.js';

/** How writes run, and what they leave behind. */
@Module({ providers: [AuditTrail, Writes], exports: [AuditTrail, Writes] })
export class WritesModule {}
