import { Module } from '@nestjs/common';
import { PicturesController } from './pictures.controller.js';

/** Pictures for the listings, accounts and agents of the demo. */
@Module({ controllers: [PicturesController] })
export class PicturesModule {}
