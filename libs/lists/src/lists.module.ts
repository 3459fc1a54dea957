import { Module } from '@nestjs/common';
import { PageReader } from './page-reader.js';

/** How lists are read. */
@Module({ providers: [PageReader], exports: [PageReader] })
export class ListsModule {}
