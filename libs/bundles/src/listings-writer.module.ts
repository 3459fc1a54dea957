import { Module } from '@nestjs/common';
import { ListingsWriter } from './listings.writer.js';

/** Provides the writer of listings, which also writes their properties. */
@Module({ providers: [ListingsWriter], exports: [ListingsWriter] })
export class ListingsWriterModule {}
