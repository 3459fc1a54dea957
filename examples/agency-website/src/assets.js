import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { LRUCache } from 'lru-cache';

/** @typedef {{ content: Uint8Array<ArrayBuffer>, type: string }} Asset */

/** @type {Readonly<Record<string, string>>} */
const TYPES = { '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.png': 'image/png' };

/** @param {string} name */
const fileOf = (name) => readFileSync(new URL(`../public/${name}`, import.meta.url));

/** The files that browsers keep for a year, by paths with a hash of their contents. */
export class Assets {
  /** A few old style sheets are kept, for open pages. @type {LRUCache<string, Asset>} */
  files = new LRUCache({ max: 20 });
  script = this.added('site.js', fileOf('site.js'));
  /** The picture of shared links whose own picture is a drawing, which no network shows. */
  sharePicture = this.added('share.png', fileOf('share.png'));
  styles = fileOf('site.css');

  /** The path of the style sheet with the colours of the agency. @param {string} colours */
  style(colours) {
    return this.added('site.css', Buffer.concat([Buffer.from(colours), this.styles]));
  }

  /** @param {string} name @param {Buffer} content @returns {string} the path */
  added(name, content) {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const path = `/assets/${name.replace('.', `.${hash}.`)}`;
    if (!this.files.has(path))
      this.files.set(path, { content: new Uint8Array(content), type: TYPES[extname(name)] ?? '' });
    return path;
  }
}
