import { darker, faded, lighter, lines, polygon, polygons, rect, rects, type Colour, type Point } from '../shapes.js';
import { GLASS } from './outdoors.js';

/** A window: its place, and how many panes it has side by side. */
export type Sash = readonly [x: number, y: number, width: number, height: number, panes: number];

/** Windows with frames, panes and sills, each layer as one element. */
export function sashes(...all: readonly Sash[]): string {
  const frame = '#fbfaf6';
  const bars = all.flatMap(([x, y, width, height, panes]) => [
    [x, y + height * 0.48, width, 2] as const,
    ...Array.from({ length: panes - 1 }, (_, at) => [x + (width * (at + 1)) / panes - 1, y, 2, height] as const),
  ]);
  const shine = all.map(([x, y, width, height]): readonly Point[] => [
    [x, y + height * 0.7],
    [x + width * 0.6, y],
    [x + width * 0.85, y],
    [x, y + height],
  ]);
  return [
    rects(
      frame,
      all.map(([x, y, width, height]) => [x - 3, y - 3, width + 6, height + 6] as const),
    ),
    rects(
      GLASS,
      all.map(([x, y, width, height]) => [x, y, width, height] as const),
    ),
    polygons('#c4e0ea', shine),
    rects(frame, bars),
    rects(
      '#d9d6cf',
      all.map(([x, y, width, height]) => [x - 5, y + height + 3, width + 10, 3] as const),
    ),
  ].join('');
}

/** A wide pane from the floor, warm from inside. */
export function glazing(x: number, y: number, width: number, height: number, panes: number): string {
  const bars: (readonly [Point, Point])[] = [];
  for (let pane = 1; pane < panes; pane++)
    bars.push([
      [x + (width * pane) / panes, y],
      [x + (width * pane) / panes, y + height],
    ]);
  return [
    rect(x - 2, y - 2, width + 4, height + 4, '#39424d'),
    rect(x, y, width, height, GLASS),
    rect(x, y + height * 0.55, width, height * 0.45, '#f3dfb4'),
    faded(
      0.35,
      polygon(
        '#ffffff',
        [x + width * 0.1, y + height],
        [x + width * 0.45, y],
        [x + width * 0.65, y],
        [x + width * 0.3, y + height],
      ),
    ),
    lines('#39424d', 2, bars),
  ].join('');
}

/** A front door with its step and light. */
export function door(x: number, foot: number, width: number, height: number, colour: Colour): string {
  const y = foot - height;
  return [
    rect(x - 4, y - 4, width + 8, height + 4, '#fbfaf6'),
    rect(x, y, width, height, colour),
    rects(darker(colour, 0.2), [
      [x + width * 0.18, y + height * 0.42, width * 0.64, height * 0.2],
      [x + width * 0.18, y + height * 0.68, width * 0.64, height * 0.22],
    ]),
    rect(x + width * 0.18, y + height * 0.1, width * 0.64, height * 0.24, '#f3dfb4'),
    rect(x + width * 0.8, y + height * 0.52, 3, 3, '#e9d8a6'),
    rect(x - 8, foot, width + 16, 5, '#cfc8bd'),
  ].join('');
}

/** A garage door. */
export function garage(x: number, foot: number, width: number, height: number, colour: Colour): string {
  const ribs = [0.25, 0.5, 0.75].map((share) => [x, foot - height * share, width, 1.5] as const);
  return (
    rect(x - 4, foot - height - 4, width + 8, height + 4, lighter(colour, 0.6)) +
    rect(x, foot - height, width, height, colour) +
    rects(darker(colour, 0.2), ribs)
  );
}
