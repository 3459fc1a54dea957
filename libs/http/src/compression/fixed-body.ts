import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { codingOf, tagInCoding, type ContentCoding } from './content-coding.js';

/** Takes some tens of milliseconds per megabyte; the result is a tenth shorter than at the fastest qualities. */
const GOOD = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODERS: Readonly<Record<ContentCoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, GOOD),
  gzip: (body) => promisify(gzip)(body),
};

/**
 * A body that stays the same while the process runs. Its ETag is a hash of its contents, and each coding is made once.
 */
export class FixedBody {
  private readonly body: Buffer;
  private readonly tag: string;
  private readonly forms = new Map<ContentCoding, Promise<Buffer>>();

  constructor(
    private readonly type: string,
    text: string,
  ) {
    this.body = Buffer.from(text);
    this.tag = `"${hash('sha1', this.body, 'base64url')}"`;
  }

  /** Sends 200 with the body in the coding that the client prefers, or 304. */
  async send(response: Response): Promise<void> {
    const coding = codingOf(response, this.body.length);
    response.set({ 'Content-Type': this.type, ETag: tagInCoding(this.tag, coding) });
    if (response.req.fresh) {
      response.status(304).end();
      return;
    }
    const body = coding ? await this.inCoding(coding) : this.body;
    if (coding) response.set('Content-Encoding', coding);
    response.send(body);
  }

  private inCoding(coding: ContentCoding): Promise<Buffer> {
    const form = this.forms.get(coding) ?? ENCODERS[coding](this.body);
    this.forms.set(coding, form);
    return form;
  }
}
