import { Module } from '@nestjs/common';
import { ListingsWriter } from './listings.writer.js';

/** The write path of listings, which are written with their properties. */
@Module({ providers: [ListingsWriter], exports: [ListingsWriter] })
export class ListingsWriterModule {}
