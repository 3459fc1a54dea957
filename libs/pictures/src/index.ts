export { drawPicture } from './draw-picture.js';
export { PICTURE_KINDS, type Palette, type Picture, type PictureKind } from './picture.js';
export { pictureAt, picturePath, PICTURES_PATH, type NamedPicture } from './picture-path.js';
