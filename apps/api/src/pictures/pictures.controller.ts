import { createHash } from 'node:crypto';
import { Public } from '@app/auth';
import { problems } from '@app/http';
import { drawPicture, pictureAt, PICTURES_PATH } from '@app/demo';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** A path from an earlier version of the drawings returns the current ones. */
const FOR_A_WHILE = 'public, max-age=300';

/**
 * Serves the pictures of the demo without credentials. They are not part of the API: clients do not build their paths,
 * which are data of the demo.
 */
@ApiExcludeController()
@Public()
@Controller(PICTURES_PATH)
export class PicturesController {
  @Get(':kind/:which/:colours/:file')
  @Header('Content-Type', 'image/svg+xml; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
  @Header('Access-Control-Allow-Origin', '*')
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  draw(
    @Param('kind') kind: string,
    @Param('which') which: string,
    @Param('colours') colours: string,
    @Param('file') file: string,
    @Res({ passthrough: true }) response: Response,
  ): string {
    const named = pictureAt(kind, which, colours, file);
    if (!named) throw problems.notFound('picture');
    const drawn = drawPicture(named.picture);
    response.setHeader('Cache-Control', named.isPresent ? FOR_EVER : FOR_A_WHILE);
    response.setHeader('ETag', `"${createHash('sha256').update(drawn).digest('base64url').slice(0, 22)}"`);
    return drawn;
  }
}
