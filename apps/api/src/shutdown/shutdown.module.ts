import { Module } from '@nestjs/common';
import { Drain } from './drain.js';

@Module({ providers: [Drain], exports: [Drain] })
export class ShutdownModule {}
