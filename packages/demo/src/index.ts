export type { DemoAccountLine } from './bundle-lines.js';
export { DEMO_DEFAULTS, generateDirectory } from './generate-directory.js';
export type { DemoHistoryEntry } from './listings/listing-history.js';
export { drawPicture } from './pictures/draw-picture.js';
export { pictureAt, picturePath, PICTURES_PATH } from './pictures/picture-path.js';
