import { floorPlan } from './floor-plan.js';
import { icon, logo } from './logo.js';
import type { Palette, Picture, PictureKind } from './picture.js';
import { portrait } from './portrait.js';
import { garden } from './rooms/garden.js';
import { bathroom, bedroom, kitchen, living } from './rooms/rooms.js';
import { acreage } from './scenes/acreage.js';
import { apartments, land, shop, townhouses } from './scenes/buildings.js';
import { house } from './scenes/house.js';
import { escaped } from './shapes.js';
import { inItsLight } from './scenes/outdoors.js';
import { Variation } from './variation.js';

/** The drawing functions and the size of a kind of picture. */
interface Drawing {
  readonly size: readonly [width: number, height: number];
  /** A description of the picture for people who cannot see it. */
  readonly title: (detail: string) => string;
  readonly draw: (choices: Variation, palette: Palette, detail: string) => string;
}

const SCENE = [480, 320] as const;
const scene = (title: string, draw: Drawing['draw']): Drawing => ({
  size: SCENE,
  title: () => title,
  draw: (choices, palette, detail) => {
    const drawn = draw(choices, palette, detail);
    return choices.fixed('side', [true, false]) ? `<g transform="matrix(-1 0 0 1 480 0)">${drawn}</g>` : drawn;
  },
});
const outside = (title: string, draw: Drawing['draw']): Drawing =>
  scene(title, (choices, ...rest) => inItsLight(choices, draw(choices, ...rest)));

const DRAWINGS: Readonly<Record<PictureKind, Drawing>> = {
  house: outside('A house with trees and a front garden', house),
  apartment: outside('An apartment building on a street', apartments),
  townhouse: outside('A row of townhouses', townhouses),
  acreage: outside('A homestead among its paddocks', acreage),
  shop: outside('A commercial building on a street', shop),
  land: outside('A vacant block of land', land),
  kitchen: scene('A kitchen with an island bench', kitchen),
  living: scene('A living room with a sofa', living),
  bedroom: scene('A bedroom', bedroom),
  bathroom: scene('A bathroom with a bath', bathroom),
  garden: outside('A back garden with a deck', garden),
  portrait: { size: [240, 240], title: () => 'Portrait of a person', draw: portrait },
  logo: { size: [320, 96], title: (name) => `Logo of ${name}`, draw: (...of) => logo(...of, false) },
  darklogo: { size: [320, 96], title: (name) => `Logo of ${name}`, draw: (...of) => logo(...of, true) },
  icon: { size: [96, 96], title: (name) => `Mark of ${name}`, draw: icon },
  plan: {
    size: SCENE,
    title: (bedrooms) => `Floor plan, bedrooms: ${Number.parseInt(bedrooms, 10) || 0}`,
    draw: floorPlan,
  },
};

/** Draws a picture as SVG, below 9 kB. The same picture is always the same text. */
export function drawPicture({ kind, variant, detail = '', palette }: Picture): string {
  const { size, title, draw } = DRAWINGS[kind];
  const [width, height] = size;
  // All logos of an account have the same form.
  const choices = new Variation(`${/logo|icon/.test(kind) ? 'logo' : kind} ${variant}`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}" role="img">` +
    `<title>${escaped(title(detail))}</title>${draw(choices, palette, detail)}</svg>`
  );
}
