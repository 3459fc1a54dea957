import { Module } from '@nestjs/common';
import { PageReader } from './page-reader.js';

/** Reads the pages of lists. */
@Module({ providers: [PageReader], exports: [PageReader] })
export class ListsModule {}
