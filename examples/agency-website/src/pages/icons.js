import { html } from 'hono/html';

/** Line drawings in a square with sides of 24. */
const ICONS = {
  bed: 'M3 18v-6h18v6M3 15.5h18M5 12V7h14v5M8 12v-2h3v2M13 12v-2h3v2',
  bath: 'M3 12h18v2a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4zM6 12V6a2 2 0 0 1 4 0M6 18l-1 2M18 18l1 2',
  car: 'M4 16v-3l2-5h12l2 5v3zM4 13h16M6 16v2M18 16v2M7.5 14.5h.01M16.5 14.5h.01',
  land: 'M4 4h16v16H4zM4 8h2M4 12h2M4 16h2M8 4v2M12 4v2M16 4v2',
  floor: 'M4 20V9l8-5 8 5v11zM9 20v-6h6v6',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  phone: 'M6 3h4l1.5 5L9 9.5a12 12 0 0 0 5.5 5.5L16 12.5l5 1.5v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  photo: 'M3 7h4l2-2h6l2 2h4v12H3zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  plan: 'M4 4h16v16H4zM4 12h6M10 4v4M10 12v4M14 20v-8h6',
  film: 'M4 6h11v12H4zM15 11l5-3v8l-5-3z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  filter: 'M4 7h16M7 12h10M10 17h4',
  heart: 'M12 20C5 15 3 12 3 9a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 6-9 11z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  pin: 'M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
};

/** An icon beside its words, or in a button with a name. @param {keyof typeof ICONS} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}" /></svg>`;
