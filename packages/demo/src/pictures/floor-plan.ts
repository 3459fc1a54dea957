import type { Palette } from './picture.js';
import { lighter, lines, polygon, rect, rects, shape, stroke, type Point } from './shapes.js';
import type { Variation } from './variation.js';

/** A room of a plan: its name and its place. */
interface PlannedRoom {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const WALL = '#39424d';
const FONT = "'Helvetica Neue',Arial,sans-serif";
const PIXELS_PER_METRE = 26;
const MOST_BEDROOMS = 6;
const DOOR = 22;
const WET_DEPTH = 0.7;
const [LEFT, TOP, WIDTH, HEIGHT] = [24, 20, 400, 264];

/** The plan of a dwelling, with the names and sizes of its rooms. @param bedrooms as digits */
export function floorPlan(choices: Variation, palette: Palette, bedrooms: string): string {
  const rooms = roomsOf(choices, Math.min(MOST_BEDROOMS, Number.parseInt(bedrooms, 10) || 0));
  const tints: Readonly<Record<string, string>> = {
    BATH: '#dcebf1',
    ENSUITE: '#dcebf1',
    KITCHEN: lighter(palette.tertiary, 0.75),
    TERRACE: '#dde8d2',
  };
  return [
    rect(0, 0, 480, 320, '#fbfaf6'),
    rooms
      .map(({ name, x, y, width, height }) => rect(x, y, width, height, tints[name] ?? lighter(palette.secondary, 0.6)))
      .join(''),
    stroke(WALL, 3.5, rooms.map(outline).join('')),
    stroke(WALL, 7, `M${LEFT} ${TOP}h${WIDTH}v${HEIGHT}h${-WIDTH}z`),
    lines('#9cc7d9', 4, rooms.flatMap(windowOf)),
    rects('#fbfaf6', rooms.map(gapOf)),
    stroke('#7b858c', 1.2, rooms.map(swingOf).join('')),
    `<g font-family="${FONT}" text-anchor="middle">${rooms.map(labelOf).join('')}</g>`,
    north(palette.primary),
  ].join('');
}

/** Living space on one side, bedrooms in rows on the other. */
function roomsOf(choices: Variation, bedrooms: number): PlannedRoom[] {
  const split = bedrooms === 0 ? WIDTH * 0.72 : WIDTH * choices.between(0.4, 0.48);
  const kitchen = HEIGHT * choices.between(0.32, 0.4);
  const terrace = choices.chance(0.6) ? HEIGHT * 0.18 : 0;
  const shared = [
    { name: 'KITCHEN', x: LEFT, y: TOP, width: split, height: kitchen },
    {
      name: bedrooms === 0 ? 'STUDIO' : 'LIVING',
      x: LEFT,
      y: TOP + kitchen,
      width: split,
      height: HEIGHT - kitchen - terrace,
    },
    ...(terrace ? [{ name: 'TERRACE', x: LEFT, y: TOP + HEIGHT - terrace, width: split, height: terrace }] : []),
  ];
  const sleeping = Array.from({ length: bedrooms }, (_, at) => (bedrooms === 1 ? 'BEDROOM' : `BED ${at + 1}`));
  const names = ['BATH', bedrooms > 2 ? 'ENSUITE' : bedrooms === 0 ? 'ENTRY' : 'LAUNDRY', ...sleeping];
  const inRow = bedrooms === 0 ? 1 : 2;
  const rows = names.flatMap((_, at) => (at % inRow === 0 ? [names.slice(at, at + inRow)] : []));
  // Rooms with water need less depth than bedrooms.
  const depths = rows.map((_, at) => (at === 0 ? WET_DEPTH : 1));
  const depth = HEIGHT / depths.reduce((sum, share) => sum + share, 0);
  let y: number = TOP;
  const quiet = rows.flatMap((row, at) => {
    const [width, height, top] = [(WIDTH - split) / row.length, depth * (depths[at] ?? 1), y];
    y += height;
    return row.map((name, nth) => ({ name, x: LEFT + split + nth * width, y: top, width, height }));
  });
  return choices.chance(0.5) ? [...shared, ...quiet] : [...shared, ...quiet].map(mirrored);
}

const mirrored = (room: PlannedRoom): PlannedRoom => ({ ...room, x: 2 * LEFT + WIDTH - room.x - room.width });

const outline = ({ x, y, width, height }: PlannedRoom): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;

const round = (value: number): number => Math.round(value * 10) / 10;

/** A window where a room meets an outer wall at its side. */
function windowOf({ x, y, width, height }: PlannedRoom): (readonly [Point, Point])[] {
  const outside = x <= LEFT + 1 ? LEFT : x + width >= LEFT + WIDTH - 1 ? LEFT + WIDTH : undefined;
  return outside === undefined
    ? []
    : [
        [
          [outside, y + height * 0.3],
          [outside, y + height * 0.7],
        ],
      ];
}

/** The position of a room's door: the edge towards the middle of the dwelling, and the direction into the room. */
function doorOf({ x, y, width, height }: PlannedRoom) {
  const isLeft = x + width / 2 < LEFT + WIDTH / 2;
  return { edge: isLeft ? x + width : x, turn: isLeft ? -1 : 1, foot: y + Math.min(height - 8, 34) };
}

function gapOf(room: PlannedRoom) {
  const { edge, foot } = doorOf(room);
  return [edge - 3, foot - DOOR, 6, DOOR] as const;
}

/** A door leaf with its swing. */
function swingOf(room: PlannedRoom): string {
  const { edge, turn, foot } = doorOf(room);
  return `M${round(edge)} ${round(foot)}h${DOOR * turn}A${DOOR} ${DOOR} 0 0 ${turn < 0 ? 1 : 0} ${round(edge)} ${round(foot - DOOR)}`;
}

function labelOf({ name, x, y, width, height }: PlannedRoom): string {
  const metres = (pixels: number) => (pixels / PIXELS_PER_METRE).toFixed(1);
  const [middle, centre] = [round(x + width / 2), round(y + height / 2)];
  const text = (content: string, down: number, size: number, ink: string) =>
    `<text x="${middle}" y="${round(centre + down)}" font-size="${size}" fill="${ink}">${content}</text>`;
  return text(name, 0, 12, WALL) + text(`${metres(width)} × ${metres(height)} m`, 13, 9, '#6b747c');
}

const north = (colour: string): string =>
  polygon(colour, [452, 30], [460, 56], [452, 50], [444, 56]) +
  shape(colour, 'M448 72v-10h1.5l4 6.5v-6.5h1.5v10h-1.5l-4-6.5v6.5z');
