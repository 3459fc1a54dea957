import { Module } from '@nestjs/common';
import { PicturesController } from './pictures.controller.js';

/** The pictures that listings, accounts and agents of the demo show. */
@Module({ controllers: [PicturesController] })
export class PicturesModule {}
