import { Module } from '@nestjs/common';

/** Deliveries of changes to the endpoints of accounts (ADR 37). */
@Module({})
export class HooksModule {}
